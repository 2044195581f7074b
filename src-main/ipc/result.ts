/** Result: how a request of the window ends, as data. */
import type { GatewayError } from '../contract/gateway-error.js'
import type { Result } from './shapes.js'

export const ok = <T>(value: T): Result<T> => ({ ok: true, value })
export const failed = (error: GatewayError): Result<never> => ({ ok: false, error: error.toContract() })
