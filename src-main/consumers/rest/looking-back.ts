/**
 * Looking back: how a question of this script stands, and the way one of its calls took.
 *
 * Guards invariant 6: reading only; nothing here decides.
 */
import { GatewayError } from '../../contract/gateway-error.js'
import type { Answer } from './answers.js'
import type { RestRoute } from './rest-route.js'
import { approvalId, approvalStatus, named, nothing, trace, traceId } from './schemas.js'

export const lookingBack: readonly RestRoute[] = [
  {
    method: 'GET',
    path: '/approvals/{approvalId}',
    operationId: 'getApproval',
    summary: 'How a question of this caller stands; once the call has ended, with its answer, for 15 minutes.',
    pathParameters: named({ approvalId }),
    query: nothing,
    data: approvalStatus,
    answer({ path: { approvalId: id = '' }, caller }, gateway) {
      const status = gateway.approvalOf(id, caller)
      return status ? { kind: 'approval', status } : missing(noApproval)
    },
  },
  {
    method: 'GET',
    path: '/traces/{traceId}',
    operationId: 'getTrace',
    summary: 'The way a call of this caller took through the gateway, with the time of each step; the last 1,000.',
    pathParameters: named({ traceId }),
    query: nothing,
    data: trace,
    answer({ path: { traceId: id = '' }, caller }, gateway) {
      const found = gateway.traceOf(id, caller)
      return found ? { kind: 'found', data: found } : missing(noTrace)
    },
  },
]

const missing = (error: GatewayError): Answer => ({ kind: 'refused', refusal: { status: 404, error } })

const noApproval = new GatewayError('PROTOCOL.INVALID_REQUEST', {
  message: 'No such approval.',
  suggestion: 'Answers are kept for 15 minutes, for who has called. Read the state of the world before calling again.',
})

const noTrace = new GatewayError('PROTOCOL.INVALID_REQUEST', {
  message: 'No such trace.',
  suggestion: 'A trace is there once its call has ended, for who has called; the last 1,000 are kept.',
})
