/**
 * Control: the process that started the headless program decides, by JSON lines on stdin.
 *
 * Guards invariant 2: when that process goes away, nobody can be asked any more and the program ends.
 */
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { Decision } from '../contract/approval.js'
import { GatewayError } from '../contract/gateway-error.js'
import type { Approvals } from '../gateway/approvals.js'

/** Who decided, as the audit trail names them. */
const person = 'control:stdin'

export interface ControlOptions {
  readonly input: Readable
  readonly approvals: Pick<Approvals, 'attach' | 'decide'>
  /** Told what is wrong with a line. */
  readonly onFailure: (error: GatewayError) => void
  readonly onEnd: () => void
}

export function controlBy({ input, approvals, onFailure, onEnd }: ControlOptions): void {
  const detach = approvals.attach()
  const lines = createInterface({ input })
  lines.on('line', (line) => {
    if (line.trim() === '') return
    const order = parseOrder(line)
    if (!order) return onFailure(new GatewayError('PROTOCOL.INVALID_REQUEST', badLine))
    if (!approvals.decide(order.id, order.decision, person)) {
      onFailure(new GatewayError('RISK.APPROVAL_CLOSED', { details: { id: order.id } }))
    }
  })
  lines.on('close', () => {
    detach()
    onEnd()
  })
}

const badLine = {
  message: 'A line on stdin is no decision.',
  suggestion: 'Write {"approve":"ID"} or {"deny":"ID"}, one a line.',
}

function parseOrder(line: string): { id: string; decision: Decision } | undefined {
  try {
    const order: unknown = JSON.parse(line)
    if (typeof order !== 'object' || order === null) return undefined
    const entries = Object.entries(order)
    const [entry] = entries
    if (entries.length !== 1 || !entry || typeof entry[1] !== 'string') return undefined
    const [decision, id] = entry
    return decision === 'approve' || decision === 'deny' ? { id, decision } : undefined
  } catch {
    return undefined
  }
}
