/** Client wait: reads the header `Gatehouse-Wait` of a request. See docs/protocol.md#calls-approvals. */
import { GatewayError } from '@contract/gateway-error.js'
import { parseWait, waitHeader, waitLimits } from '@contract/local/client-wait.js'
import type { RequestHead } from './exchange.js'

export interface ClientWait {
  /** Milliseconds that the client waits for a person at most. */
  readonly maxWaitMs?: number
}

/** @returns an empty object when the client says nothing; undefined when what it says is not valid */
export function waitIn({ headers }: RequestHead): ClientWait | undefined {
  const { [waitHeader]: text } = headers
  if (text === undefined) return {}
  const seconds = typeof text === 'string' ? parseWait(text) : undefined
  return seconds === undefined ? undefined : { maxWaitMs: seconds * 1_000 }
}

export const wrongWait = new GatewayError('PROTOCOL.INVALID_REQUEST', {
  message: 'The header Gatehouse-Wait is not valid.',
  suggestion: `Send seconds, from ${waitLimits.least} to ${waitLimits.most}, or omit it.`,
})
