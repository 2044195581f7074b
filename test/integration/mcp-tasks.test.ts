/** Calls that wait for a person, as tasks of clients that have the extension. */

import { GatewayError } from '@contract/gateway-error.js'
import { tasksExtension } from '@contract/instructions.js'
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/server'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { maxSynchronousMs } from '../../src-main/consumers/mcp/tasks/call-in-rounds.js'
import { taskLimits } from '../../src-main/consumers/mcp/tasks/task-list.js'
import { FakeServer, manifestOf } from '../fakes/fake-provider.js'
import { bridgeToken, McpScene } from '../fakes/mcp-scene.js'
import { RawMcpClient, type RawMessage } from '../fakes/raw-mcp-client.js'
import { openForEach } from '../fixtures/for-each.js'
import { until } from '../fixtures/until.js'

const scene = openForEach(() => McpScene.open())
let client: RawMcpClient
beforeEach(async () => {
  client = new RawMcpClient(scene().url, bridgeToken)
  scene().gateway.approvals.attach()
})

const revision = '2026-07-28'
const night = { worldName: 'world', time: 13_000 }

interface Asking {
  readonly name?: string
  readonly extensions?: object
}

async function ask(method: string, params: Record<string, unknown>, asking: Asking = {}): Promise<RawMessage> {
  const { name = 'tasks-client', extensions = { [tasksExtension]: {} } } = asking
  const header = params.taskId ?? params.name
  const { message } = await client.post(
    {
      id: 1,
      method,
      params: {
        ...params,
        _meta: {
          [PROTOCOL_VERSION_META_KEY]: revision,
          [CLIENT_INFO_META_KEY]: { name, version: '1.0.0' },
          [CLIENT_CAPABILITIES_META_KEY]: { extensions },
        },
      },
    },
    {
      'mcp-protocol-version': revision,
      'mcp-method': method,
      ...(typeof header === 'string' && { 'mcp-name': header }),
    },
  )
  if (!message) throw new Error('No message.')
  return message
}

const call = (given: object = night, asking?: Asking) =>
  ask('tools/call', { name: 'world_time_set', arguments: given }, asking)
const get = async (taskId: unknown, asking?: Asking) => (await ask('tasks/get', { taskId }, asking)).result

/** A call that waits for a person. */
async function waiting(given?: object) {
  const question = scene().nextQuestion()
  const { result } = await call(given)
  return { task: result, taskId: result?.taskId, question: await question }
}

describe('a call that waits for a person', () => {
  it('is a task at once, with the reason for waiting', async () => {
    const { task, taskId } = await waiting()
    expect(task).toEqual({
      resultType: 'task',
      // The SDK adds it.
      content: [],
      taskId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      status: 'working',
      statusMessage: expect.stringContaining('Waiting for a person'),
      createdAt: '2026-01-19T10:30:00.000Z',
      lastUpdatedAt: '2026-01-19T10:30:00.000Z',
      ttlMs: taskLimits.lifetimeMs,
      pollIntervalMs: taskLimits.pollIntervalMs,
      _meta: expect.any(Object),
    })
    expect(await get(taskId)).toMatchObject({ resultType: 'complete', taskId, status: 'working' })
  })

  it('returns the result of the call once a person has approved it, until the task expires', async () => {
    const { taskId, question } = await waiting()
    scene().gateway.approvals.decide(question.id, 'approve', 'Ada')
    await until(async () => (await get(taskId))?.status === 'completed')
    await scene().clock.advance(taskLimits.lifetimeMs - 1_000)
    expect(await get(taskId)).toMatchObject({
      status: 'completed',
      result: { structuredContent: { success: true, data: { time: 13_000 } } },
    })
    await scene().clock.advance(1_000)
    expect(await ask('tasks/get', { taskId })).toMatchObject({ error: { code: -32_602 } })
  })

  it('completes with an error for the model when a person denies it', async () => {
    const { taskId, question } = await waiting()
    scene().gateway.approvals.decide(question.id, 'deny', 'Ada')
    await until(async () => (await get(taskId))?.status === 'completed')
    expect(await get(taskId)).toMatchObject({
      result: { isError: true, structuredContent: { error: { contractCode: 'RISK.APPROVAL_REJECTED' } } },
    })
  })

  it('withdraws the request when the client cancels, and acknowledges a second cancellation', async () => {
    const { taskId } = await waiting()
    const answer = scene().nextAnswer()
    const { result } = await ask('tasks/cancel', { taskId })
    expect(result).toEqual({ resultType: 'complete', _meta: expect.any(Object) })
    expect((await answer).outcome).toBe('withdrawn')
    await until(async () => (await get(taskId))?.status === 'cancelled')
    expect((await ask('tasks/cancel', { taskId })).result).toMatchObject({ resultType: 'complete' })
    expect(scene().gateway.approvals.open()).toHaveLength(0)
  })

  it('is unknown to every other caller', async () => {
    const { taskId } = await waiting()
    for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) {
      expect(await ask(method, { taskId }, { name: 'somebody else' })).toMatchObject({ error: { code: -32_602 } })
    }
    expect(await get(taskId)).toMatchObject({ status: 'working' })
  })

  it('can only be cancelled by a program that the owner has refused since', async () => {
    const { taskId } = await waiting()
    const refusal = new GatewayError('PERMISSION.CLIENT_NOT_ALLOWED')
    const refused = vi.spyOn(scene().gateway, 'refusalOf').mockReturnValue(refusal)
    const answer = scene().nextAnswer()
    for (const method of ['tasks/get', 'tasks/update']) {
      expect(await ask(method, { taskId })).toMatchObject({
        error: { data: { contractCode: 'PERMISSION.CLIENT_NOT_ALLOWED' } },
      })
    }
    expect((await ask('tasks/cancel', { taskId })).result).toMatchObject({ resultType: 'complete' })
    expect((await answer).outcome).toBe('withdrawn')
    refused.mockRestore()
    expect(await get(taskId)).toMatchObject({ taskId })
  })

  it('ignores responses that belong to no request', async () => {
    const { taskId } = await waiting()
    const { result } = await ask('tasks/update', { taskId, inputResponses: { approve: { action: 'accept' } } })
    expect(result).toMatchObject({ resultType: 'complete' })
    expect(await get(taskId)).toMatchObject({ status: 'working' })
    expect(scene().gateway.approvals.open()).toHaveLength(1)
  })
})

describe('without a task', () => {
  it('a quick call is answered with its result', async () => {
    const { result } = await ask('tools/call', { name: 'world_time_get', arguments: { worldName: 'world' } })
    expect(result).toMatchObject({ resultType: 'complete', structuredContent: { success: true } })
  })

  it('a client without the extension gets "pending", and none of the methods', async () => {
    const question = scene().nextQuestion()
    const answer = call(night, { extensions: {} })
    await question
    await scene().clock.advance(45_000)
    expect((await answer).result).toMatchObject({
      structuredContent: { error: { contractCode: 'RISK.PENDING_APPROVAL' } },
    })
    expect(await ask('tasks/get', { taskId: 'any' }, { extensions: {} })).toMatchObject({
      error: { code: -32_021, data: { requiredCapabilities: { extensions: { [tasksExtension]: {} } } } },
    })
  })

  it('a session of the older era has no tasks', async () => {
    const session = await client.begin()
    const { message } = await client.post({ id: 2, method: 'tasks/get', params: { taskId: 'any' } }, session)
    expect(message?.error?.code).toBe(-32_601)
  })
})

it('a call that runs for long becomes a task', async () => {
  let finish = (): void => {}
  const server = new FakeServer({ id: 'slow', capabilities: [manifestOf({ id: 'ext.slow.read' })] })
  server.answers(
    'ext.slow.read',
    () =>
      new Promise((resolve) => {
        finish = () => resolve({ data: { shops: 3 } })
      }),
  )
  scene().fakes.host.present(server)
  const answer = ask('tools/call', { name: 'ext_slow_read', arguments: {} })
  await until(() => server.requests.length === 1)
  await scene().clock.advance(maxSynchronousMs)
  const { result } = await answer
  expect(result).toMatchObject({ resultType: 'task', status: 'working' })
  finish()
  await until(async () => (await get(result?.taskId))?.status === 'completed')
  expect(await get(result?.taskId)).toMatchObject({ result: { structuredContent: { data: { shops: 3 } } } })
})
