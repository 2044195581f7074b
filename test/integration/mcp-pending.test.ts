/** A person who takes longer than clients wait, with real clients of both protocol eras. */
import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from '@modelcontextprotocol/client'
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as LegacyTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bridgeToken, McpScene } from '../fakes/mcp-scene.js'
import { openForEach } from '../fixtures/for-each.js'
import { until } from '../fixtures/until.js'

const scene = openForEach(() => McpScene.open())
const clients: { close(): Promise<void> }[] = []
beforeEach(async () => {
  scene().gateway.approvals.attach()
})
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close()
})

interface Called {
  readonly isError?: boolean | undefined
  readonly content: readonly { readonly text?: string }[]
  // biome-ignore lint/suspicious/noExplicitAny: each test checks its own value.
  readonly structuredContent?: any
}
/** Calls a tool as a client that knows the list of them: it holds results against their schemas. */
type Call = (name: string, given: Record<string, unknown>) => Promise<Called>

const requestInit = { headers: { authorization: `Bearer ${bridgeToken}` } }

const requestWith = (more: Readonly<Record<string, string>>) => ({ headers: { ...requestInit.headers, ...more } })

async function legacy(name = 'test-client', more = {}): Promise<Call> {
  const client = new LegacyClient({ name, version: '1.0.0' })
  await client.connect(new LegacyTransport(scene().url, { requestInit: requestWith(more) }) as Transport)
  clients.push(client)
  await client.listTools()
  return async (tool, given) => (await client.callTool({ name: tool, arguments: given })) as Called
}

async function modern(name = 'test-client', more = {}): Promise<Call> {
  const client = new ModernClient({ name, version: '1.0.0' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } })
  await client.connect(new ModernTransport(scene().url, { requestInit: requestWith(more) }))
  clients.push(client)
  await client.listTools()
  return async (tool, given) => (await client.callTool({ name: tool, arguments: given })) as Called
}

const night = { worldName: 'world', time: 13_000 }

/** Calls and waits for the pending response. */
async function pending(call: Call) {
  const question = scene().nextQuestion()
  const result = call('world_time_set', night)
  const { id } = await question
  await scene().clock.advance(45_000)
  return { id, result: await result }
}

describe.each([
  ['a client of the older era', legacy],
  ['a client of the newer era', modern],
])('%s', (_era, connect) => {
  it('gets "pending" after 45 seconds: no error and no success', async () => {
    const { id, result } = await pending(await connect())
    expect(result.isError ?? false).toBe(false)
    expect(result.content[0]?.text).toContain('get_approval')
    expect(result.structuredContent).toMatchObject({
      success: false,
      error: {
        code: 'E_RISK_PENDING_APPROVAL',
        contractCode: 'RISK.PENDING_APPROVAL',
        suggestion: expect.stringContaining(id),
        details: { approvalId: id, stage: 'waiting-for-person', until: '2026-01-19T10:35:00.000Z' },
      },
      metadata: { traceId: expect.any(String), serverId: 'demo' },
    })
  })

  it('reads the outcome with get_approval, and the duration with get_trace_by_id', async () => {
    const call = await connect()
    const { id, result } = await pending(call)
    const before = await call('get_approval', { approvalId: id })
    expect(before.structuredContent).toMatchObject({ success: true, data: { state: 'waiting-for-person' } })
    scene().gateway.approvals.decide(id, 'approve', 'hush')
    const stateNow = async () => (await call('get_approval', { approvalId: id })).structuredContent.data.state
    await until(async () => (await stateNow()) === 'ended')
    const after = await call('get_approval', { approvalId: id })
    expect(after.isError ?? false).toBe(false)
    expect(after.content[0]?.text).toContain('13000')
    expect(after.structuredContent.data.result).toMatchObject({ success: true, data: { time: 13_000 } })
    expect(JSON.stringify(after)).not.toContain('hush')

    const { traceId } = result.structuredContent.metadata
    const trace = await call('get_trace_by_id', { traceId })
    expect(trace.structuredContent.data).toMatchObject({ traceId, capabilityId: 'world.time.set', success: true })
    expect(trace.content[0]?.text).toContain('most of it in "approve" (45000 ms)')
  })

  it('repeats the call with the same arguments and gets the result of the same request', async () => {
    const call = await connect()
    const { id } = await pending(call)
    const again = call('world_time_set', night)
    await until(() => scene().clock.waiting > 1)
    scene().gateway.approvals.decide(id, 'deny', 'ada')
    expect(await again).toMatchObject({
      isError: true,
      structuredContent: { error: { code: 'E_RISK_APPROVAL_REJECTED', details: { approvalId: id } } },
    })
  })

  it('learns nothing of the requests and calls of another client', async () => {
    const { id, result } = await pending(await connect('one'))
    const other = await connect('other')
    expect(await other('get_approval', { approvalId: id })).toMatchObject({ isError: true })
    scene().gateway.approvals.decide(id, 'deny', 'ada')
    const { traceId } = result.structuredContent.metadata
    expect(await other('get_trace_by_id', { traceId })).toMatchObject({ isError: true })
  })

  it('validates a call without running it', async () => {
    const result = await (await connect())('world_time_set', { ...night, dryRun: true })
    expect(result.isError ?? false).toBe(false)
    expect(result.content[0]?.text).toContain('nothing was done. It would need approval first.')
    expect(result.structuredContent).toMatchObject({
      success: true,
      dryRun: { decision: 'ask', risk: { level: 'high' }, arguments: night, before: { worldName: 'world' } },
    })
    expect(scene().gateway.approvals.open()).toEqual([])
  })
})

describe.each([
  ['@modelcontextprotocol/sdk', '2025-11-25'],
  ['@modelcontextprotocol/client', '2026-07-28'],
])('a client of %s that names its wait', (sdk) => {
  it('gets "pending" before, and a wait that is no number is refused', async () => {
    const connect = (wait: string): Promise<Call> =>
      sdk.endsWith('sdk')
        ? legacy('waiting', { 'gatehouse-wait': wait })
        : modern('waiting', { 'gatehouse-wait': wait })
    const call = await connect('4')
    const question = scene().nextQuestion()
    const result = call('world_time_set', night)
    const { id } = await question
    await scene().clock.advance(4_000)
    expect((await result).structuredContent.error.details).toMatchObject({ approvalId: id })
    expect(scene().gateway.approvals.isOpen(id)).toBe(true)
    await expect(connect('soon')).rejects.toThrow()
  })
})

it('an SDK client whose own timer ends the call has the owner asked once', async () => {
  const client = new LegacyClient({ name: 'short', version: '1.0.0' })
  await client.connect(new LegacyTransport(scene().url, { requestInit }) as Transport)
  clients.push(client)
  const asked: string[] = []
  scene().gateway.approvals.onDidOpen(({ id }) => asked.push(id))
  const params = { name: 'world_time_set', arguments: night }
  // The timer must not end before a cold program has read the call.
  await client.callTool({ ...params, arguments: { ...night, dryRun: true } })
  for (let count = 0; count < 2; count += 1)
    await expect(client.callTool(params, undefined, { timeout: 1_000 })).rejects.toThrow('timed out')
  await until(() => asked.length > 0)
  scene().gateway.approvals.decide(asked[0] ?? '', 'approve', 'ada')
  expect(await client.callTool(params)).toMatchObject({ structuredContent: { success: true } })
  expect(asked).toHaveLength(1)
})

/** As the Python SDK 1.x does: its timer ends a call, its connection stays, and the server is not notified. */
class SilentTransport extends LegacyTransport {
  override send(...[message, ...more]: Parameters<LegacyTransport['send']>): Promise<void> {
    const isCancel = 'method' in message && message.method === 'notifications/cancelled'
    return isCancel ? Promise.resolve() : super.send(message, ...more)
  }
}

describe('an SDK client that gives up in silence', () => {
  const params = { name: 'world_time_set', arguments: night }
  const asked: string[] = []
  let client: LegacyClient
  beforeEach(async () => {
    asked.length = 0
    scene().gateway.approvals.onDidOpen(({ id }) => asked.push(id))
    client = new LegacyClient({ name: 'mcp', version: '0.1.0' })
    await client.connect(new SilentTransport(scene().url, { requestInit }) as Transport)
    clients.push(client)
  })
  const runs = () => scene().gateway.undo.list().entries.length
  async function giveUp() {
    const question = scene().nextQuestion()
    const timer = new AbortController()
    const given = client.callTool(params, undefined, { signal: timer.signal })
    const ended = expect(given).rejects.toThrow()
    await question
    await scene().clock.advance(5_000)
    timer.abort()
    await ended
    scene().gateway.approvals.decide(asked.at(-1) ?? '', 'approve', 'ada')
    await until(() => scene().gateway.calls.list().length === 0)
  }

  it('gets the result that it did not read when it repeats the call, and reads that nothing ran again', async () => {
    await giveUp()
    const again = (await client.callTool(params)) as Called
    expect(again).toMatchObject({ structuredContent: { success: true, metadata: { repeated: true } } })
    expect(again.content.at(-1)?.text).toContain('It was not done again.')
    expect([asked.length, runs()]).toEqual([1, 1])
  })

  it('asks again when it calls once more, or later than a minute after', async () => {
    await giveUp()
    await client.callTool(params)
    await giveUp()
    await scene().clock.advance(61_000)
    void client.callTool(params).catch(() => {})
    await until(() => asked.length === 3)
    expect(runs()).toBe(2)
  })

  it('shares nothing with another session of the same key', async () => {
    await giveUp()
    const other = await legacy('silent')
    void other('world_time_set', night).catch(() => {})
    await until(() => asked.length === 2)
  })
})

it('an older session learns nothing of the requests of another session of the same client', async () => {
  const { id } = await pending(await legacy())
  expect(await (await legacy())('get_approval', { approvalId: id })).toMatchObject({ isError: true })
})
