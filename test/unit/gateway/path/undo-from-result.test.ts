import type { JsonObject } from '@contract/call.js'
import { describe, expect, it } from 'vitest'
import { memoryStores } from '../../../../src-main/storage/stores.js'
import { settled } from '../../../fakes/fake-clock.js'
import { endOf, GatewayUnderTest } from '../../../fakes/gateway-under-test.js'

const spawn = { world: 'world', x: 0, y: 64, z: 0 }
const before = { world: 'world', x: 100, y: 70, z: -50 }

/** A world that reports where it moved players from, and has no read for their position. */
function withTeleports(
  reported: JsonObject = { success: true, previousLocation: before, newLocation: spawn },
  undoStore = memoryStores().undo,
) {
  const under = new GatewayUnderTest({ stores: { undo: undoStore } })
  under.gateway.approvals.attach()
  const server = under.serve('overworld', ['player.teleport']).answers('player.teleport', () => ({ data: reported }))
  const teleport = () => under.call('player.teleport', { playerName: 'Steve', location: spawn })
  return { under, server, teleport }
}

describe('a teleport of an agent that returns previousLocation', () => {
  // verifies: manifest-risk
  it('can be undone from its result, and says so', async () => {
    const { under, server, teleport } = withTeleports()
    const report = await teleport()
    await settled()
    expect(report.outcome).toMatchObject({ kind: 'done', undoable: true, snapshotId: expect.any(String) })
    const { undo } = under.gateway
    expect(undo.list().entries).toMatchObject([
      { requestId: report.requestId, state: 'done', undo: { how: 'inverse' } },
    ])
    expect(under.audit.events.at(-1)?.rollbackInfo).toMatchObject({ snapshotId: expect.any(String), rolledBack: false })
    // The current state cannot be read, so a person must insist.
    expect(await undo.run(report.requestId, {}, 'ada')).toMatchObject({ kind: 'failed' })
    expect(await undo.run(report.requestId, { force: true }, 'ada')).toMatchObject({ kind: 'undone' })
    expect(server.requestsFor('player.teleport').at(-1)?.arguments).toMatchObject({
      playerName: 'Steve',
      location: before,
    })
  })

  it.each<[string, JsonObject]>([
    ['nothing of it', { success: true }],
    ['half of it', { success: true, previousLocation: { world: 'world', x: 1 } }],
  ])('cannot be undone where the result says %s', async (_what, reported) => {
    const { under, teleport } = withTeleports(reported)
    const report = await teleport()
    await settled()
    expect(endOf(report)).toBe('done')
    expect(report.outcome).not.toHaveProperty('undoable')
    expect(under.gateway.undo.list().entries).toEqual([])
  })

  it('still runs where its inverse cannot be stored', async () => {
    const store = memoryStores().undo
    store.add = () => {
      throw new Error('The disk is full.')
    }
    const { teleport } = withTeleports(undefined, store)
    const report = await teleport()
    expect(endOf(report)).toBe('done')
    expect(report.outcome).not.toHaveProperty('undoable')
  })
})
