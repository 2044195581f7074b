/**
 * Echoes over HTTP and over WebSocket, nothing else: the floor under everything that speaks with another process.
 *
 * Prints its port on stdout; ends when stdin closes.
 */
import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'

const http = createServer((request, response) => {
  const chunks = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    const body = Buffer.concat(chunks)
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length }).end(body)
  })
})
new WebSocketServer({ server: http, perMessageDeflate: false }).on('connection', (socket) =>
  socket.on('message', (data) => socket.send(data.toString())),
)
http.listen(0, '127.0.0.1', () => console.log(http.address().port))
process.stdin.resume().on('end', () => process.exit(0))
