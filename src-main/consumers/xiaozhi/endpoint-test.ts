/** Endpoint test: checks by one connection whether an address is an endpoint that accepts its token. */
import type { XiaozhiTest } from '@shared/features/xiaozhi.js'
import type { Clock } from '../../gateway/ports/runtime.js'
import { isTokenRefusal, type OpenSocket, replacedReason, timedOutReason } from './endpoint-socket.js'

/** Milliseconds to watch an open connection: endpoints accept first and refuse later. */
const watchedMs = 3_000
/** Milliseconds in total. */
const testMs = 20_000

export function testEndpoint(
  address: string,
  { dial, clock }: { readonly dial: OpenSocket; readonly clock: Clock },
): Promise<XiaozhiTest> {
  return new Promise((resolve) => {
    let isOpen = false
    const timers: (() => void)[] = []
    const end = (result: XiaozhiTest): void => {
      for (const cancel of timers.splice(0)) cancel()
      resolve(result)
      if (isOpen) socket.close(1_000)
      else socket.terminate()
    }
    const socket = dial(address, {
      open() {
        isOpen = true
        timers.push(clock.after(watchedMs, () => end({ kind: 'open' })))
      },
      text: () => end({ kind: 'in-use' }),
      alive() {},
      closed(code, reason) {
        const kind = isTokenRefusal(code, reason) ? 'refused' : reason === replacedReason ? 'replaced' : undefined
        isOpen = false
        end(kind ? { kind } : { kind: 'unreachable', reason })
      },
    })
    timers.push(clock.after(testMs, () => end({ kind: 'unreachable', reason: timedOutReason })))
  })
}
