/**
 * Standard input line: the order that a JSON line of the parent process gives. Its first member is the verb.
 *
 * Enforces invariant 2: a line that is not exactly an order is refused. Members that a verb does not translate stay in
 * the payload, where its schema refuses them.
 */
import { isObject } from '@contract/json/json-object.js'
import { fingerprintOf } from '../../network/certificate-check.js'
import { readScope } from '../../policy/rules/scope-names.js'
import type { OrdersOf } from '../table/table.js'

export interface GivenLine {
  readonly order: OrdersOf<'stdin'>
  /** Not validated yet. */
  readonly payload: unknown
}

/** An example of every line. */
export const exampleLines =
  'Write one command per line: {"approve":"ID"} (optional: "scope", "what", "typed"), {"deny":"ID"} (optional: "scope", "what"), {"accept":"ID OF A SERVER"} (optional: "capabilities":[{"id","fingerprint"}]), {"consent":"ID"} (optional: "role"), {"decline":"ID"}, {"allowClient":"ID"}, {"refuseClient":"ID"}, {"panic":true}, {"panic":false}, {"letAsk":"ID OF A CLIENT"}, {"undo":"ID OF A REQUEST"} (optional: "force":true, "typed") or {"trust":{"server":"ID","fingerprint":"SHA256"}}.'

type Members = Readonly<Record<string, unknown>>

/** By verb. Undefined when it is not an order. */
const translations: Readonly<Record<string, (about: unknown, more: Members) => GivenLine | undefined>> = {
  approve: (id, more) => decision('approve', id, more),
  deny: (id, { typed, ...more }) => (typed === undefined ? decision('deny', id, more) : undefined),
  accept: (id, more) => given('capabilities' in more ? 'servers:accept' : 'servers:accept-all', { id }, more),
  consent: (id, more) => given('consents:decide', { id, decision: 'accept' }, more),
  decline: (id, more) => (isEmpty(more) ? given('consents:decide', { id, decision: 'decline' }) : undefined),
  allowClient: (id, more) => given('keyless:decide', { id, state: 'allowed' }, more),
  refuseClient: (id, more) => given('keyless:decide', { id, state: 'refused' }, more),
  panic: (on, more) => {
    if (!isEmpty(more) || typeof on !== 'boolean') return undefined
    return on ? { order: 'panic:on', payload: undefined } : given('panic:off', { confirmed: true })
  },
  letAsk: (client, more) => given('asking:resume', { client }, more),
  undo: (requestId, more) => given('undo:run-unseen', { requestId }, more),
  trust: (about, more) => (isEmpty(more) && isObject(about) ? trust(about) : undefined),
}

/** @param more other members of the line, which its schema judges; none may have a name that the order gives itself */
function given(order: GivenLine['order'], own: Members, more: Members = {}): GivenLine | undefined {
  const isTaken = Object.keys(own).some((name) => Object.hasOwn(more, name))
  return isTaken ? undefined : { order, payload: { ...more, ...own } }
}

/** Undefined when it is not an order. */
export function readLine(line: string): GivenLine | undefined {
  try {
    const parsed: unknown = JSON.parse(line)
    if (!isObject(parsed)) return undefined
    const [first, ...more] = Object.entries(parsed)
    const translate = first && Object.hasOwn(translations, first[0]) ? translations[first[0]] : undefined
    return translate?.(first?.[1], Object.fromEntries(more))
  } catch {
    return undefined
  }
}

/** Without `what` it covers exactly this. */
function decision(verb: 'approve' | 'deny', id: unknown, { scope, what, ...more }: Members): GivenLine | undefined {
  const chosen = 'duration' in more ? undefined : readScope(scope, what)
  return chosen && given('approvals:decide', { ...chosen, id, decision: verb }, more)
}

function trust({ server, fingerprint, ...more }: Members): GivenLine | undefined {
  const certificate = typeof fingerprint === 'string' ? fingerprintOf(fingerprint) : undefined
  if (certificate === undefined) return undefined
  return given('servers:trust-certificate', { id: server, fingerprint: certificate }, more)
}

const isEmpty = (members: Members): boolean => Object.keys(members).length === 0
