/** Fake handlers: the types and the results that the fake responses of all areas share. */
import type { Payload, PushChannel, Pushed, RequestChannel, Returned } from '../../../src-main/ipc/channels.js'
import type { Result } from '../../../src-main/ipc/shapes.js'

export type Handlers<C extends RequestChannel = RequestChannel> = {
  [Channel in C]: (payload: Payload<Channel>) => Result<Returned<Channel>>
}
export type HandlersOf<Area extends string> = Handlers<Extract<RequestChannel, `${Area}:${string}`>>

export type Push = <C extends PushChannel>(channel: C, message: Pushed<C>) => void

export const done = { ok: true, value: null } as const
export const nothingToUndo = {
  ok: false,
  error: { code: 'RISK.ROLLBACK_FAILED', message: 'No undo information is kept for this action.' },
} as const
