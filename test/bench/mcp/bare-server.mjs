/**
 * A bare MCP server made with the SDK: one tool, no gateway, no Minecraft. What any bridge costs at least.
 *
 * `--stdio`: serves its parent process. Otherwise over HTTP: prints its address on stdout; ends when stdin closes.
 */
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { NodeStreamableHTTPServerTransport } from '@modelcontextprotocol/node'
import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { noon } from './correct-time.mjs'

const sessions = new Map()

async function serveOver(transport) {
  const server = new McpServer({ name: 'bare', version: '1.0.0' })
  const inputSchema = fromJsonSchema({ type: 'object', properties: { worldName: { type: 'string' } } })
  server.registerTool('world_time_get', { inputSchema }, () => ({
    content: [{ type: 'text', text: JSON.stringify({ time: noon }) }],
  }))
  await server.connect(transport)
  return transport
}

function openSession() {
  const transport = new NodeStreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (id) => sessions.set(id, transport),
  })
  return serveOver(transport)
}

if (process.argv.includes('--stdio')) await serveOver(new StdioServerTransport())
else {
  const http = createServer(async (request, response) => {
    const transport = sessions.get(request.headers['mcp-session-id']) ?? (await openSession())
    await transport.handleRequest(request, response)
  })
  http.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${http.address().port}/mcp`))
  process.stdin.resume().on('end', () => process.exit(0))
}
