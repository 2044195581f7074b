/**
 * Endpoint socket: the WebSocket to a XiaoZhi endpoint, and the test of an address. See docs/protocol.md#xiaozhi.
 *
 * Guards invariant 8: a reason contains a code and never the address.
 */

import type { XiaozhiTest } from '@shared/features/xiaozhi.js'
import type { Clock } from '../../gateway/ports/runtime.js'
import { type OpenTextSocket, textSocketDial, timedOutReason } from '../../network/text-socket.js'

/** Maximum bytes of a frame: requests of a model are small. */
const maxFrameBytes = 262_144
const maxUnreadBytes = 1_048_576

export const dialEndpoint = (clock: Clock): OpenTextSocket =>
  textSocketDial({ clock, maxFrameBytes, maxUnreadBytes, reasonOf: closeReason })

/** The texts of endpoint servers when another program replaced this connection. */
const replacement = ['replaced', 'new connection', '新连接', '新的连接', '替换', '顶替']

/** A reason is the endpoint's own text: only known ones are kept. */
function closeReason(code: number, reason: string): string {
  const said = reason.toLowerCase()
  return replacement.some((words) => said.includes(words)) ? replacedReason : `${code}`
}

/** Whether the endpoint refused the token: by a close code, or before the connection opened. */
export const isTokenRefusal = (code: number, reason: string): boolean =>
  code === 1_008 || reason === 'HTTP 401' || reason === 'HTTP 403'

/** The reason for a replaced connection. */
export const replacedReason = 'replaced'

/** Milliseconds to watch an open connection: endpoints accept first and refuse later. */
const watchedMs = 3_000
/** Milliseconds in total. */
const testMs = 20_000

/** Checks by one connection whether an address is an endpoint that accepts its token. */
export function testEndpoint(
  address: string,
  { dial, clock }: { readonly dial: OpenTextSocket; readonly clock: Clock },
): Promise<XiaozhiTest> {
  return new Promise((resolve) => {
    const timers: (() => void)[] = []
    const end = (result: XiaozhiTest): void => {
      for (const cancel of timers.splice(0)) cancel()
      resolve(result)
      socket.close()
    }
    const socket = dial(address, {
      open() {
        timers.push(clock.after(watchedMs, () => end({ kind: 'open' })))
      },
      text: () => end({ kind: 'in-use' }),
      closed(code, reason) {
        const kind = isTokenRefusal(code, reason) ? 'refused' : reason === replacedReason ? 'replaced' : undefined
        end(kind ? { kind } : { kind: 'unreachable', reason })
      },
    })
    timers.push(clock.after(testMs, () => end({ kind: 'unreachable', reason: timedOutReason })))
  })
}
