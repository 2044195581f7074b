/** Person role: what a person may do at a gateway, wherever they are. */

export const personRoles = ['viewer', 'moderator', 'owner'] as const

/**
 * An owner gives every order. A moderator answers medium and high requests of some servers, and stops everything. A
 * viewer sees what happens.
 */
export type PersonRole = (typeof personRoles)[number]

/** Whether a role includes another. */
export const includesRole = (role: PersonRole, needed: PersonRole): boolean =>
  personRoles.indexOf(role) >= personRoles.indexOf(needed)
