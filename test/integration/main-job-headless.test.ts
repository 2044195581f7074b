import { describe, expect, it } from 'vitest'
import { openAuditLog } from '../../src-main/storage/audit-log.js'
import { cleanUpForEach } from '../fixtures/for-each.js'
import { callTool, connectClient, startHeadless, startWorld } from '../fixtures/programs.js'

describe('the main job, without a desktop', () => {
  const cleanUp = cleanUpForEach()

  // verifies: promise 6
  it('lets an AI client act in a real world, and asks before the time changes', async () => {
    const world = await startWorld(cleanUp, ['Steve', 'Alex'])
    const gateway = await startHeadless(cleanUp, [
      '--control',
      'stdin',
      '--agent',
      world.agent,
      '--agent-token',
      world.token,
    ])
    const { client } = await connectClient(cleanUp, gateway.profile)

    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['world_time_get', 'world_time_set', 'player_teleport', 'player_list']),
    )
    const time = await callTool(client, 'world_time_get', { worldName: 'world' })
    expect(time.data).toMatchObject({ worldName: 'world', time: expect.any(Number) })

    const before = world.process.lines.length
    const stood = await callTool(client, 'player_info_get', { playerName: 'Steve' })
    const sunBefore = Number(time.data?.time)
    const location = { world: 'world', x: 40, y: 80, z: -12 }
    expect(await callTool(client, 'player_teleport', { playerName: 'Steve', location })).toMatchObject({
      success: true,
    })
    const moved = await world.process.until(({ event }) => event === 'player-moved', { after: before })
    expect(moved.position).toMatchObject({ x: 40, z: -12 })

    const set = (ticks: number) => callTool(client, 'world_time_set', { worldName: 'world', time: ticks })
    const approved = set(13_000)
    const question = await gateway.process.until(({ event }) => event === 'approval')
    expect(question).toMatchObject({ capabilityId: 'world.time.set', risk: 'high', caller: 'Claude Desktop' })
    expect(question.arguments).toEqual({ worldName: 'world', time: 13_000 })
    gateway.process.send({ approve: question.id })
    expect(await approved).toMatchObject({ success: true })
    await world.process.until(
      ({ event, timeOfDay }) => event === 'player-time' && Math.abs(Number(timeOfDay) - 13_000) < 400,
      { after: before },
    )

    const linesBefore = world.process.lines.length
    const asked = gateway.process.lines.length
    const denied = set(1_000)
    const second = await gateway.process.until(({ event }) => event === 'approval', { after: asked })
    gateway.process.send({ deny: second.id })
    expect(await denied).toMatchObject({ success: false, error: { code: 'E_RISK_APPROVAL_REJECTED' } })
    const after = await callTool(client, 'world_time_get', { worldName: 'world' })
    expect(Number(after.data?.time)).toBeGreaterThan(12_000)
    expect(world.process.lines.slice(linesBefore).filter(({ event }) => event === 'player-time')).toEqual([])

    const afterUndo = world.process.lines.length
    for (const capabilityId of ['world.time.set', 'player.teleport']) {
      const { requestId } = await gateway.process.until(
        (line) => line.event === 'undoable' && line.capabilityId === capabilityId,
      )
      gateway.process.send({ undo: requestId })
      await gateway.process.until((line) => line.event === 'undone' && line.requestId === requestId)
    }
    for (const name of ['Steve', 'Alex']) {
      await world.process.until(
        (line) =>
          line.event === 'player-time' && line.name === name && Math.abs(Number(line.timeOfDay) - sunBefore) < 400,
        { after: afterUndo },
      )
    }
    const back = await world.process.until(({ event, name }) => event === 'player-moved' && name === 'Steve', {
      after: afterUndo,
    })
    const { x, z } = (stood.data?.location ?? {}) as { x?: number; z?: number }
    expect(back.position).toMatchObject({ x, z })
    expect(await callTool(client, 'player_info_get', { playerName: 'Steve' })).toMatchObject({
      data: { location: { x, z } },
    })
    const [undone] = gateway.process.lines.filter(({ event }) => event === 'undone')
    gateway.process.send({ undo: String(undone?.requestId) })
    await gateway.process.until(({ event, code }) => event === 'failure' && code === 'RISK.ROLLBACK_FAILED')

    await client.close()
    await gateway.process.end()
    const audit = cleanUp.add(openAuditLog(gateway.profile), (log) => log.close())
    const trail = audit
      .recent(100)
      .reverse()
      .filter(({ capabilityId }) => capabilityId === 'world.time.set')
      .map(({ eventType, metadata }) => [eventType, metadata?.phase])
    expect(trail).toEqual([
      ['approve', undefined],
      ['invoke', 'intent'],
      ['invoke', 'outcome'],
      ['reject', undefined],
      ['reject', 'outcome'],
      ['approve', undefined],
      ['rollback', 'intent'],
      ['rollback', 'outcome'],
    ])
  })
})
