/**
 * Control command: parses a JSON line of stdin.
 *
 * Enforces invariant 2: a line that is not exactly a command is refused.
 */
import type { AnswerScope, Decision } from '@shared/approvals/approval.js'
import { type HeldRole, heldRoles } from '@shared/clients/client.js'
import type { SeenCapability } from '@shared/servers/quarantine.js'
import { fingerprintOf } from '../network/certificate-check.js'
import { readScope } from '../policy/rules/scope-names.js'

export type ControlCommand =
  /** `id` of the request. Without `what` it covers exactly this. */
  | ({ readonly verb: Decision; readonly id: string; readonly typed?: string } & Partial<AnswerScope>)
  /** `id` of the server, or of a waiting Bedrock game. With `seen`: only what its `quarantine` line showed. */
  | { readonly verb: 'accept'; readonly id: string; readonly seen?: readonly SeenCapability[] }
  /** A program that registered by OAuth; `id` of its request. */
  | { readonly verb: 'consent'; readonly id: string; readonly role?: HeldRole }
  | { readonly verb: 'decline'; readonly id: string }
  | { readonly verb: 'trust'; readonly id: string; readonly fingerprint: string }
  | { readonly verb: 'panic'; readonly on: boolean }
  /** `id` of a paused program: of its key, or `bridge`. */
  | { readonly verb: 'letAsk'; readonly id: string }
  /** `id` of the request to undo. */
  | { readonly verb: 'undo'; readonly id: string; readonly force: boolean; readonly typed?: string }

/** An example of every command. */
export const exampleCommands =
  'Write one command per line: {"approve":"ID"} (optional: "scope", "what", "typed"), {"deny":"ID"} (optional: "scope", "what"), {"accept":"ID OF A SERVER"} (optional: "capabilities":[{"id","fingerprint"}]), {"consent":"ID"} (optional: "role"), {"decline":"ID"}, {"panic":true}, {"panic":false}, {"letAsk":"ID OF A CLIENT"}, {"undo":"ID OF A REQUEST"} (optional: "force":true, "typed") or {"trust":{"server":"ID","fingerprint":"SHA256"}}.'

type Members = Readonly<Record<string, unknown>>

/** The first member is the verb; each verb has its own members. */
const parsers: Readonly<Record<string, (about: unknown, more: Members) => ControlCommand | undefined>> = {
  approve: (id, { scope, what, typed, ...more }) => answerOf('approve', id, { scope, what, typed }, more),
  deny: (id, { scope, what, ...more }) => answerOf('deny', id, { scope, what }, more),
  accept: (id, { capabilities, ...more }) => acceptOf(id, capabilities, more),
  consent: (id, { role, ...more }) =>
    isAlone(id, more) && (role === undefined || isRole(role))
      ? { verb: 'consent', id, ...(role !== undefined && { role }) }
      : undefined,
  decline: (id, more) => (isAlone(id, more) ? { verb: 'decline', id } : undefined),
  panic: (on, more) => (typeof on === 'boolean' && isEmpty(more) ? { verb: 'panic', on } : undefined),
  letAsk: (id, more) => (isAlone(id, more) ? { verb: 'letAsk', id } : undefined),
  undo: (id, { force = false, typed, ...more }) => undoOf(id, force, typed, more),
  trust: (about, more) => (isEmpty(more) ? trustOf(about) : undefined),
}

export function parseControlCommand(line: string): ControlCommand | undefined {
  try {
    const parsed: unknown = JSON.parse(line)
    if (typeof parsed !== 'object' || parsed === null) return undefined
    const [first, ...more] = Object.entries(parsed)
    const command = first && Object.hasOwn(parsers, first[0]) ? parsers[first[0]] : undefined
    return command?.(first?.[1], Object.fromEntries(more))
  } catch {
    return undefined
  }
}

function answerOf(
  verb: Decision,
  id: unknown,
  { scope, what, typed }: Members,
  more: Members,
): ControlCommand | undefined {
  if (!isAlone(id, more)) return undefined
  if (typed !== undefined && typeof typed !== 'string') return undefined
  const chosen = readScope(scope, what)
  return chosen && { verb, id, ...chosen, ...(typed !== undefined && { typed }) }
}

function acceptOf(id: unknown, capabilities: unknown, more: Members): ControlCommand | undefined {
  if (!isAlone(id, more)) return undefined
  if (capabilities === undefined) return { verb: 'accept', id }
  if (!Array.isArray(capabilities) || capabilities.length === 0) return undefined
  const seen = capabilities.flatMap((one) => seenOf(one) ?? [])
  return seen.length === capabilities.length ? { verb: 'accept', id, seen } : undefined
}

function seenOf(value: unknown): SeenCapability | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { id, fingerprint, ...more } = value as Members
  return typeof fingerprint === 'string' && isAlone(id, more) ? { id, fingerprint } : undefined
}

function undoOf(id: unknown, force: unknown, typed: unknown, more: Members): ControlCommand | undefined {
  if (!isAlone(id, more) || typeof force !== 'boolean') return undefined
  if (typed !== undefined && typeof typed !== 'string') return undefined
  return { verb: 'undo', id, force, ...(typed !== undefined && { typed }) }
}

function trustOf(about: unknown): ControlCommand | undefined {
  if (typeof about !== 'object' || about === null) return undefined
  const { server, fingerprint, ...more } = about as Members
  if (typeof server !== 'string' || typeof fingerprint !== 'string' || !isEmpty(more)) return undefined
  const certificate = fingerprintOf(fingerprint)
  return certificate === undefined ? undefined : { verb: 'trust', id: server, fingerprint: certificate }
}

const isRole = (value: unknown): value is HeldRole => heldRoles.some((role) => role === value)

const isEmpty = (members: Members): boolean => Object.keys(members).length === 0

const isAlone = (id: unknown, more: Members): id is string => typeof id === 'string' && isEmpty(more)
