/**
 * Control: the process that started the headless program decides and accepts, by JSON lines on stdin.
 *
 * Guards invariant 2: when that process goes away, nobody can be asked any more and the program ends.
 */
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { asGatewayError, GatewayError } from '../contract/gateway-error.js'
import type { Approvals } from '../gateway/approvals.js'
import type { Consents } from '../gateway/consents.js'
import type { ManifestTrust } from '../gateway/manifest-trust.js'
import { fingerprintOf } from '../network/certificate-check.js'

/** Who decided, as the audit trail names them. */
const person = 'control:stdin'

export interface ControlOptions {
  readonly input: Readable
  readonly approvals: Pick<Approvals, 'attach' | 'decide'>
  readonly consents: Pick<Consents, 'attach' | 'decide'>
  readonly trust: Pick<ManifestTrust, 'acceptAll'>
  /** @throws GatewayError when there is no such server, or it showed another certificate */
  readonly trustCertificate: (server: string, fingerprint: string) => void
  /** Told what is wrong with a line. */
  readonly onFailure: (error: GatewayError) => void
  readonly onEnd: () => void
}

export function controlBy(options: ControlOptions): void {
  const { input, approvals, consents, trust, trustCertificate, onFailure, onEnd } = options
  const detach = [approvals.attach(), consents.attach()]
  const lines = createInterface({ input })
  lines.on('line', (line) => {
    if (line.trim() === '') return
    const order = parseOrder(line)
    if (!order) return onFailure(new GatewayError('PROTOCOL.INVALID_REQUEST', badLine))
    if (order.verb === 'accept') return accept(order.id)
    if (order.verb === 'trust') return attempt(() => trustCertificate(order.id, order.fingerprint))
    const isOpen =
      order.verb === 'consent' || order.verb === 'decline'
        ? consents.decide(order.id, order.verb === 'consent' ? 'accept' : 'decline')
        : approvals.decide(order.id, order.verb, person)
    if (!isOpen) onFailure(new GatewayError('RISK.APPROVAL_CLOSED', { details: { id: order.id } }))
  })
  lines.on('close', () => {
    for (const leave of detach) leave()
    onEnd()
  })

  function accept(id: string): void {
    attempt(() => {
      if (trust.acceptAll(id, person) === 'no-server') {
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

/** `consent` and `decline` answer a program that came by OAuth. */
const verbs = ['approve', 'deny', 'accept', 'consent', 'decline'] as const
type Verb = (typeof verbs)[number]

type Order =
  /** `id` of the question, or of the server. */
  | { readonly verb: Verb; readonly id: string }
  | { readonly verb: 'trust'; readonly id: string; readonly fingerprint: string }

const badLine = {
  message: 'A line on stdin is no decision.',
  suggestion:
    'Write {"approve":"ID"}, {"deny":"ID"}, {"accept":"ID OF A SERVER"}, {"consent":"ID"}, {"decline":"ID"} or {"trust":{"server":"ID","fingerprint":"SHA256"}}, one a line.',
}

function parseOrder(line: string): Order | undefined {
  try {
    const order: unknown = JSON.parse(line)
    if (typeof order !== 'object' || order === null) return undefined
    const entries = Object.entries(order)
    const [entry] = entries
    if (entries.length !== 1 || !entry) return undefined
    if (entry[0] === 'trust') return trustOf(entry[1])
    if (typeof entry[1] !== 'string') return undefined
    const verb = verbs.find((known) => known === entry[0])
    return verb && { verb, id: entry[1] }
  } catch {
    return undefined
  }
}

function trustOf(value: unknown): Order | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { server, fingerprint, ...more } = value as Record<string, unknown>
  if (typeof server !== 'string' || typeof fingerprint !== 'string' || Object.keys(more).length > 0) return undefined
  const certificate = fingerprintOf(fingerprint)
  return certificate === undefined ? undefined : { verb: 'trust', id: server, fingerprint: certificate }
}
