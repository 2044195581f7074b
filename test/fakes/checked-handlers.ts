/**
 * Checked handlers: runs IPC handlers like requests of a page: the sender is checked, and errors are returned as data.
 */
import type { Log } from '../../src-main/gateway/ports/runtime.js'
import type { PageName, Payload, RequestChannel, Returned } from '../../src-main/ipc/channels.js'
import { answer, type Handlers, type IpcHandler } from '../../src-main/ipc/request-handling.js'
import type { Result } from '../../src-main/ipc/shapes.js'
import { RecordingLog } from './recording-log.js'

type CheckedHandlers<T> = {
  readonly [C in keyof T & RequestChannel]: (payload: Payload<C>, page: PageName) => Promise<Result<Returned<C>>>
}

const open = { value: <T>(value: T) => value, meant: (_channel: string, payload: unknown) => payload }

export const checkedHandlers = <T extends Partial<Handlers>>(
  handlers: T,
  log: Log = new RecordingLog(),
): CheckedHandlers<T> =>
  Object.fromEntries(
    Object.entries(handlers).map(([channel, handler]) => [
      channel,
      (payload: unknown, page: PageName) =>
        answer({ channel: channel as RequestChannel, page, payload }, handler as IpcHandler<RequestChannel>, {
          redactor: open,
          check: () => true,
          log,
        }),
    ]),
  ) as CheckedHandlers<T>
