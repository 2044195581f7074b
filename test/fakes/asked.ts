/** Handlers as a page meets them: who may ask is looked at, and what goes wrong comes back as data. */
import type { Log } from '../../src-main/gateway/ports.js'
import { answer, type Handler, type Handlers } from '../../src-main/ipc/answer.js'
import type { Page, RequestChannel } from '../../src-main/ipc/channels.js'
import type { Requests } from '../../src-main/ipc/requests.js'
import type { Result } from '../../src-main/ipc/shapes.js'
import { RecordingLog } from './recording-log.js'

type Asked<T> = {
  readonly [C in keyof T & RequestChannel]: (
    payload: Requests[C]['send'],
    page: Page,
  ) => Promise<Result<Requests[C]['get']>>
}

const open = { value: <T>(value: T) => value, restore: <T>(value: T) => value }

export const asked = <T extends Partial<Handlers>>(handlers: T, log: Log = new RecordingLog()): Asked<T> =>
  Object.fromEntries(
    Object.entries(handlers).map(([channel, handler]) => [
      channel,
      (payload: unknown, page: Page) =>
        answer({ channel: channel as RequestChannel, page, payload }, handler as Handler<RequestChannel>, {
          redactor: open,
          check: () => true,
          log,
        }),
    ]),
  ) as Asked<T>
