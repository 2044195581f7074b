/** Endpoint test: whether an address leads to an endpoint that takes its token, found out by one connection. */
import type { XiaozhiTest } from '../../contract/xiaozhi.js'
import type { Clock } from '../../gateway/ports.js'
import { type Dial, replacedReason } from './endpoint-socket.js'

/** Milliseconds that an open connection is watched: endpoints accept first and refuse then. */
const watchedMs = 3_000
/** Milliseconds for all of it. */
const testMs = 20_000

export function testEndpoint(
  address: string,
  { dial, clock }: { readonly dial: Dial; readonly clock: Clock },
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
        const kind = code === 1_008 ? 'refused' : reason === replacedReason ? 'replaced' : undefined
        isOpen = false
        end(kind ? { kind } : { kind: 'unreachable', reason })
      },
    })
    timers.push(clock.after(testMs, () => end({ kind: 'unreachable', reason: 'ETIMEDOUT' })))
  })
}
