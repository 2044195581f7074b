/** Socket connection: an open TCP connection within a time limit. */
import type { LookupAddress } from 'node:dns'
import { connect, type Socket } from 'node:net'
import type { Clock } from '../../gateway/ports/runtime.js'
import { lookupIn } from '../../network/checked-host.js'

export interface SocketTarget {
  readonly host: string
  readonly port: number
  /** Verified addresses of the host; resolved by the system when omitted. */
  readonly addresses?: readonly LookupAddress[]
}

/** @throws the error of the socket; its code is ETIMEDOUT after the time limit, and ECONNABORTED after an abort */
export function connectedSocket(
  { host, port, addresses }: SocketTarget,
  { clock, timeoutMs }: { readonly clock: Pick<Clock, 'after'>; readonly timeoutMs: number },
  signal: AbortSignal,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, ...(addresses && { lookup: lookupIn(addresses) }) })
    const settle = (report: () => void) => {
      stop()
      signal.removeEventListener('abort', abort)
      socket.removeAllListeners()
      report()
    }
    const fail = (error: Error) =>
      settle(() => {
        socket.on('error', () => {})
        socket.destroy()
        reject(error)
      })
    const abort = () => fail(withCode('ECONNABORTED'))
    const stop = clock.after(timeoutMs, () => fail(withCode('ETIMEDOUT')))
    signal.addEventListener('abort', abort, { once: true })
    socket.once('error', fail)
    socket.once('connect', () => settle(() => resolve(socket)))
    if (signal.aborted) abort()
  })
}

const withCode = (code: string): NodeJS.ErrnoException => Object.assign(new Error(code), { code })
