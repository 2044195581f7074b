/** The model of obs-websocket on a socket of this computer. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import { closeCodes, type ObsClient, ObsModel } from './obs-model.js'

export interface ObsServer {
  readonly model: ObsModel
  readonly address: string
  readonly port: number
  close(): Promise<void>
}

export interface ObsServerOptions {
  readonly password?: string
  readonly port?: number
  /** An OBS before 28, with the plugin of protocol 4: it selects no subprotocol and says no hello. */
  readonly isOld?: boolean
}

export async function openObsServer({ password, port = 0, isOld = false }: ObsServerOptions = {}): Promise<ObsServer> {
  const model = new ObsModel(password)
  const server = new WebSocketServer({
    host: '127.0.0.1',
    port,
    perMessageDeflate: false,
    handleProtocols: (offered) => !isOld && offered.has('obswebsocket.json') && 'obswebsocket.json',
  })
  await once(server, 'listening')
  server.on('connection', (socket) => {
    const client: ObsClient = {
      send: (text) => socket.send(text),
      close: (code, reason) => socket.close(code, reason),
    }
    socket.on('error', () => {})
    socket.on('close', () => model.gone(client))
    if (isOld) return
    model.accept(client)
    socket.on('message', (data, isBinary) => {
      if (isBinary) socket.close(closeCodes.messageDecodeError, 'Your session encoding is set to Json.')
      else model.receive(client, `${data as Buffer}`)
    })
  })
  const { port: bound } = server.address() as AddressInfo
  return {
    model,
    address: `ws://127.0.0.1:${bound}`,
    port: bound,
    async close() {
      for (const socket of server.clients) socket.terminate()
      server.close()
      await once(server, 'close')
    },
  }
}
