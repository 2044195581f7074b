/**
 * Socket lines: each connection to the socket of a profile sends one line, and gets one line back.
 *
 * Guards invariant 7, also against other programs of the owner: a line is bounded, a connection that sends none in time
 * is closed, and the one that is silent for the longest makes room for a new one. One that its peer does not close after
 * the response is closed, too.
 */
import { connect, type Server, type Socket } from 'node:net'

export interface LineLimits {
  /** Bytes of a line. */
  readonly line: number
  /** Milliseconds until a connection has sent its line. */
  readonly silentMs: number
  /** Milliseconds after the response until a connection is closed that its peer has not closed. */
  readonly closeMs: number
  /** Connections that have not sent their line yet. */
  readonly silent: number
  /** Connections in all. */
  readonly open: number
}

const usualLimits: LineLimits = { line: 1_048_576, silentMs: 5_000, closeMs: 10_000, silent: 16, open: 64 }

/** Bytes of a response. */
const maxResponseBytes = 64 * 1_048_576

/** @param respond the response to a line; the connection is closed without one when it rejects */
export function serveLines(
  server: Server,
  respond: (line: string) => string | Promise<string>,
  limits: LineLimits = usualLimits,
): void {
  const silent = new Set<Socket>()
  server.maxConnections = limits.open
  server.on('connection', (connection) => {
    const [longest] = silent
    if (silent.size >= limits.silent) longest?.destroy()
    silent.add(connection)
    const tooLate = setTimeout(() => connection.destroy(), limits.silentMs)
    const endSilence = () => {
      clearTimeout(tooLate)
      silent.delete(connection)
    }
    connection.on('error', () => connection.destroy())
    connection.on('close', endSilence)
    readLine(connection, limits.line, (line) => {
      endSilence()
      Promise.resolve(line)
        .then(respond)
        .then(
          (response) => {
            connection.end(`${response}\n`)
            const held = setTimeout(() => connection.destroy(), limits.closeMs).unref()
            connection.once('close', () => clearTimeout(held))
          },
          () => connection.destroy(),
        )
    })
  })
}

/** Calls back with the first line; ends a connection whose first line is longer than the limit. */
function readLine(connection: Socket, limit: number, onLine: (line: string) => void): void {
  const parts: Buffer[] = []
  let bytes = 0
  const read = (data: Buffer): void => {
    const end = data.indexOf('\n')
    const part = end < 0 ? data : data.subarray(0, end)
    bytes += part.length
    if (bytes > limit) {
      connection.destroy()
      return
    }
    parts.push(part)
    if (end < 0) return
    // What follows the line is read and dropped, so that the end of the connection is noticed.
    connection.off('data', read)
    connection.resume()
    onLine(Buffer.concat(parts).toString('utf8'))
  }
  connection.on('data', read)
}

/**
 * @param silentMs time limit for each part of the response
 * @returns the response, empty when the connection was closed without one; undefined when nobody listens
 */
export function sendLine(socket: string, line: string, silentMs: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const parts: Buffer[] = []
    let bytes = 0
    let isConnected = false
    const connection = connect(socket, () => {
      isConnected = true
      connection.write(`${line}\n`)
    })
    connection.on('data', (data) => {
      bytes += data.length
      if (bytes > maxResponseBytes) connection.destroy()
      else parts.push(data)
    })
    connection.setTimeout(silentMs, () => connection.destroy())
    connection.once('error', () => connection.destroy())
    connection.once('close', () => {
      const response = Buffer.concat(parts).toString('utf8')
      if (!isConnected) resolve(undefined)
      else resolve(response.endsWith('\n') ? response.slice(0, -1) : '')
    })
  })
}
