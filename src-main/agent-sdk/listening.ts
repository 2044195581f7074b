/** Listening: waits until a server has its port, or says in words why it cannot have it. */
import { once } from 'node:events'
import type { WebSocketServer } from 'ws'

/** @throws Error in a sentence; its `code` and `cause` are the system's */
export async function listening(server: WebSocketServer, host: string, port: number): Promise<void> {
  try {
    await once(server, 'listening')
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException
    throw Object.assign(new Error(whyNot(code, host, port) ?? message, { cause }), { code })
  }
}

function whyNot(code: string | undefined, host: string, port: number): string | undefined {
  if (code === 'EADDRINUSE') {
    return `Port ${port} is taken, perhaps by another agent. Choose another port; port 0 is a free one.`
  }
  if (code === 'EACCES') return `This user may not listen on port ${port}. Choose a port above 1023.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `${host} is no address of this computer.`
  return undefined
}
