/**
 * A small real MCP server in a separate process that replaces the gateway in the stdio bridge's tests: loopback, bearer
 * token, sessions, both protocol eras, and an endpoint file. It logs what it receives to `received.log`.
 *
 * `node <this> PROFILE [PORT]`; the bridge may also start it, with `--profile PROFILE` among its arguments.
 */
import { randomUUID } from 'node:crypto'
import { appendFileSync, renameSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { NodeStreamableHTTPServerTransport, toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler, fromJsonSchema, isLegacyRequest, McpServer } from '@modelcontextprotocol/server'

const [profile = '', port = '0'] = process.argv.slice(2)
const token = randomUUID()
const maxRequestBodySize = 20 * 1024 * 1024
const received = (what: string) => appendFileSync(join(profile, 'received.log'), `${what}\n`)
const said = (text: string) => ({ content: [{ type: 'text' as const, text }] })

const streams = new Set<ServerResponse>()
let release = () => {}
const released = () =>
  new Promise<void>((resolve) => {
    release = resolve
  })

const makeServer = () => {
  const server = new McpServer(
    { name: 'replacement', version: '1.0.0' },
    { capabilities: { tools: { listChanged: true } } },
  )
  const text = fromJsonSchema<{ text: string }>({
    type: 'object',
    properties: { text: { type: 'string' } },
    required: ['text'],
  })
  server.registerTool('echo', { description: 'Says it back', inputSchema: text }, ({ text }) => {
    received('echo')
    return said(text)
  })
  server.registerTool('slow', { description: 'Reports progress, ends when released' }, async (ctx) => {
    const progressToken = ctx.mcpReq._meta?.progressToken
    const gate = released()
    for (const progress of [1, 2, 3]) {
      if (progressToken === undefined) break
      await ctx.mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 3 } })
    }
    await gate
    return said('done')
  })
  server.registerTool('release', { description: 'Ends slow' }, () => {
    release()
    return said('released')
  })
  server.registerTool('hang', { description: 'Never ends by itself' }, async (ctx) => {
    received('hang')
    await new Promise((resolve) => ctx.mcpReq.signal.addEventListener('abort', resolve))
    received('hang was cancelled')
    return said('too late')
  })
  server.registerTool('drop', { description: 'Drops every stream that a client listens to' }, () => {
    for (const stream of streams) stream.destroy()
    return said('dropped')
  })
  server.registerTool('announce', { description: 'Says that the tools changed' }, () => {
    server.sendToolListChanged()
    return said('announced')
  })
  return server
}

const sessions = new Map<string, NodeStreamableHTTPServerTransport>()

const openSession = async () => {
  const transport = new NodeStreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    maxRequestBodySize,
    onsessioninitialized: (id) => {
      received('session')
      sessions.set(id, transport)
    },
    onsessionclosed: () => received('session ended'),
  })
  await makeServer().connect(transport)
  return transport
}

const modern = toNodeHandler(createMcpHandler(makeServer, { legacy: 'reject', maxRequestBodySize }))

const bodyOf = async (request: IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return chunks.length === 0 ? undefined : JSON.parse(Buffer.concat(chunks).toString())
}

const isModern = async (request: IncomingMessage, body: unknown) => {
  if (request.method !== 'POST') return false
  const headers = new Headers(
    Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]),
  )
  const copy = new Request('http://127.0.0.1/mcp', { method: 'POST', headers, body: JSON.stringify(body) })
  return !(await isLegacyRequest(copy, body))
}

const serve = async (request: IncomingMessage, response: ServerResponse) => {
  if (request.headers.authorization !== `Bearer ${token}`) return response.writeHead(401).end()
  if (request.method === 'GET') {
    received('stream')
    streams.add(response)
    response.on('close', () => streams.delete(response))
  }
  const body = await bodyOf(request)
  if (await isModern(request, body)) {
    received('modern')
    return modern(request as Parameters<typeof modern>[0], response, body)
  }
  const id = request.headers['mcp-session-id']
  const transport = typeof id === 'string' ? sessions.get(id) : await openSession()
  if (transport === undefined) return response.writeHead(404).end()
  return transport.handleRequest(request, response, body)
}

const http = createServer((request, response) => {
  serve(request, response).catch((error) => response.writeHead(500).end(String(error)))
})
http.listen(Number(port.startsWith('--') ? 0 : port), '127.0.0.1', () => {
  const file = join(profile, 'gateway.json')
  const endpoint = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  writeFileSync(`${file}.new`, JSON.stringify({ endpoint, token, pid: process.pid }), { mode: 0o600 })
  renameSync(`${file}.new`, file)
})
