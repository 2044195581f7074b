/** Results: how a call ended, as an MCP client and its model read it. Specification 2, section 4. */
import type { CallToolResult } from '@modelcontextprotocol/server'
import { assertNever } from '../../contract/assert-never.js'
import { GatewayError } from '../../contract/gateway-error.js'
import type { CallReport, Outcome } from '../../gateway/call-path.js'

/** @param title of the capability, for the text a person reads */
export function resultOf(report: CallReport, title: string): CallToolResult {
  const { outcome } = report
  const envelope = {
    requestId: report.requestId,
    timestamp: report.timestamp,
    metadata: {
      executionTime: Math.round(report.milliseconds),
      traceId: report.traceId,
      ...(report.serverId && { serverId: report.serverId }),
      ...(outcome.kind === 'done' && outcome.snapshotId && { snapshotId: outcome.snapshotId }),
    },
  }
  if (outcome.kind === 'done') {
    return {
      content: [{ type: 'text', text: `${title}: ${JSON.stringify(outcome.data)}` }],
      structuredContent: { success: true, data: outcome.data, ...envelope },
    }
  }
  const error = errorOf(outcome)
  const code = clientCodeOf(error.code)
  return {
    isError: true,
    content: [{ type: 'text', text: `${error.message} ${error.suggestion} (${code})` }],
    structuredContent: {
      success: false,
      error: { ...error.toContract(), code, contractCode: error.code },
      ...envelope,
    },
  }
}

/** `PERMISSION.DENIED` → `E_PERMISSION_DENIED`. */
export const clientCodeOf = (code: string): string => `E_${code.replaceAll('.', '_')}`

function errorOf(outcome: Exclude<Outcome, { kind: 'done' }>): GatewayError {
  switch (outcome.kind) {
    case 'failed':
      return outcome.error
    case 'denied':
      return new GatewayError('RISK.APPROVAL_REJECTED', { details: { approvalId: outcome.approvalId } })
    case 'expired':
      return new GatewayError('RISK.APPROVAL_EXPIRED', { details: { approvalId: outcome.approvalId } })
    case 'withdrawn':
      return new GatewayError(
        'RISK.APPROVAL_WITHDRAWN',
        outcome.approvalId ? { details: { approvalId: outcome.approvalId } } : {},
      )
    default:
      return assertNever(outcome)
  }
}
