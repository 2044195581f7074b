import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { BuildServer, boxOf, planFrom, startProgram } from '../../../../fakes/java/build-scene.js'
import { folderForEach } from '../../../../fixtures/for-each.js'

const root = folderForEach()
let server: BuildServer
beforeEach(() => {
  server = new BuildServer(path.join(root(), 'world'))
})

const caller = { id: 'ai', name: 'AI' }
const air = 'minecraft:air'
const stone = 'minecraft:stone'
const hut = new Map([...boxOf([0, 64, 0], [40, 70, 8], stone), ...boxOf([1, 65, 1], [39, 70, 7], air)])
const call = (more = {}) => ({ requestId: 'r1', caller, given: {}, groupId: undefined, ...more })
const never = new AbortController().signal
const eventually: BuildServer['eventually'] = (isSo, step) => server.eventually(isSo, step)
const until = <Value>(promise: Promise<Value>): Promise<Value> => server.until(promise)
const chest = 'minecraft:chest[facing=north]'
const diamonds = { Items: [{ Slot: 0, id: 'minecraft:diamond', count: 3 }] }

describe('a build beside players', () => {
  it('buries nobody: goes on elsewhere, waits, and continues when the player has left', async () => {
    server.people.join('Steve', { x: 0.5, y: 65, z: 0.5 })
    const { builds, abilities } = startProgram(server, root(), () => planFrom(hut))
    builds.connect(abilities)
    const building = builds.build(call())
    await eventually(() => builds.list()[0]?.waitsFor?.why === 'player')
    expect(builds.list()).toMatchObject([{ phase: 'waiting', waitsFor: { why: 'player', names: ['Steve'] } }])
    expect([server.blocks.stateAt(0, 65, 0), server.blocks.stateAt(0, 66, 0)]).toEqual([air, air])
    expect([server.blocks.stateAt(40, 70, 8), server.blocks.stateAt(0, 64, 0)]).toEqual([stone, stone])
    expect(server.commands.filter((one) => one.startsWith('forceload remove'))).toEqual([])
    server.people.people.delete('Steve')
    expect(await until(building)).toMatchObject({ built: hut.size, skipped: 0 })
  })

  it('sets nothing where somebody is counted whose place cannot be read', async () => {
    server.people.join('Steve', { x: 0.5, y: 65, z: 0.5 })
    let isVanished = true
    const run = server.run.bind(server)
    server.run = async (command) =>
      isVanished && command.startsWith('data get entity') ? 'No entity was found' : run(command)
    const { builds, abilities } = startProgram(server, root(), () => planFrom(boxOf([0, 64, 0], [8, 66, 8], stone)))
    builds.connect(abilities)
    const building = builds.build(call())
    await eventually(() => builds.list()[0]?.waitsFor?.why === 'player')
    expect(server.blocks.states.size).toBe(0)
    isVanished = false
    server.people.people.delete('Steve')
    expect(await until(building)).toMatchObject({ built: 243 })
  })

  it('sets nothing where a player beside it may be a moment later', async () => {
    server.people.join('Steve', { x: 10.5, y: 65, z: 4.5 })
    const { builds, abilities } = startProgram(server, root(), () => planFrom(boxOf([0, 64, 0], [8, 66, 8], stone)))
    builds.connect(abilities)
    const building = builds.build(call())
    await eventually(() => builds.list()[0]?.waitsFor?.why === 'player')
    expect(server.blocks.stateAt(8, 65, 4)).toBe(air)
    server.people.people.delete('Steve')
    await until(building)
  })

  /** What somebody does while the first part is built, after the world was saved. */
  const meanwhile = (act: () => void) => {
    server.isSavedLate = true
    const run = server.blocks.run.bind(server.blocks)
    let isDone = false
    server.blocks.run = (command) => {
      if (command.startsWith('fill') && !isDone) {
        isDone = true
        act()
      }
      return run(command)
    }
  }

  const builtAndUndone = async () => {
    const { builds, abilities, groups } = startProgram(server, root(), () => planFrom(hut))
    builds.connect(abilities)
    const groupId = groups.plan('minecraft:overworld', planFrom(hut).tiles)
    await until(builds.build(call({ groupId })))
    expect(server.blocks.stateAt(40, 66, 4)).toBe(stone)
    await until(builds.undo(groupId, undefined, never))
  }

  it('puts back a chest that a player placed right before its part was built, with its items', async () => {
    server.people.join('Steve', { x: 50.5, y: 80, z: 4.5 })
    meanwhile(() => server.blocks.put(40, 66, 4, chest, diamonds))
    await builtAndUndone()
    expect([...server.blocks.states]).toEqual([['40 66 4', chest]])
    expect(server.blocks.entities.get('40 66 4')).toMatchObject(diamonds)
  })

  it('puts back what came into a chest right before its part was built, with nobody near', async () => {
    server.blocks.put(40, 66, 4, chest, { Items: [] })
    meanwhile(() => server.blocks.put(40, 66, 4, chest, diamonds))
    await builtAndUndone()
    expect(server.blocks.entities.get('40 66 4')).toMatchObject(diamonds)
  })

  it('saves the world no more often for parts where nobody is near and no chest stands', async () => {
    const saves = async (far: boolean) => {
      const { builds, abilities } = startProgram(server, root(), () => planFrom(hut))
      builds.connect(abilities)
      if (!far) server.people.join('Steve', { x: 50.5, y: 80, z: 4.5 })
      const [earlier, requestId] = [server.commands.length, `far ${far}`]
      // So slowly that no save becomes old.
      await server.until(builds.build(call({ requestId })), 1)
      server.blocks.states.clear()
      return server.commands.slice(earlier).filter((one) => one.startsWith('save-all')).length
    }
    server.people.join('Mia', { x: 500.5, y: 80, z: 4.5 })
    // Before all, and after all.
    expect(await saves(true)).toBe(3)
    expect(await saves(false)).toBe(5)
  })

  const goldBlock = 'minecraft:gold_block'
  const begunUntilPaused = async () => {
    const program = startProgram(server, root(), () => planFrom(hut))
    program.builds.connect(program.abilities)
    const groupId = program.groups.plan('minecraft:overworld', planFrom(hut).tiles)
    const building = program.builds.build(call({ groupId }))
    building.catch(() => undefined)
    await eventually(() => server.commands.some((one) => one.startsWith('fill')), 1)
    await program.builds.pause('r1')
    await eventually(async () => (await program.groups.after(groupId, 0)) !== undefined)
    return { ...program, building, groupId }
  }

  it('leaves what players did while it was paused to them when it is stopped and undone', async () => {
    const { builds, groupId } = await begunUntilPaused()
    server.blocks.put(2, 64, 2, goldBlock)
    await until(builds.stop('r1'))
    await until(builds.undo(groupId, undefined, never))
    expect([...server.blocks.states]).toEqual([['2 64 2', goldBlock]])
  })

  it.each(['paused', 'ended'])('sets nothing over a chest that was placed while it was %s', async (why) => {
    const paused = await begunUntilPaused()
    server.blocks.put(2, 66, 2, chest, diamonds)
    if (why === 'ended') paused.builds.lost()
    const { builds, abilities } = why === 'ended' ? startProgram(server, root(), () => planFrom(hut)) : paused
    if (why === 'ended') builds.connect(abilities)
    await builds.resume('r1')
    await eventually(() => builds.list()[0]?.phase === 'done')
    expect(server.blocks.entities.get('2 66 2')).toMatchObject(diamonds)
    await until(builds.undo(paused.groupId, undefined, never))
    expect([...server.blocks.states]).toEqual([['2 66 2', chest]])
    expect(server.blocks.entities.get('2 66 2')).toMatchObject(diamonds)
  })

  const undoWithSteveInside = async () => {
    for (const y of [65, 66]) server.blocks.put(4, y, 4, stone)
    server.blocks.put(36, 66, 4, stone)
    const before = new Map(server.blocks.states)
    const { builds, abilities, groups } = startProgram(server, root(), () => planFrom(hut))
    builds.connect(abilities)
    const groupId = groups.plan('minecraft:overworld', planFrom(hut).tiles)
    await until(builds.build(call({ groupId })))
    server.people.join('Steve', { x: 4.5, y: 65, z: 4.5 })
    return { before, undo: () => builds.undo(groupId, undefined, never) }
  }

  it('is undone around a player who stays inside, whom it names, and wholly when undone again', async () => {
    const { before, undo } = await undoWithSteveInside()
    await expect(until(undo())).rejects.toMatchObject({
      message: 'Not all is undone: Steve stands in the way.',
      details: { why: 'snapshot-player-in-the-way', names: ['Steve'] },
    })
    expect([server.blocks.stateAt(4, 65, 4), server.blocks.stateAt(4, 66, 4)]).toEqual([air, air])
    expect(server.blocks.stateAt(36, 66, 4)).toBe(stone)
    expect(server.blocks.stateAt(0, 64, 0)).toBe(air)
    server.people.people.delete('Steve')
    await until(undo())
    expect(server.blocks.states).toEqual(before)
  })

  it('is undone when the player has left', async () => {
    const { before, undo } = await undoWithSteveInside()
    const undoing = undo()
    await server.clock.advance(20_000)
    expect(server.blocks.stateAt(4, 65, 4)).toBe(air)
    server.people.people.delete('Steve')
    await until(undoing)
    expect(server.blocks.states).toEqual(before)
  })
})
