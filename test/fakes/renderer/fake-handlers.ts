/** Fake handlers: the types and the results that the fake responses of all areas share. */

import type { Result } from '../../../src-main/owner/table/shapes.js'
import type { Carried, PageEvent, PageOrder, Payload, Returned } from '../../../src-main/owner/table/table.js'

export type Handlers<C extends PageOrder = PageOrder> = {
  [Channel in C]: (payload: Payload<Channel>) => Result<Returned<Channel>>
}
export type HandlersOf<Area extends string> = Handlers<Extract<PageOrder, `${Area}:${string}`>>

export type Push = <C extends PageEvent>(channel: C, message: Carried<C>) => void

export const done = { ok: true, value: null } as const
export const nothingToUndo = {
  ok: false,
  error: { code: 'RISK.ROLLBACK_FAILED', message: 'No undo information is kept for this action.' },
} as const
