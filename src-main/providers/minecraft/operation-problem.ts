/** Operation problem: a failure with one action to take; `details.why` selects the localized text. */
import { GatewayError } from '@contract/gateway-error.js'

/** @param why unique across all parts, for example `backup-no-space` */
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
