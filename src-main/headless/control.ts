/**
 * Control: the process that started the headless program decides, accepts and undoes, by JSON lines on stdin.
 *
 * Guards invariant 2: when that process goes away, nobody can be asked any more and the program ends.
 */
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { Decision } from '../contract/approval.js'
import { asGatewayError, GatewayError } from '../contract/gateway-error.js'
import type { UndoResult } from '../contract/undo.js'
import type { Approvals } from '../gateway/approvals.js'
import type { ManifestTrust } from '../gateway/manifest-trust.js'
import type { Undo } from '../gateway/undo.js'
import { fingerprintOf } from '../network/certificate-check.js'

/** Who decided, as the audit trail names them. */
const person = 'control:stdin'

export interface ControlOptions {
  readonly input: Readable
  readonly approvals: Pick<Approvals, 'attach' | 'decide'>
  readonly trust: Pick<ManifestTrust, 'acceptAll'>
  readonly undo: Pick<Undo, 'run'>
  /** Told how an undo went. */
  readonly onUndo: (result: UndoResult) => void
  /** @throws GatewayError when there is no such server, or it showed another certificate */
  readonly trustCertificate: (server: string, fingerprint: string) => void
  /** Told what is wrong with a line. */
  readonly onFailure: (error: GatewayError) => void
  readonly onEnd: () => void
}

export function controlBy(options: ControlOptions): void {
  const { input, approvals, trust, trustCertificate, undo, onUndo, onFailure, onEnd } = options
  const detach = approvals.attach()
  const lines = createInterface({ input })
  lines.on('line', (line) => {
    if (line.trim() === '') return
    const order = parseOrder(line)
    if (!order) return onFailure(new GatewayError('PROTOCOL.INVALID_REQUEST', badLine))
    if (order.verb === 'accept') return accept(order.id)
    if (order.verb === 'trust') return attempt(() => trustCertificate(order.id, order.fingerprint))
    if (order.verb === 'undo') return void undo.run(order.id, { force: order.force }, person).then(onUndo)
    if (!approvals.decide(order.id, order.verb, person)) {
      onFailure(new GatewayError('RISK.APPROVAL_CLOSED', { details: { id: order.id } }))
    }
  })
  lines.on('close', () => {
    detach()
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

type Order =
  /** `id` of the question, of the server, or of the call to undo. */
  | { readonly verb: Decision | 'accept'; readonly id: string }
  | { readonly verb: 'undo'; readonly id: string; readonly force: boolean }
  | { readonly verb: 'trust'; readonly id: string; readonly fingerprint: string }

const badLine = {
  message: 'A line on stdin is no decision.',
  suggestion:
    'Write {"approve":"ID"}, {"deny":"ID"}, {"accept":"ID OF A SERVER"}, {"trust":{"server":"ID","fingerprint":"SHA256"}} or {"undo":"ID OF A REQUEST"}, also with "force":true, one a line.',
}

function parseOrder(line: string): Order | undefined {
  try {
    const order: unknown = JSON.parse(line)
    if (typeof order !== 'object' || order === null) return undefined
    if ('undo' in order) return undoOf(order)
    const entries = Object.entries(order)
    const [entry] = entries
    if (entries.length !== 1 || !entry) return undefined
    if (entry[0] === 'trust') return trustOf(entry[1])
    if (typeof entry[1] !== 'string') return undefined
    const [verb, id] = [entry[0], entry[1]]
    return verb === 'approve' || verb === 'deny' || verb === 'accept' ? { verb, id } : undefined
  } catch {
    return undefined
  }
}

function undoOf(order: object & { readonly undo: unknown }): Order | undefined {
  const { undo: id, force = false, ...more } = order as Record<string, unknown>
  if (typeof id !== 'string' || typeof force !== 'boolean' || Object.keys(more).length > 0) return undefined
  return { verb: 'undo', id, force }
}

function trustOf(value: unknown): Order | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { server, fingerprint, ...more } = value as Record<string, unknown>
  if (typeof server !== 'string' || typeof fingerprint !== 'string' || Object.keys(more).length > 0) return undefined
  const certificate = fingerprintOf(fingerprint)
  return certificate === undefined ? undefined : { verb: 'trust', id: server, fingerprint: certificate }
}
