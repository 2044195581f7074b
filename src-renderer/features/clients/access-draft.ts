/** Access draft: the edited rights of a client, before they are sent. The gateway validates again. */
import {
  type BridgeClient,
  type Client,
  type ClientChange,
  clientLimits,
  type HeldRole,
  type PermissionEffect,
  type Rights,
} from '@shared/clients/client.js'

/** On one server: the same role as everywhere else. */
export const generalRole = 'default'

export interface DraftEntry {
  /** Identifies a row while it is edited. */
  readonly key: number
  readonly permission: string
  readonly effect: PermissionEffect
  /** Id of a server; every server when empty. */
  readonly server: string
}

export interface AccessDraft {
  readonly role: HeldRole
  /** Only servers on which it has a role of its own. */
  readonly roles: Readonly<Record<string, HeldRole>>
  readonly entries: readonly DraftEntry[]
  /** As it is typed; empty where there is no limit. */
  readonly rate: string
}

export const draftOf = ({ role, roles, permissions, callsPerMinute }: Client | BridgeClient): AccessDraft => ({
  role,
  roles,
  entries: permissions.map(({ permission, effect, server = '' }, key) => ({ key, permission, effect, server })),
  rate: callsPerMinute === undefined ? '' : String(callsPerMinute),
})

export const withRoleOn = (draft: AccessDraft, server: string, role: HeldRole | typeof generalRole): AccessDraft => {
  const { [server]: _before, ...others } = draft.roles
  return { ...draft, roles: role === generalRole ? others : { ...others, [server]: role } }
}

export const withEntry = (draft: AccessDraft, entry: Omit<DraftEntry, 'key'>): AccessDraft => ({
  ...draft,
  entries: [...draft.entries, { ...entry, key: Math.max(-1, ...draft.entries.map(({ key }) => key)) + 1 }],
})

export const withoutEntry = (draft: AccessDraft, key: number): AccessDraft => ({
  ...draft,
  entries: draft.entries.filter((entry) => entry.key !== key),
})

export const changedEntry = (draft: AccessDraft, changed: DraftEntry): AccessDraft => ({
  ...draft,
  entries: draft.entries.map((entry) => (entry.key === changed.key ? changed : entry)),
})

/** Key of the catalogue that says what is wrong with the rate. @param required false where there may be no limit */
export const rateProblem = (rate: string, required: boolean): string | undefined => {
  const text = rate.trim()
  if (text === '' && !required) return undefined
  const { least, most } = clientLimits.callsPerMinute
  return /^\d+$/u.test(text) && Number(text) >= least && Number(text) <= most ? undefined : 'clients.rateProblem'
}

/** Rows in which nothing was typed are left out. */
export const changeOf = ({ role, roles, entries, rate }: AccessDraft): ClientChange => ({
  role,
  roles,
  permissions: entries
    .map(({ permission, effect, server }) => ({ permission: permission.trim(), effect, ...(server && { server }) }))
    .filter(({ permission }) => permission !== ''),
  ...(rate.trim() !== '' && { callsPerMinute: Number(rate) }),
})

/** Whether there are permissions besides the role. */
export const hasExceptions = ({ roles, permissions }: Rights): boolean =>
  permissions.length > 0 || Object.keys(roles).length > 0
