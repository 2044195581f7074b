/**
 * Numeric error codes of services. See docs/protocol.md#services-errors for meaning, handling and retries.
 *
 * On the wire an error has a catalogue code; its number is in `details.serviceCode`.
 */
import type { ErrorCode } from './error-catalogue.js'
import { GatewayError, type GatewayErrorOptions } from './gateway-error.js'

/**
 * Handling: `refuse` prevents the start; `mark` shows the service as failed; `answer` is an error result of the call;
 * `reconnect` connects again; `truncate` shortens the result and warns.
 */
export type ServiceErrorHandling = 'refuse' | 'mark' | 'answer' | 'reconnect' | 'truncate'

export interface ServiceErrorEntry {
  readonly name: string
  readonly code: ErrorCode
  readonly handling: ServiceErrorHandling
  readonly retry: 'never' | 'limited' | 'forever'
  readonly message: string
  readonly suggestion: string
}

const configuration = { code: 'PROTOCOL.INVALID_REQUEST', handling: 'refuse', retry: 'never' } as const
const service = { code: 'SYSTEM.SERVICE_UNAVAILABLE', handling: 'mark', retry: 'limited' } as const
const tool = { handling: 'answer', retry: 'never' } as const
const connection = { code: 'SYSTEM.SERVICE_UNAVAILABLE', handling: 'reconnect', retry: 'forever' } as const

export const serviceErrors = {
  1001: {
    name: 'CONFIG_LOAD_ERROR',
    ...configuration,
    message: 'The configuration of the services cannot be read.',
    suggestion: 'Correct the file at the line that the message names. Gatehouse reads it again when it changes.',
  },
  1002: {
    name: 'CONFIG_VALIDATION_ERROR',
    ...configuration,
    message: 'The configuration of a service is not valid.',
    suggestion: 'Correct the line that the message names. The other services are not affected.',
  },
  1003: {
    name: 'CONFIG_ENV_VAR_MISSING',
    ...configuration,
    message: 'An environment variable or a stored key is missing.',
    suggestion: 'Set the variable before Gatehouse starts, or enter the key again.',
  },
  2001: {
    name: 'SERVICE_START_ERROR',
    ...service,
    message: 'The service could not start.',
    suggestion: 'Read its log, correct its command or address, then restart it.',
  },
  2002: {
    name: 'SERVICE_STOP_ERROR',
    ...service,
    retry: 'never',
    message: 'The service could not be stopped.',
    suggestion: 'End its process yourself.',
  },
  2003: {
    name: 'SERVICE_TIMEOUT_ERROR',
    ...service,
    code: 'SYSTEM.TIMEOUT',
    message: 'The service did not respond in time.',
    suggestion: 'The action may have been done. Check before you try again.',
  },
  2004: {
    name: 'SERVICE_NOT_FOUND',
    ...tool,
    code: 'PROTOCOL.SERVER_NOT_FOUND',
    message: 'No service has this name.',
    suggestion: 'List the services and use one of their names.',
  },
  2005: {
    name: 'SERVICE_UNHEALTHY',
    ...service,
    message: 'The service does not respond to health checks.',
    suggestion: 'Gatehouse keeps trying. Restart the service if it stays like this.',
  },
  3001: {
    name: 'TOOL_NOT_FOUND',
    ...tool,
    code: 'PROTOCOL.CAPABILITY_NOT_FOUND',
    message: 'The service offers no such tool.',
    suggestion: 'List the tools again.',
  },
  3002: {
    name: 'TOOL_CALL_ERROR',
    ...tool,
    code: 'BUSINESS.OPERATION_FAILED',
    message: 'The tool failed.',
    suggestion: 'Read what the service says before you try again.',
  },
  3003: {
    name: 'TOOL_RESULT_TOO_LARGE',
    code: 'BUSINESS.OPERATION_FAILED',
    handling: 'truncate',
    retry: 'never',
    message: 'The result is larger than allowed.',
    suggestion: 'Ask for less at once.',
  },
  3004: {
    name: 'TOOL_LIST_TOO_LARGE',
    code: 'BUSINESS.OPERATION_FAILED',
    handling: 'truncate',
    retry: 'never',
    message: 'The list of tools is larger than allowed.',
    suggestion: 'Choose fewer tools, or stop a service.',
  },
  4001: {
    name: 'WEBSOCKET_CONNECTION_ERROR',
    ...connection,
    message: 'The connection to XiaoZhi failed.',
    suggestion: 'Check the address. Gatehouse keeps trying.',
  },
  4002: {
    name: 'WEBSOCKET_AUTH_ERROR',
    code: 'AUTH.TOKEN_INVALID',
    handling: 'mark',
    retry: 'never',
    message: 'XiaoZhi refused the token.',
    suggestion: 'Copy the address from the XiaoZhi console again.',
  },
  4003: {
    name: 'WEBSOCKET_TIMEOUT',
    ...connection,
    code: 'SYSTEM.TIMEOUT',
    message: 'XiaoZhi did not respond in time.',
    suggestion: 'Gatehouse keeps trying.',
  },
  5000: {
    name: 'UNKNOWN_ERROR',
    ...tool,
    code: 'SYSTEM.INTERNAL_ERROR',
    message: 'Something went wrong with a service.',
    suggestion: 'Try again. If it happens again, check the log.',
  },
} as const satisfies Record<number, ServiceErrorEntry>

export type ServiceErrorCode = keyof typeof serviceErrors

/** A catalogue error for a failure of a service, with its number in `details.serviceCode`. */
export function serviceError(number: ServiceErrorCode, options: GatewayErrorOptions = {}): GatewayError {
  const { code, message, suggestion } = serviceErrors[number]
  return new GatewayError(code, {
    message,
    suggestion,
    ...options,
    details: { ...options.details, serviceCode: number },
  })
}

/** The number of a failure; 5000 when it has none. */
export function serviceCodeOf(thrown: unknown): ServiceErrorCode {
  const number = thrown instanceof GatewayError ? thrown.details?.serviceCode : undefined
  return typeof number === 'number' && Object.hasOwn(serviceErrors, number) ? (number as ServiceErrorCode) : 5000
}
