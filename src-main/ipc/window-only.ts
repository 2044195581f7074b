/**
 * Window only: answers the main window and nobody else, and tells what goes wrong as data.
 *
 * Guards invariant 6: what only a person may do is asked from the page that a person works in; the pop-up, which shows what
 * strangers wrote, gets nothing here.
 */
import { asGatewayError, GatewayError } from '../contract/gateway-error.js'
import { failed, ok } from './result.js'
import type { Result } from './shapes.js'
import type { Sender } from './typed-ipc.js'

const denied = (): Result<never> => failed(new GatewayError('PERMISSION.DENIED'))

export function forWindow<T>(sender: Sender, act: () => T): Result<T> {
  if (sender !== 'window') return denied()
  try {
    return ok(act())
  } catch (thrown) {
    return failed(asGatewayError(thrown))
  }
}

/** The same, for what takes its time. Never rejects. */
export async function forWindowLater<T>(sender: Sender, act: () => T | Promise<T>): Promise<Result<T>> {
  if (sender !== 'window') return denied()
  try {
    return ok(await act())
  } catch (thrown) {
    return failed(asGatewayError(thrown))
  }
}
