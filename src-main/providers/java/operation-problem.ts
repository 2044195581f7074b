/** Operation problem: a failure with one thing to do; `details.why` picks its words in the language of the reader. */
import { GatewayError } from '../../contract/gateway-error.js'

/** @param why unique over all parts, for example `backup-no-space` */
export const operationProblem = (
  why: string,
  message: string,
  suggestion: string,
  details: Record<string, unknown> = {},
  cause?: unknown,
): GatewayError =>
  new GatewayError('BUSINESS.OPERATION_FAILED', {
    message,
    suggestion,
    details: { why, ...details },
    ...(cause !== undefined && { cause }),
  })
