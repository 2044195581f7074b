import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import type { OpenApproval } from '@shared/approvals/approval.js'
import type { ServiceConfig } from '@shared/servers/service.js'
import { describe, expect, it } from 'vitest'
import { buildProgram } from '../../fakes/headless-program.js'
import { fixture, ServicesScene } from '../../fakes/services-scene.js'
import { cleanUpForEach } from '../../fixtures/for-each.js'
import { freePort } from '../../fixtures/free-port.mjs'
import { until } from '../../fixtures/until.js'

const require = createRequire(import.meta.url)
const everything = path.join(
  path.dirname(require.resolve('@modelcontextprotocol/server-everything/package.json')),
  'dist/index.js',
)
const module = path.resolve(import.meta.dirname, '../../fixtures/services/embedded.mjs')

describe('a service is reached', () => {
  const cleanUp = cleanUpForEach()
  const scene = (options = {}): ServicesScene => cleanUp.add(new ServicesScene(options), (one) => one.close())

  async function startEverything(transport: 'sse' | 'streamableHttp'): Promise<number> {
    const port = await freePort()
    const child = spawn(process.execPath, [everything, transport], {
      env: { ...process.env, PORT: String(port) },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    cleanUp.add(child, async (one) => {
      one.kill('SIGKILL')
      await once(one, 'exit')
    })
    let said = ''
    await new Promise<void>((resolve) => {
      child.stderr.on('data', (chunk) => {
        said += chunk
        if (said.includes(String(port))) resolve()
      })
    })
    return port
  }

  const remote = (type: 'sse' | 'http', url: string, headers = {}): ServiceConfig => ({
    ...{ type, url, headers },
    enabled: true,
    namespace: 'far',
  })

  it.each([
    ['sse', 'sse', '/sse'],
    ['http', 'streamableHttp', '/mcp'],
  ] as const)('over %s', async (type, transport, place) => {
    const port = await startEverything(transport)
    const under = scene()
    await under.apply({ far: remote(type, `http://127.0.0.1:${port}${place}`) })
    expect(under.services.list()).toMatchObject([{ status: 'running', type }])
    expect(under.ids).toContain('ext.far.get.tiny.image')
    const { outcome } = await under.call('ext.far.echo', { message: 'hello' })
    expect(outcome).toMatchObject({ kind: 'done', data: { content: [{ type: 'text', text: 'Echo: hello' }] } })
    const stop = performance.now()
    await under.services.stop('far')
    // An open stream would keep it for minutes.
    expect(performance.now() - stop).toBeLessThan(15_000)
    expect(under.ids).toEqual([])
  })

  it('again when its HTTP server has lost the session, and the call is made once', async () => {
    const sessions = new Set<string>()
    const calls: unknown[] = []
    const headers: unknown[] = []
    const server: Server = createServer(async (request, response) => {
      headers.push(`${request.headers['x-key']} ${request.headers.authorization}`)
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      if (request.method !== 'POST') return response.writeHead(405).end()
      const { id, method, params } = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>
      const reply = (result: object, more = {}): unknown =>
        response
          .writeHead(200, { 'content-type': 'application/json', ...more })
          .end(JSON.stringify({ jsonrpc: '2.0', id, result }))
      const said = params as { protocolVersion?: string; name?: string } | undefined
      if (method === 'server/discover') {
        const error = { code: -32_601, message: 'no such method' }
        return response
          .writeHead(400, { 'content-type': 'application/json' })
          .end(JSON.stringify({ jsonrpc: '2.0', id, error }))
      }
      if (method === 'initialize') {
        const session = `session-${sessions.size + 1}-${Math.random()}`
        sessions.add(session)
        const serverInfo = { name: 'forgetful', version: '1.0.0' }
        const capabilities = { tools: {} }
        return reply(
          { protocolVersion: said?.protocolVersion, capabilities, serverInfo },
          { 'mcp-session-id': session },
        )
      }
      if (!sessions.has(String(request.headers['mcp-session-id']))) return response.writeHead(404).end()
      if (id === undefined) return response.writeHead(202).end()
      const annotations = { readOnlyHint: true }
      if (method === 'tools/list')
        return reply({ tools: [{ name: 'get', inputSchema: { type: 'object' }, annotations }] })
      calls.push(said?.name)
      return reply({ content: [{ type: 'text', text: 'got' }] })
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    cleanUp.add(server, async (one) => {
      one.closeAllConnections()
      one.close()
      await once(one, 'close')
    })
    const { port } = server.address() as AddressInfo
    const under = scene()
    await under.apply({ far: remote('http', `http://a-user@127.0.0.1:${port}/mcp`, { 'x-key': 'a-key' }) })
    expect((await under.call('ext.far.get')).outcome).toMatchObject({ kind: 'done' })
    sessions.clear()
    const [one, two] = await Promise.all([under.call('ext.far.get', { a: 1 }), under.call('ext.far.get', { a: 2 })])
    expect([one.outcome, two.outcome]).toMatchObject([{ kind: 'done' }, { kind: 'done' }])
    expect(calls).toEqual(['get', 'get', 'get'])
    expect(sessions.size).toBe(1)
    expect(new Set(headers)).toEqual(new Set([`a-key Basic ${Buffer.from('a-user:').toString('base64')}`]))
  })

  it.each([
    ['the newer era, where a program speaks it', [], 'modern', 0],
    ['the older era, where a program ends at the question', ['deaf'], 'legacy', 0],
    ['the older era, where a program says nothing to the question', ['mute'], 'legacy', 0],
  ] as const)('in %s', { timeout: 60_000 }, async (_what, args, era, restarts) => {
    const under = scene()
    await under.apply({ one: { ...fixture('modern.mjs', ...args), namespace: 'one' } })
    expect(under.services.list()).toMatchObject([{ status: 'running', restarts }])
    const { outcome } = await under.call('ext.one.era')
    expect(outcome).toMatchObject({ kind: 'done', data: { content: [{ type: 'text', text: era }] } })
    // The second time nothing is asked that it does not know.
    await under.services.restart('one')
    expect((await under.call('ext.one.era')).outcome).toMatchObject({ kind: 'done' })
  })

  it('with the folders of its configuration, which may change while it runs', async () => {
    const [one, two] = [cleanUp.folder(), cleanUp.folder()]
    const files = path.join(
      path.dirname(require.resolve('@modelcontextprotocol/server-filesystem/package.json')),
      'dist/index.js',
    )
    const service = (folder: string): ServiceConfig => ({
      type: 'stdio',
      enabled: true,
      namespace: 'files',
      command: process.execPath,
      args: [files],
      roots: [folder],
    })
    const under = scene()
    const allowed = async (folder: string): Promise<boolean> => {
      const { outcome } = await under.call('ext.files.list.allowed.directories')
      return JSON.stringify(outcome).includes(folder)
    }
    await under.apply({ files: service(one) })
    await until(() => allowed(one))
    const [before] = under.services.list()
    await under.apply({ files: service(two) })
    await until(() => allowed(two))
    expect(under.services.list()[0]?.startedAt).toBe(before?.startedAt)
  })

  it('in the older dialect, in its frames', async () => {
    const under = scene()
    await under.apply({
      old: { ...fixture('legacy.mjs'), namespace: 'old', framing: 'content-length', dialect: 'legacy' },
    })
    const id = 'ext.old.filesystem.read.file'
    expect(under.ids).toEqual([id])
    under.gateway.approvals.attach()
    const questions: OpenApproval[] = []
    under.gateway.approvals.onDidOpen((question) => {
      questions.push(question)
      const person = { id: 'ada', name: 'Ada', kind: 'control' } as const
      queueMicrotask(() => under.gateway.approvals.decideAsPerson({ id: question.id, decision: 'approve', person }))
    })
    const asking = under.call(id, { path: 'a.txt' })
    const { outcome } = await asking
    expect(questions).toMatchObject([{ capabilityId: id, arguments: { path: 'a.txt' } }])
    expect(outcome).toMatchObject({
      kind: 'done',
      data: { content: [{ type: 'text', text: '{"toolId":"filesystem/readFile","read":"a.txt"}' }] },
    })
  })

  it('as a module in its own process, which can be stopped even when it hangs', async () => {
    const host = await buildProgram('src-main/embedded-service.ts')
    cleanUp.add(host, (one) => one.remove())
    const under = scene({ moduleHost: () => ({ node: process.execPath, file: host.file }) })
    await under.apply({ sum: { type: 'embedded', enabled: true, namespace: 'sum', module, config: { plus: 1 } } })
    expect((await under.call('ext.sum.add', { a: 2, b: 3 })).outcome).toMatchObject({
      kind: 'done',
      data: { content: [{ type: 'text', text: '6' }] },
    })
    expect(under.services.log('sum')).toEqual(['a word that is no message'])
    const spinning = under.call('ext.sum.spin')
    await new Promise((resolve) => setImmediate(resolve))
    await under.services.stop('sum')
    expect((await spinning).outcome).toMatchObject({ kind: 'failed' })
  })
})
