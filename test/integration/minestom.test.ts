/** The main job in a world of the newest game: Minestom, the agent in Java, and a player's own client. */

import { describe, expect, it } from 'vitest'
import { cleanUpForEach } from '../fixtures/for-each.js'
import { missingMinestom, startMinestom } from '../fixtures/java-agent.js'
import { callTool, connectClient, startHeadless } from '../fixtures/programs.js'

if (missingMinestom) console.warn(`The world on Minestom is not tested: ${missingMinestom}`)

describe.skipIf(missingMinestom !== undefined)('a world of the newest version of the game', () => {
  const cleanUp = cleanUpForEach()

  it('is read, changed and restored, and its player sees it', { timeout: 180_000 }, async () => {
    const world = await startMinestom(cleanUp, ['Steve'])
    const agent = ['--agent', world.agent, '--agent-token', world.token]
    const gateway = await startHeadless(cleanUp, ['--control', 'stdin', ...agent])
    const { client } = await connectClient(cleanUp, gateway.profile)
    const seen = (event: string, after: number) =>
      world.process.until((line) => line.event === event, { after, milliseconds: 30_000 })
    const undo = async (capabilityId: string) => {
      const { requestId } = await gateway.process.until(
        (line) => line.event === 'undoable' && line.capabilityId === capabilityId,
      )
      gateway.process.send({ undo: requestId })
      await gateway.process.until((line) => line.event === 'undone' && line.requestId === requestId)
    }
    const approved = async (name: string, given: Record<string, unknown>) => {
      const asked = gateway.process.lines.length
      const result = callTool(client, name, given)
      const question = await gateway.process.until(({ event }) => event === 'approval', { after: asked })
      gateway.process.send({ approve: question.id })
      return await result
    }

    const beforeChat = world.process.lines.length
    expect(await callTool(client, 'chat_broadcast', { message: 'The shop opens.' })).toMatchObject({ success: true })
    expect((await seen('player-chat', beforeChat)).text).toContain('The shop opens.')

    expect((await callTool(client, 'player_list', {})).data).toMatchObject({ online: 1, players: [{ name: 'Steve' }] })

    const beforeMove = world.process.lines.length
    const location = { world: 'world', x: 12.5, y: 45, z: -7.5 }
    expect(await callTool(client, 'player_teleport', { playerName: 'Steve', location })).toMatchObject({
      success: true,
    })
    expect((await seen('player-moved', beforeMove)).position).toMatchObject({ x: 12.5, z: -7.5 })

    const beforeSun = world.process.lines.length
    expect(await approved('world_time_set', { worldName: 'world', time: 13_000 })).toMatchObject({ success: true })
    expect(Number((await seen('player-time', beforeSun)).timeOfDay)).toBeGreaterThan(12_900)

    const place = { world: 'world', x: 10, y: 40, z: -7 }
    const beforeBlock = world.process.lines.length
    const set = { location: place, type: 'minecraft:gold_block' }
    expect(await approved('world_block_set', set)).toMatchObject({ data: { previousType: 'minecraft:air' } })
    expect(await seen('player-block', beforeBlock)).toMatchObject({ block: 'gold_block' })
    expect((await callTool(client, 'world_block_get', { location: place })).data).toMatchObject({
      type: 'minecraft:gold_block',
    })

    const beforeUndo = world.process.lines.length
    await undo('world.block.set')
    expect(await seen('player-block', beforeUndo)).toMatchObject({ block: 'air' })
    await undo('player.teleport')
    await seen('player-moved', beforeUndo)

    const beforeDeath = world.process.lines.length
    world.process.send({ say: '/kill' })
    await seen('player-died', beforeDeath)
    expect(await callTool(client, 'player_info_get', { playerName: 'Alex' })).toMatchObject({
      success: false,
      error: { code: 'E_BUSINESS_PLAYER_OFFLINE' },
    })
  })
})
