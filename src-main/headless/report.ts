/** Report: what the headless program says on stdout, one JSON object a line. */
import { assertNever } from '../contract/assert-never.js'
import type { GatewayError } from '../contract/gateway-error.js'
import type { LiveEntry } from '../contract/live.js'
import type { Gateway } from '../gateway/gateway.js'

export type Line = Readonly<{ event: string } & Record<string, unknown>>

export function reportOn({ approvals, feed }: Pick<Gateway, 'approvals' | 'feed'>, write: (line: Line) => void): void {
  approvals.onDidOpen(({ id, capabilityId, server, risk, caller, arguments: given, expiresAt }) =>
    write({
      event: 'approval',
      id,
      capabilityId,
      server: server.name,
      risk,
      caller: caller.name,
      arguments: given,
      expiresAt,
    }),
  )
  approvals.onDidClose(({ approvalId, outcome }) => write({ event: 'approval-closed', id: approvalId, outcome }))
  feed.onDidArrive((entry) => {
    const line = lineOf(entry)
    if (line) write(line)
  })
}

export const failureLine = (error: GatewayError): Line => ({ event: 'failure', ...error.toContract() })

function lineOf(entry: LiveEntry): Line | undefined {
  switch (entry.kind) {
    case 'game':
      return { event: 'game', server: entry.server.name, eventId: entry.eventId, at: entry.at, data: entry.data }
    case 'server':
      return { event: 'server', server: entry.server.name, state: entry.state }
    case 'call': {
      if (entry.result !== 'failed') return undefined
      const { capabilityId, caller, server, error } = entry
      return { event: 'failure', capabilityId, caller: caller.name, ...(server && { server: server.name }), ...error }
    }
    case 'asked':
      return undefined
    default:
      return assertNever(entry)
  }
}
