/**
 * Control: the process that started the headless program decides and accepts, by JSON lines on stdin.
 *
 * Guards invariant 2: when that process goes away, nobody can be asked any more and the program ends.
 */
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { type Decision, type Person, type Scope, scopes } from '../contract/approval.js'
import { asGatewayError, GatewayError } from '../contract/gateway-error.js'
import type { Approvals } from '../gateway/approvals.js'
import type { ManifestTrust } from '../gateway/manifest-trust.js'
import { fingerprintOf } from '../network/certificate-check.js'

/** Who decided, as the audit trail names them. */
const person: Person = { id: 'control:stdin', name: 'control:stdin', kind: 'control' }

export interface ControlOptions {
  readonly input: Readable
  readonly approvals: Pick<Approvals, 'attach' | 'answer'>
  readonly trust: Pick<ManifestTrust, 'acceptAll'>
  /** @throws GatewayError when there is no such server, or it showed another certificate */
  readonly trustCertificate: (server: string, fingerprint: string) => void
  /** Told what is wrong with a line. */
  readonly onFailure: (error: GatewayError) => void
  readonly onEnd: () => void
}

export function controlBy({ input, approvals, trust, trustCertificate, onFailure, onEnd }: ControlOptions): void {
  const detach = approvals.attach(person)
  const lines = createInterface({ input })
  lines.on('line', (line) => {
    if (line.trim() === '') return
    const order = parseOrder(line)
    if (!order) return onFailure(new GatewayError('PROTOCOL.INVALID_REQUEST', badLine))
    if (order.verb === 'accept') return accept(order.id)
    if (order.verb === 'trust') return attempt(() => trustCertificate(order.id, order.fingerprint))
    const { verb: decision, ...given } = order
    const answered = approvals.answer({ ...given, decision, person })
    if (!answered.ok) onFailure(answered.error)
  })
  lines.on('close', () => {
    detach()
    onEnd()
  })

  function accept(id: string): void {
    attempt(() => {
      if (trust.acceptAll(id, person.name) === 'no-server') {
        onFailure(new GatewayError('PROTOCOL.SERVER_NOT_FOUND', { details: { id } }))
      }
    })
  }

  function attempt(work: () => void): void {
    try {
      work()
    } catch (thrown) {
      onFailure(asGatewayError(thrown))
    }
  }
}

type Order =
  /** `id` of the question. */
  | { readonly verb: Decision; readonly id: string; readonly scope?: Scope; readonly typed?: string }
  /** `id` of the server. */
  | { readonly verb: 'accept'; readonly id: string }
  | { readonly verb: 'trust'; readonly id: string; readonly fingerprint: string }

const badLine = {
  message: 'A line on stdin is no decision.',
  suggestion:
    'Write {"approve":"ID"}, {"deny":"ID"}, either with "scope" and the first with "typed", {"accept":"ID OF A SERVER"} or {"trust":{"server":"ID","fingerprint":"SHA256"}}, one a line.',
}

function parseOrder(line: string): Order | undefined {
  try {
    const order: unknown = JSON.parse(line)
    if (typeof order !== 'object' || order === null) return undefined
    const [entry, ...more] = Object.entries(order)
    if (entry?.[0] === 'approve' || entry?.[0] === 'deny') return answerOf(entry[0], entry[1], more)
    if (!entry || more.length > 0) return undefined
    if (entry[0] === 'trust') return trustOf(entry[1])
    return entry[0] === 'accept' && typeof entry[1] === 'string' ? { verb: 'accept', id: entry[1] } : undefined
  } catch {
    return undefined
  }
}

function answerOf(verb: Decision, id: unknown, more: readonly (readonly [string, unknown])[]): Order | undefined {
  const { scope, typed, ...unknown } = Object.fromEntries(more)
  if (typeof id !== 'string' || Object.keys(unknown).length > 0) return undefined
  if (typed !== undefined && (typeof typed !== 'string' || verb === 'deny')) return undefined
  if (scope !== undefined && !isScope(scope)) return undefined
  return { verb, id, ...(scope !== undefined && { scope }), ...(typed !== undefined && { typed }) }
}

const isScope = (value: unknown): value is Scope => scopes.some((scope) => scope === value)

function trustOf(value: unknown): Order | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { server, fingerprint, ...more } = value as Record<string, unknown>
  if (typeof server !== 'string' || typeof fingerprint !== 'string' || Object.keys(more).length > 0) return undefined
  const certificate = fingerprintOf(fingerprint)
  return certificate === undefined ? undefined : { verb: 'trust', id: server, fingerprint: certificate }
}
