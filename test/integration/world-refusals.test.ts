import { coreCatalogue } from '@contract/core-catalogue.js'
import { describe, expect, it } from 'vitest'
import { callTool } from '../fixtures/programs.js'
import { bare, call, client, here, inWorld, newView, openWorldScene, world } from './world-scene.js'

openWorldScene()

describe('actions that need two people', () => {
  it.each([
    ['player_ban', { playerName: 'Alex', reason: 'Grief' }],
    ['system_restore', { backupId: '1' }],
  ])('%s is refused by the gateway, and never reaches the agent', async (tool, given) => {
    const after = world.process.lines.length
    expect(await callTool(client, tool, given)).toMatchObject({
      success: false,
      error: { code: 'E_RISK_OPERATION_BLOCKED' },
    })
    await call('chat_broadcast', { message: 'Nothing happened' })
    await world.process.until((line) => line.capabilityId === 'chat.broadcast', { after })
    const capabilityId = tool.replaceAll('_', '.')
    const asked = world.process.lines.filter((line) => line.event === 'request' && line.capabilityId === capabilityId)
    expect(asked.filter(({ caller }) => caller !== 'bare')).toEqual([])
  })

  it('player.ban disconnects with the reason, and the player cannot rejoin', async () => {
    const view = newView()
    const ban = { playerName: 'Alex', reason: 'You burned the barn', durationMinutes: 60 }
    expect(await bare.call('player.ban', ban)).toMatchObject({ success: true, data: { until: expect.any(String) } })
    await view.sees('Alex', 'player-kicked', { reason: 'You burned the barn' })
    await view.sees('Alex', 'player-left')
    const again = newView()
    world.process.send({ join: 'Alex' })
    await again.sees('Alex', 'player-kicked', { reason: 'You burned the barn' })
    expect(await call('player_list')).toMatchObject({ online: 1, players: [{ name: 'Steve' }] })
  })
})

describe('requests that the agent cannot handle', () => {
  const missing = [...coreCatalogue.keys()].filter((id) => id.startsWith('player.economy') || id === 'system.reload')

  it('offers the whole catalogue but three capabilities', () => {
    expect([...bare.offered, ...missing].sort()).toEqual([...coreCatalogue.keys()].sort())
    expect(missing).toHaveLength(3)
  })

  it.each(missing)('%s: the capability does not exist', async (id) => {
    expect(await bare.call(id, { playerName: 'Steve' })).toMatchObject({
      success: false,
      error: { code: 'PROTOCOL.CAPABILITY_NOT_FOUND' },
    })
  })

  it.each([
    ['an event', 'player.join', {}, '1.0.0', 'PROTOCOL.UNSUPPORTED_TYPE'],
    ['another major version', 'player.list', {}, '2.0.0', 'PROTOCOL.VERSION_MISMATCH'],
    [
      'a rule this server does not have',
      'world.rule.get',
      { ...here, rule: 'keepInventory' },
      '1.0.0',
      'BUSINESS.OPERATION_FAILED',
    ],
    [
      'a block there is not',
      'world.block.set',
      { location: inWorld(0, 4, 0), type: 'cheese' },
      '1.0.0',
      'BUSINESS.OPERATION_FAILED',
    ],
    [
      'a block above the sky',
      'world.block.get',
      { location: inWorld(0, 4_000, 0) },
      '1.0.0',
      'BUSINESS.INVALID_LOCATION',
    ],
    ['a player nobody knows', 'player.kick', { playerName: 'Herobrine' }, '1.0.0', 'BUSINESS.PLAYER_NOT_FOUND'],
    ['another world', 'entity.list', { worldName: 'atlantis' }, '1.0.0', 'BUSINESS.WORLD_NOT_FOUND'],
    ['parameters that are a list', 'player.list', [], '1.0.0', 'PROTOCOL.SCHEMA_VALIDATION_FAILED'],
  ])('%s', async (_what, id, parameters, version, code) => {
    expect(await bare.call(id, parameters, version)).toMatchObject({ success: false, error: { code } })
  })

  it('lists every invalid parameter', async () => {
    const { error } = await bare.call('world.time.set', { time: 24_001, extra: true })
    expect(error?.code).toBe('PROTOCOL.SCHEMA_VALIDATION_FAILED')
    expect(error?.details?.errors?.map(({ path }) => path).sort()).toEqual(['/extra', '/time', '/worldName'])
  })

  it('gives every frame an id of its own', () => {
    const ids = bare.frames.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(bare.frames.filter(({ type }) => type === 'event')).not.toHaveLength(0)
  })
})
