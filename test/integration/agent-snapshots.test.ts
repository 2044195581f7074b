import { snapshotCreate, snapshotRestore } from '@contract/snapshot-capabilities.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Agent, ContractError, provider, serveAgent, snapshots } from '../../agents/kit/sdk/index.js'
import { toolsOf } from '../../src-main/consumers/mcp/tools.js'
import { AgentScene } from '../fakes/agent-scene.js'
import { endOf } from '../fakes/gateway-under-test.js'

const token = 'secret'

/** A shop whose prices can be changed, by an agent that takes snapshots of it, made with the SDK. */
class Shop {
  prices: Record<string, number> = { bread: 3 }
  readonly kept = new Map<string, Record<string, number>>()
  /** Every snapshot that was asked for. */
  readonly asked: [string, unknown][] = []
  takesSnapshots = true

  serve(pair = snapshots({ create: this.create, restore: this.restore })): Promise<Agent> {
    const shop = provider({ id: 'shop', name: 'Shop', version: '1.0.0' })
    const setPrice = shop.action(
      {
        id: 'ext.shop.price.set',
        name: 'Set a price',
        description: 'Sets the price of something.',
        parameters: {
          type: 'object',
          required: ['item', 'price'],
          properties: { item: { type: 'string' }, price: { type: 'integer' } },
        },
        returns: { type: 'object', properties: {} },
        risk: 'high',
        riskReason: 'People pay it.',
        rollbackSupported: true,
        snapshotRequired: true,
        examples: [{ name: 'Bread', parameters: { item: 'bread', price: 4 } }],
      },
      ({ item, price }) => {
        this.prices[item] = price
        return {}
      },
    )
    return serveAgent({
      info: { id: 'shop', name: 'Shop', version: '1.0.0' },
      token,
      port: 0,
      capabilities: [setPrice, ...pair],
    })
  }

  create = (capabilityId: string, parameters: unknown): string => {
    this.asked.push([capabilityId, parameters])
    if (!this.takesSnapshots) throw new ContractError('BUSINESS.OPERATION_FAILED', { message: 'Not now.' })
    const id = `snapshot-${this.asked.length}`
    this.kept.set(id, { ...this.prices })
    return id
  }

  restore = (id: string): void => {
    const kept = this.kept.get(id)
    if (!kept) throw new ContractError('BUSINESS.OPERATION_FAILED', { message: 'That snapshot is gone.' })
    this.prices = { ...kept }
  }
}

let scene: AgentScene
let shop: Shop
let agent: Agent | undefined
beforeEach(() => {
  scene = new AgentScene()
  shop = new Shop()
})
afterEach(async () => {
  await scene.stop()
  await agent?.close()
})

const offered = () => [snapshotCreate, snapshotRestore].every((id) => scene.gateway.registry.offerBy('agent', id))

async function open(pair?: Parameters<Shop['serve']>[0]): Promise<void> {
  agent = await shop.serve(pair)
  await scene.dial(agent.address, token)
  await scene.serverIs(({ capabilities }) => capabilities.some(({ id }) => id === 'ext.shop.price.set'))
}

const raise = () => scene.call('ext.shop.price.set', { item: 'bread', price: 100 })

// verifies: agents-snapshots
describe('an agent that takes snapshots', () => {
  // verifies: manifest-risk rollbackSupported
  it('takes a snapshot right before an action, and later restores it', async () => {
    await open()
    const questions: unknown[] = []
    scene.gateway.approvals.onDidOpen(({ undo }) => questions.push(undo))
    const done = await raise()
    expect(done.outcome).toMatchObject({ kind: 'done', undoable: true, snapshotId: 'snapshot-1' })
    expect(questions).toEqual([{ possible: true, how: 'snapshot' }])
    expect(shop.asked).toEqual([['ext.shop.price.set', { item: 'bread', price: 100 }]])
    expect(shop.prices).toEqual({ bread: 100 })

    const { undo } = scene.gateway
    expect(await undo.run(done.requestId, {}, 'ada')).toMatchObject({ error: { details: { world: 'unknown' } } })
    expect(await undo.run(done.requestId, { force: true }, 'ada')).toMatchObject({ kind: 'undone', redoable: true })
    expect(shop.prices).toEqual({ bread: 3 })
    const [undoing] = undo.list().entries
    expect(await undo.run(undoing?.requestId ?? '', { force: true }, 'ada')).toMatchObject({ kind: 'undone' })
    expect(shop.prices).toEqual({ bread: 100 })
  })

  it('is asked for one part of an action, which can still be undone as a whole then', async () => {
    const restored: string[] = []
    await open(snapshots({ create: shop.create, restore: (id) => void restored.push(id) }))
    const { requestId } = await raise()
    const { undo } = scene.gateway
    const run = (part?: number) => undo.run(requestId, { force: true, ...(part && { part }) }, 'ada')
    expect(await run(2)).toMatchObject({ kind: 'undone', requestId, redoable: true })
    expect(undo.list().entries).toMatchObject([{ undoes: requestId }, { requestId, state: 'done' }])
    expect(await run(3)).toMatchObject({ kind: 'undone' })
    expect(await run()).toMatchObject({ kind: 'undone' })
    expect(await run(4)).toMatchObject({ kind: 'failed', error: { code: 'RISK.ROLLBACK_FAILED' } })
    expect(restored).toEqual(['snapshot-1~part2', 'snapshot-1~part3', 'snapshot-1'])
  })

  it('reports why it cannot restore, and the person is informed', async () => {
    await open()
    const done = await raise()
    shop.kept.clear()
    expect(await scene.gateway.undo.run(done.requestId, { force: true }, 'ada')).toMatchObject({
      kind: 'failed',
      error: { code: 'RISK.ROLLBACK_FAILED', cause: { message: 'That snapshot is gone.' } },
    })
    expect(scene.gateway.undo.list().entries).toMatchObject([
      { requestId: done.requestId, undo: { how: 'snapshot' }, state: 'uncertain' },
    ])
  })

  // verifies: manifest-risk snapshotRequired
  it('does nothing that must be undoable while it takes none', async () => {
    await open()
    shop.takesSnapshots = false
    expect(endOf(await raise())).toBe('RISK.OPERATION_BLOCKED')
    const asked: unknown[] = []
    scene.gateway.approvals.onDidOpen((question) => asked.push(question))
    expect(endOf(await raise())).toBe('RISK.OPERATION_BLOCKED')
    expect(asked).toEqual([])
    expect(shop.prices).toEqual({ bread: 3 })
  })

  it('offers nothing that must be undoable when it has only half of the pair, and says why', async () => {
    agent = await shop.serve(snapshots({ create: shop.create, restore: shop.restore }).slice(0, 1))
    await scene.dial(agent.address, token)
    const { refused, capabilities } = await scene.serverIs(({ refused: some }) => some.length > 0)
    expect(refused).toEqual([
      { id: 'ext.shop.price.set', reason: expect.stringContaining('it requires a snapshot, and the agent takes none') },
    ])
    expect(capabilities.map(({ id }) => id)).toEqual([snapshotCreate])
    expect(endOf(await raise())).toBe('PROTOCOL.CAPABILITY_NOT_FOUND')
    expect(shop.asked).toEqual([])
  })
})

it('the reserved pair waits for a person like everything else; no consumer is notified or can call it', async () => {
  await open()
  expect(offered()).toBe(true)
  const { registry } = scene.gateway
  expect([...registry.capabilities().keys()]).toEqual(['ext.shop.price.set'])
  expect(JSON.stringify(toolsOf(registry.capabilities()))).not.toContain('snapshot')
  for (const id of [snapshotCreate, snapshotRestore]) {
    expect(endOf(await scene.call(id, { snapshotId: 'snapshot-1' }))).toBe('PROTOCOL.CAPABILITY_NOT_FOUND')
  }
  expect(shop.asked).toEqual([])
})
