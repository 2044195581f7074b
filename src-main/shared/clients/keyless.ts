/** Keyless program: a program that uses the token of the bridge and so has no key of its own. */

/** What the owner wants for programs that nobody decided about. */
export const otherClientsChoices = ['ask', 'allow', 'refuse'] as const
export type OtherClients = (typeof otherClientsChoices)[number]

/** Known by the name that it declares: any program of this user can give any name. */
export interface KeylessProgram {
  readonly id: string
  readonly name: string
  readonly state: 'waiting' | 'allowed' | 'refused'
  /** ISO 8601: when it asked, or when the owner decided. */
  readonly at: string
  /** The name of an allowed program or a client that looks like this one. */
  readonly resembles?: string
}

export interface KeylessView {
  readonly others: OtherClients
  /** The oldest first. */
  readonly programs: readonly KeylessProgram[]
  /** Too many new names: no further question is asked for now. */
  readonly isPaused: boolean
}

/** `capabilityId` of the decisions in the audit trail. */
export const keylessIds = { allowed: 'system.client.allow', refused: 'system.client.refuse' } as const

export const keylessLimits = {
  /** Questions that are open at once. */
  waiting: 3,
  /** Questions in an hour: more would press the owner into allowing. */
  perHour: 10,
  /** Decisions that are remembered. */
  programs: 200,
  /** Characters of a name. */
  name: 128,
} as const
