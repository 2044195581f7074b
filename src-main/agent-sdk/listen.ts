/** Listens on a port; explains in a sentence why a port is not available. */
import { once } from 'node:events'
import type { WebSocketServer } from 'ws'

/** @throws Error with a sentence; `code` and `cause` are the system's */
export async function listen(server: WebSocketServer, host: string, port: number): Promise<void> {
  try {
    await once(server, 'listening')
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException
    throw Object.assign(new Error(whyNot(code, host, port) ?? message, { cause }), { code })
  }
}

function whyNot(code: string | undefined, host: string, port: number): string | undefined {
  if (code === 'EADDRINUSE') {
    return `Port ${port} is in use, perhaps by another agent. Choose another port, or 0 for a free one.`
  }
  if (code === 'EACCES') return `This user may not listen on port ${port}. Choose a port above 1023.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `${host} is not an address of this computer.`
  return undefined
}
