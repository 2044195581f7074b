/**
 * History routes: the state of this script's approval requests, and the traces of its calls.
 *
 * Enforces invariant 6: read-only; nothing here decides.
 */
import { GatewayError } from '@contract/gateway-error.js'
import type { RestResponse } from './responses.js'
import type { RestRoute } from './rest-route.js'
import { approvalId, approvalStatus, named, nothing, trace, traceId } from './schemas.js'

export const historyRoutes: readonly RestRoute[] = [
  {
    method: 'GET',
    path: '/approvals/{approvalId}',
    operationId: 'getApproval',
    summary: 'The state of an approval of this caller, and the result for 15 minutes after the call ended.',
    pathParameters: named({ approvalId }),
    query: nothing,
    data: approvalStatus,
    handle({ path: { approvalId: id = '' }, caller }, gateway) {
      const status = gateway.approvalOf(id, caller)
      return status ? { kind: 'approval', status } : missing(noApproval)
    },
  },
  {
    method: 'GET',
    path: '/traces/{traceId}',
    operationId: 'getTrace',
    summary: 'The steps of a call of this caller, with their times. The last 1,000 are kept.',
    pathParameters: named({ traceId }),
    query: nothing,
    data: trace,
    handle({ path: { traceId: id = '' }, caller }, gateway) {
      const found = gateway.traceOf(id, caller)
      return found ? { kind: 'found', data: found } : missing(noTrace)
    },
  },
]

const missing = (error: GatewayError): RestResponse => ({ kind: 'refused', refusal: { status: 404, error } })

const noApproval = new GatewayError('PROTOCOL.INVALID_REQUEST', {
  message: 'No such approval.',
  suggestion:
    'Results are kept for 15 minutes, for the caller only. Read the state of the world before you call again.',
})

const noTrace = new GatewayError('PROTOCOL.INVALID_REQUEST', {
  message: 'No such trace.',
  suggestion: 'A trace exists after its call ended, for the caller only. The last 1,000 are kept.',
})
