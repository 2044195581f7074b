/** Access draft: the edited rights of a client, before they are sent. The gateway validates again. */
import {
  type BridgeClient,
  type Client,
  type ClientChange,
  clientLimits,
  type HeldRole,
  type PermissionEffect,
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
  /** Seconds as they are typed; empty for the default. */
  readonly wait: string
}

export const draftOf = ({
  role,
  roles,
  permissions,
  callsPerMinute,
  waitSeconds,
}: Client | BridgeClient): AccessDraft => ({
  role,
  roles,
  entries: permissions.map(({ permission, effect, server = '' }, key) => ({ key, permission, effect, server })),
  rate: callsPerMinute === undefined ? '' : String(callsPerMinute),
  wait: waitSeconds === undefined || waitSeconds === defaultWait ? '' : String(waitSeconds),
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
export const rateProblem = (rate: string, required: boolean): string | undefined =>
  numberProblem(rate, required, clientLimits.callsPerMinute)

/** Key of the catalogue that says what is wrong with the wait. */
export const waitProblem = (wait: string): string | undefined => numberProblem(wait, false, clientLimits.waitSeconds)

const defaultWait = clientLimits.waitSeconds.most

function numberProblem(
  typed: string,
  required: boolean,
  { least, most }: { readonly least: number; readonly most: number },
): string | undefined {
  const text = typed.trim()
  if (text === '' && !required) return undefined
  return /^\d+$/u.test(text) && Number(text) >= least && Number(text) <= most ? undefined : 'clients.rateProblem'
}

/** Rows in which nothing was typed are left out. */
export const changeOf = ({ role, roles, entries, rate, wait }: AccessDraft): ClientChange => ({
  role,
  roles,
  permissions: entries
    .map(({ permission, effect, server }) => ({ permission: permission.trim(), effect, ...(server && { server }) }))
    .filter(({ permission }) => permission !== ''),
  ...(rate.trim() !== '' && { callsPerMinute: Number(rate) }),
  waitSeconds: wait.trim() === '' ? defaultWait : Number(wait),
})
