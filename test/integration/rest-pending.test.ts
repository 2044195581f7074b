/** A person who thinks for longer than a script waits, dry runs and traces, over REST. */
import { beforeEach, describe, expect, it } from 'vitest'
import { bridgeToken, McpScene } from '../fakes/mcp-scene.js'
import { openForEach } from '../fixtures/for-each.js'
import { until } from '../fixtures/until.js'

const scene = openForEach(() => McpScene.open())
beforeEach(async () => {
  scene().gateway.approvals.attach()
})

/** Asks as a script does, below `/api/v1`. */
async function ask(path: string, init: RequestInit = {}) {
  const headers = { authorization: `Bearer ${bridgeToken}`, 'content-type': 'application/json', connection: 'close' }
  const response = await fetch(new URL(`/api/v1${path}`, scene().endpoint), { ...init, headers })
  // biome-ignore lint/suspicious/noExplicitAny: each test checks its own value.
  return { status: response.status, headers: response.headers, body: (await response.json()) as any }
}
const setNight = (more: object = {}) =>
  ask('/capabilities/world.time.set/invoke', {
    method: 'POST',
    body: JSON.stringify({ parameters: { worldName: 'world', time: 13_000 }, ...more }),
  })

describe('a script that has waited for 45 seconds', () => {
  it('gets 202 while the person decides, and the address of the result', async () => {
    const question = scene().nextQuestion()
    const reply = setNight()
    const { id } = await question
    await scene().clock.advance(45_000)
    const { status, headers, body } = await reply
    expect([status, body.success, body.error.code]).toEqual([202, false, 'RISK.PENDING_APPROVAL'])
    expect(headers.get('location')).toBe(`/api/v1/approvals/${id}`)
    expect(headers.get('retry-after')).toBe('5')
    expect(await ask(`/approvals/${id}`)).toMatchObject({
      status: 200,
      body: { data: { state: 'waiting-for-person' } },
    })

    scene().gateway.approvals.decide(id, 'approve', 'hush')
    await until(async () => (await ask(`/approvals/${id}`)).body.data.state === 'ended')
    const after = await ask(`/approvals/${id}`)
    expect(after.body.data.result).toMatchObject({ success: true, data: { time: 13_000 } })
    expect(JSON.stringify(after.body)).not.toContain('hush')
  })

  it('cannot decide at the address of the result', async () => {
    const question = scene().nextQuestion()
    void setNight().catch(() => {})
    const { id } = await question
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      expect(await ask(`/approvals/${id}`, { method })).toMatchObject({ status: 405 })
    }
    expect(scene().gateway.approvals.isOpen(id)).toBe(true)
  })

  it('gets 404 for a request that is not its own', async () => {
    expect(await ask('/approvals/nobody-asked-this')).toMatchObject({ status: 404, body: { success: false } })
    expect(await ask('/traces/no-such-trace')).toMatchObject({ status: 404, body: { success: false } })
  })
})

describe('a script', () => {
  it('validates a call without running it', async () => {
    expect(await setNight({ dryRun: true })).toMatchObject({
      status: 200,
      body: {
        success: true,
        data: { decision: 'ask', approvers: 1, risk: { level: 'high' }, arguments: { time: 13_000 }, undoable: true },
        metadata: { dryRun: true },
      },
    })
    expect(scene().gateway.approvals.open()).toEqual([])
  })

  it('reads the trace of a call', async () => {
    const { body } = await setNight({ dryRun: true })
    const { traceId } = body.metadata
    expect(await ask(`/traces/${traceId}`)).toMatchObject({
      status: 200,
      body: { data: { traceId, capabilityId: 'world.time.set', success: true, outcome: 'foreseen' } },
    })
  })
})
