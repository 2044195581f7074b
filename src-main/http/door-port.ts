/**
 * Door port: the port that the owner wants, or a free one where another program has that.
 *
 * A gateway that does not start because of a port could not say so to anybody: it starts, and says it in the window.
 */
import type { Log } from '../gateway/ports.js'
import type { HttpDoor } from './door.js'

export interface OpenedDoor {
  readonly door: HttpDoor
  /** The port that was wanted and could not be had. */
  readonly taken: number | undefined
}

/** @param port 0 for a free one. @throws Error when none can be had */
export async function openedAt(port: number, open: (port: number) => Promise<HttpDoor>, log: Log): Promise<OpenedDoor> {
  try {
    return { door: await open(port), taken: undefined }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (port === 0 || (code !== 'EADDRINUSE' && code !== 'EACCES')) throw error
    log.warn('the port of the settings cannot be had: a free one is used', { port, code })
    return { door: await open(0), taken: port }
  }
}
