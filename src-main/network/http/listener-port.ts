/**
 * Listener port: the configured port, or a free one when another program uses it.
 *
 * A gateway that failed to start because of a port could not report it. It starts and reports it in the window.
 */
import type { Log } from '../../gateway/ports/runtime.js'
import type { HttpListener } from './http-listener.js'

export interface OpenedListener {
  readonly listener: HttpListener
  /** The configured port, when it was not available. */
  readonly taken: number | undefined
}

/** @param port 0 for a free one. @throws Error when none is available */
export async function listenOrUseFreePort(
  port: number,
  open: (port: number) => Promise<HttpListener>,
  log: Log,
): Promise<OpenedListener> {
  try {
    return { listener: await open(port), taken: undefined }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (port === 0 || (code !== 'EADDRINUSE' && code !== 'EACCES')) throw error
    log.warn('the port of the settings cannot be had: a free one is used', { port, code })
    return { listener: await open(0), taken: port }
  }
}
