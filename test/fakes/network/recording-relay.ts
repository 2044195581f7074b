/** Recording relay: somebody between a window and a gateway who keeps every byte that the window sends. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export class RecordingRelay {
  readonly recorded: Buffer[] = []
  readonly #server
  readonly #sockets = new Set<Socket>()

  private constructor(target: { readonly host: string; readonly port: number }) {
    this.#server = createServer((near) => {
      const far = connect(target.port, target.host)
      for (const socket of [near, far]) {
        this.#sockets.add(socket)
        socket
          .on('error', () => {})
          .once('close', () => {
            near.destroy()
            far.destroy()
          })
      }
      near.on('data', (bytes) => this.recorded.push(bytes))
      near.pipe(far)
      far.pipe(near)
    })
  }

  static async open(target: { readonly host: string; readonly port: number }): Promise<RecordingRelay> {
    const relay = new RecordingRelay(target)
    relay.#server.listen(0, '127.0.0.1')
    await once(relay.#server, 'listening')
    return relay
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    this.#server.close()
    await once(this.#server, 'close')
  }
}
