/** A client of docs/protocol.md#mcp-legacy through the stdio bridge: frames with a Content-Length, the older methods, the real gateway. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { CleanUp, dist, startHeadless } from '../../fixtures/programs.js'
import { until } from '../../fixtures/until.js'

const cleanUp = new CleanUp()
afterEach(() => cleanUp.run())

// biome-ignore lint/suspicious/noExplicitAny: each test checks its own value.
type Message = any

/** Parses frames strictly; any other bytes are an error. */
function messagesIn(bytes: Buffer): Message[] {
  const messages: Message[] = []
  for (let rest = bytes; rest.length > 0; ) {
    const header = /^Content-Length: (\d+)\r\n\r\n/.exec(rest.toString('latin1', 0, 64))
    if (!header) throw new Error(`No frame: ${rest.toString('utf8', 0, 64)}`)
    const end = header[0].length + Number(header[1])
    if (end > rest.length) break
    messages.push(JSON.parse(rest.toString('utf8', header[0].length, end)))
    rest = rest.subarray(end)
  }
  return messages
}

function startBridge(profile: string, options: readonly string[]) {
  const args = [path.join(dist, 'stdio-bridge.cjs'), '--profile', profile, ...options]
  const env = { PATH: process.env.PATH ?? '', GATEHOUSE_NO_LAUNCH: '1' }
  const child = cleanUp.add(spawn(process.execPath, args, { env, stdio: ['pipe', 'pipe', 'ignore'] }), async (open) => {
    if (open.exitCode !== null) return
    open.kill('SIGKILL')
    await once(open, 'exit')
  })
  let output = Buffer.alloc(0)
  child.stdout.on('data', (chunk: Buffer) => {
    output = Buffer.concat([output, chunk])
  })
  const answerTo = (id: unknown) => messagesIn(output).find((message) => message.id === id)
  return {
    child,
    output: () => output,
    write: (text: string) => child.stdin.write(text),
    async answer(id: unknown): Promise<Message> {
      await until(() => answerTo(id) !== undefined)
      return answerTo(id)
    },
    send(method: string, params: unknown, id: unknown): void {
      const text = JSON.stringify({ jsonrpc: '2.0', id, method, params })
      child.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`)
    },
  }
}

const older = ['--framing=content-length', '--dialect=legacy']
const hello = { clientInfo: { name: 'Älterer Client 世界' } }
const readTime = { toolId: 'world/time/get', inputs: { worldName: 'world' } }
const setTime = { toolId: 'world/time/set', inputs: { worldName: 'world', time: 13_000 } }

describe('a client of the older dialect', () => {
  it('initialises, lists, executes and reads', async () => {
    const { profile } = await startHeadless(cleanUp, ['--simulator'])
    const bridge = startBridge(profile, older)
    bridge.send('mcp/initialize', hello, 0)
    bridge.send('mcp/listTools', null, 'tools')
    bridge.send('mcp/listResources', {}, 2)
    bridge.send('mcp/tool/execute', readTime, 3)
    bridge.send('mcp/resource/read', { resourceId: 'world/time', query: { worldName: 'world' } }, null)
    expect((await bridge.answer(0)).result.methods).toContain('mcp/tool/execute')
    expect((await bridge.answer('tools')).result.map(({ toolId }: Message) => toolId)).toContain('world/time/get')
    expect((await bridge.answer(2)).result.map(({ resourceId }: Message) => resourceId)).toContain('world/time')
    for (const id of [3, null]) expect((await bridge.answer(id)).result.time).toEqual(expect.any(Number))
    bridge.child.stdin.end()
    expect(await once(bridge.child, 'exit')).toEqual([0, null])
  })

  it('gets one answer to a call that a person approves', async () => {
    const { profile, process: gateway } = await startHeadless(cleanUp, ['--simulator', '--control', 'stdin'])
    const bridge = startBridge(profile, older)
    bridge.send('mcp/initialize', hello, 0)
    bridge.send('mcp/tool/execute', setTime, 1)
    const { id, caller } = await gateway.until(({ event }) => event === 'approval')
    expect(caller).toBe('Älterer Client 世界')
    gateway.send({ approve: id })
    expect((await bridge.answer(1)).result.time).toBe(13_000)
    expect(messagesIn(bridge.output()).map((message) => message.id)).toEqual([0, 1])
  })

  it('gets an error when the gateway dies, and continues with the next one in a new session', async () => {
    const gateway = await startHeadless(cleanUp, ['--simulator', '--control', 'stdin'])
    const bridge = startBridge(gateway.profile, older)
    bridge.send('mcp/initialize', hello, 0)
    await bridge.answer(0)
    bridge.send('mcp/tool/execute', setTime, 1)
    await gateway.process.until(({ event }) => event === 'approval')
    await gateway.process.end('SIGKILL')
    expect((await bridge.answer(1)).error.message).toMatch(/may have been done/)

    const next = await startHeadless(cleanUp, ['--simulator', '--control', 'stdin'], gateway.profile)
    bridge.send('mcp/tool/execute', setTime, 2)
    const { id, caller } = await next.process.until(({ event }) => event === 'approval')
    expect(caller).toBe('Älterer Client 世界')
    next.process.send({ deny: id })
    expect((await bridge.answer(2)).error.data.code).toBe('RISK.APPROVAL_REJECTED')
  })

  it('gets advice where no gateway runs', async () => {
    const bridge = startBridge(cleanUp.folder(), older)
    bridge.send('mcp/initialize', hello, 0)
    bridge.send('mcp/listTools', null, 1)
    for (const id of [0, 1]) expect((await bridge.answer(id)).error.message).toMatch(/Start Gatehouse/)
  })

  it('is notified of an invalid frame, and continues', async () => {
    const { profile } = await startHeadless(cleanUp, ['--simulator'])
    const bridge = startBridge(profile, older)
    bridge.write('{"jsonrpc":"2.0","id":1,"method":"mcp/listTools"}\n')
    expect((await bridge.answer(null)).error).toMatchObject({ code: -32_700, message: expect.stringMatching(/frame/) })
    bridge.send('mcp/initialize', hello, 2)
    expect((await bridge.answer(2)).result.name).toBe('gatehouse')
  })
})

it('frames are for clients of the published protocol too', async () => {
  const { profile } = await startHeadless(cleanUp, ['--simulator'])
  const bridge = startBridge(profile, ['--framing=content-length'])
  const clientInfo = { name: 'framed', version: '1' }
  bridge.send('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }, 0)
  expect((await bridge.answer(0)).result.serverInfo.name).toBe('gatehouse')
})

it('without the flag a frame is no message', async () => {
  const bridge = startBridge(cleanUp.folder(), [])
  bridge.send('mcp/initialize', hello, 0)
  await until(() => bridge.output().includes('--framing=content-length'))
})
