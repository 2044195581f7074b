/** Floors: the same client process and a message of the same size, without any MCP. */
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import WebSocket from 'ws'

/** As long as what an SDK client sends. */
const messageOf = (id) =>
  `{"method":"tools/call","params":{"name":"world_time_get","arguments":{"worldName":"world"}},"jsonrpc":"2.0","id":${id}}`

const mustBeSame = (reported, sent) => {
  if (reported !== sent) throw new Error('An echo was not what was sent.')
}

export function httpEcho(port) {
  const agent = new Agent({ keepAlive: true, noDelay: true })
  let id = 0
  return {
    call: () =>
      new Promise((resolve, reject) => {
        id += 1
        const message = messageOf(id)
        const headers = { 'Content-Type': 'application/json', 'Content-Length': message.length }
        const outgoing = request({ host: '127.0.0.1', port, method: 'POST', agent, headers }, (response) => {
          let reported = ''
          response.setEncoding('utf8')
          response.on('data', (text) => {
            reported += text
          })
          response.on('end', () => {
            mustBeSame(reported, message)
            resolve()
          })
        })
        outgoing.on('error', reject)
        outgoing.end(message)
      }),
    close: () => agent.destroy(),
  }
}

export async function webSocketEcho(port) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}`, { perMessageDeflate: false })
  await once(socket, 'open')
  const waiting = []
  /** Echoes come in the order in which they were sent. */
  socket.on('message', (data) => waiting.shift()(data.toString()))
  let id = 0
  return {
    call: () =>
      new Promise((resolve) => {
        id += 1
        const message = messageOf(id)
        waiting.push((reported) => {
          mustBeSame(reported, message)
          resolve()
        })
        socket.send(message)
      }),
    close: () => socket.close(),
  }
}
