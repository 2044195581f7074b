/**
 * Control: the process that started the headless program decides and accepts, by JSON lines on stdin.
 *
 * Guards invariant 2: when that process goes away, nobody can be asked any more and the program ends.
 */
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { Decision } from '../contract/approval.js'
import { asGatewayError, GatewayError } from '../contract/gateway-error.js'
import type { Approvals } from '../gateway/approvals.js'
import type { ManifestTrust } from '../gateway/manifest-trust.js'

/** Who decided, as the audit trail names them. */
const person = 'control:stdin'

export interface ControlOptions {
  readonly input: Readable
  readonly approvals: Pick<Approvals, 'attach' | 'decide'>
  readonly trust: Pick<ManifestTrust, 'acceptAll'>
  /** Told what is wrong with a line. */
  readonly onFailure: (error: GatewayError) => void
  readonly onEnd: () => void
}

export function controlBy({ input, approvals, trust, onFailure, onEnd }: ControlOptions): void {
  const detach = approvals.attach()
  const lines = createInterface({ input })
  lines.on('line', (line) => {
    if (line.trim() === '') return
    const order = parseOrder(line)
    if (!order) return onFailure(new GatewayError('PROTOCOL.INVALID_REQUEST', badLine))
    if (order.verb === 'accept') return accept(order.id)
    if (!approvals.decide(order.id, order.verb, person)) {
      onFailure(new GatewayError('RISK.APPROVAL_CLOSED', { details: { id: order.id } }))
    }
  })
  lines.on('close', () => {
    detach()
    onEnd()
  })

  function accept(id: string): void {
    try {
      if (trust.acceptAll(id, person) === 'no-server') {
        onFailure(new GatewayError('PROTOCOL.SERVER_NOT_FOUND', { details: { id } }))
      }
    } catch (thrown) {
      onFailure(asGatewayError(thrown))
    }
  }
}

interface Order {
  readonly verb: Decision | 'accept'
  /** Of the question, or of the server. */
  readonly id: string
}

const badLine = {
  message: 'A line on stdin is no decision.',
  suggestion: 'Write {"approve":"ID"}, {"deny":"ID"} or {"accept":"ID OF A SERVER"}, one a line.',
}

function parseOrder(line: string): Order | undefined {
  try {
    const order: unknown = JSON.parse(line)
    if (typeof order !== 'object' || order === null) return undefined
    const entries = Object.entries(order)
    const [entry] = entries
    if (entries.length !== 1 || !entry || typeof entry[1] !== 'string') return undefined
    const [verb, id] = entry
    return verb === 'approve' || verb === 'deny' || verb === 'accept' ? { verb, id } : undefined
  } catch {
    return undefined
  }
}
