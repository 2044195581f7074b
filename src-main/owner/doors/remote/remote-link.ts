/**
 * Remote link: one WebSocket over TLS, for the remote door.
 *
 * Enforces invariant 7: a window that does not read is cut, a silent one too, and messages arrive one a turn of the event
 * loop.
 */
import { remoteWire } from '@shared/remote/wire.js'
import type { Clock } from '../../../gateway/ports/runtime.js'
import type { DoorConnection, RemoteLink } from './remote-door.js'
import type { UnprovenWindow } from './remote-listener.js'

/** Bytes that a window has not read, at most. */
const maxUnreadBytes = 16_777_216
/** Milliseconds for a closing handshake. */
const closingMs = 2_000

/** Serves the connection until it ends. */
export function serveLink(
  { window, tls, address, admit }: UnprovenWindow,
  connect: (link: RemoteLink) => DoorConnection,
  clock: Pick<Clock, 'after' | 'elapsed'>,
): void {
  const { exporter, heartbeatMs, silenceMs } = remoteWire
  let lastSign = clock.elapsed()
  let stopTimer = () => {}
  const link: RemoteLink = {
    address,
    admit,
    exporter: () => tls.exportKeyingMaterial(exporter.bytes, exporter.label, Buffer.alloc(0)),
    send(text) {
      if (window.readyState !== window.OPEN) return
      if (window.bufferedAmount > maxUnreadBytes) window.terminate()
      else window.send(text)
    },
    close() {
      window.close(1_000)
      stopTimer()
      stopTimer = clock.after(closingMs, () => window.terminate())
    },
  }
  const beat = () => {
    if (clock.elapsed() - lastSign >= silenceMs) return window.terminate()
    window.ping()
    stopTimer = clock.after(heartbeatMs, beat)
  }
  stopTimer = clock.after(heartbeatMs, beat)
  const isAlive = () => {
    lastSign = clock.elapsed()
  }
  const connection = connect(link)
  window.on('pong', isAlive)
  window.on('ping', isAlive)
  window.on('message', (data, isBinary) => {
    isAlive()
    if (isBinary) return window.terminate()
    connection.receive(`${data as Buffer}`)
  })
  window.once('close', () => {
    stopTimer()
    connection.closed()
  })
}
