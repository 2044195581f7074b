import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { settled } from '../../../../fakes/fake-clock.js'
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
const hut = new Map([...boxOf([0, 64, 0], [40, 70, 8], stone), ...boxOf([1, 65, 1], [39, 70, 7], 'minecraft:air')])
const call = (more = {}) => ({ requestId: 'r1', caller, given: {}, groupId: undefined, ...more })

const eventually: BuildServer['eventually'] = (isSo, step) => server.eventually(isSo, step)
const until = <Value>(promise: Promise<Value>): Promise<Value> => server.until(promise)

describe('a build', () => {
  it('stands as planned, with few commands, and one undo puts everything back', async () => {
    server.blocks.put(3, 64, 3, 'minecraft:chest[facing=north]', { Items: [] })
    server.blocks.put(5, 66, 5, 'minecraft:oak_log[axis=y]')
    const before = new Map(server.blocks.states)
    const { builds, abilities, groups } = startProgram(server, root(), () => planFrom(hut))
    builds.connect(abilities)
    const groupId = groups.plan('minecraft:overworld', planFrom(hut).tiles)
    const result = await until(builds.build(call({ groupId })))
    expect(result).toMatchObject({ built: hut.size, skipped: 0, changed: expect.any(Number) })
    for (const [key, state] of hut)
      expect([key, server.blocks.states.get(key) ?? 'minecraft:air']).toEqual([key, state])
    expect(result.commands).toBeLessThan(12)
    expect(builds.list()).toMatchObject([{ id: 'r1', phase: 'done', done: hut.size, total: hut.size }])
    await until(builds.undo(groupId, undefined, new AbortController().signal))
    expect(server.blocks.states).toEqual(before)
    expect(builds.list()).toMatchObject([{ phase: 'undone' }])
    await settled()
    expect([...server.people.server.forced]).toEqual([])
  })

  it('leaves alone and counts what players changed since, also in parts that it had not reached', async () => {
    const { builds, abilities, groups } = startProgram(server, root(), () => planFrom(hut))
    builds.connect(abilities)
    const groupId = groups.plan('minecraft:overworld', planFrom(hut).tiles)
    const building = builds.build(call({ groupId }))
    building.catch(() => undefined)
    await eventually(() => builds.list().some(({ done }) => done > 0), 10)
    const stopping = builds.stop('r1')
    await until(stopping)
    await expect(building).rejects.toMatchObject({ details: { why: 'build-stopped' } })
    server.blocks.put(2, 64, 2, 'minecraft:gold_block')
    server.blocks.put(39, 64, 2, 'minecraft:gold_block')
    const result = await until(builds.undo(groupId, undefined, new AbortController().signal))
    expect(server.blocks.stateAt(39, 64, 2)).toBe('minecraft:gold_block')
    expect([...server.blocks.states.keys()].length).toBeLessThanOrEqual(2)
    expect(result.left + result.restored).toBeGreaterThan(0)
  })

  it('covers no block that the plan does not set, although it has the same state', async () => {
    server.blocks.put(4, 9, 4, stone)
    const row = new Map([...boxOf([0, 9, 4], [3, 9, 4], stone), ...boxOf([5, 9, 4], [8, 9, 4], stone)])
    const { builds, abilities } = startProgram(server, root(), () => planFrom(row))
    builds.connect(abilities)
    await until(builds.build(call()))
    expect(server.commands.filter((one) => one.startsWith('fill'))).toHaveLength(2)
  })

  it('pauses and goes on, and is listed as such', async () => {
    const { builds, abilities } = startProgram(server, root(), () => planFrom(hut))
    builds.connect(abilities)
    const building = builds.build(call())
    building.catch(() => undefined)
    await eventually(() => builds.list().length > 0, 1)
    await builds.pause('r1')
    await server.clock.advance(5_000)
    expect(builds.list()).toMatchObject([{ phase: 'paused', done: 0 }])
    expect(server.blocks.states.size).toBe(0)
    await builds.resume('r1')
    await until(building)
    await expect(builds.pause('r1')).rejects.toMatchObject({ code: 'PROTOCOL.INVALID_REQUEST' })
    await expect(builds.resume('r9')).rejects.toMatchObject({ code: 'PROTOCOL.INVALID_REQUEST' })
  })

  it('waits while all AI is paused, and is stopped when all is stopped', async () => {
    let halt: 'none' | 'paused' | 'stopped' = 'none'
    const listeners: (() => void)[] = []
    const set = (to: typeof halt) => {
      halt = to
      for (const one of listeners) one()
    }
    const halts = {
      state: () => halt,
      onDidChange: (listener: () => void) => {
        listeners.push(listener)
        return () => undefined
      },
    }
    const { builds, abilities } = startProgram(server, root(), () => planFrom(hut), { halts })
    builds.connect(abilities)
    const building = builds.build(call())
    building.catch(() => undefined)
    set('paused')
    await server.clock.advance(5_000)
    expect(builds.list()).toMatchObject([{ phase: 'waiting', waitsFor: { why: 'halted' } }])
    set('none')
    await server.clock.advance(20)
    expect(builds.list()).toMatchObject([{ phase: 'running' }])
    set('stopped')
    await expect(until(building)).rejects.toMatchObject({ details: { why: 'build-stopped' } })
    set('none')
    await server.clock.advance(5_000)
    expect(builds.list()).toMatchObject([{ phase: 'stopped' }])
  })

  it('is stopped with all AI also when the disk takes nothing', async () => {
    let halt: 'none' | 'stopped' = 'none'
    const listeners: (() => void)[] = []
    const onDidChange = (listener: () => void) => {
      listeners.push(listener)
      return () => undefined
    }
    const halts = { state: () => halt, onDidChange }
    const { builds, abilities } = startProgram(server, root(), () => planFrom(hut), { halts })
    builds.connect(abilities)
    const building = builds.build(call())
    building.catch(() => undefined)
    await eventually(() => server.commands.some((one) => one.startsWith('fill')), 1)
    rmSync(path.join(root(), 'builds'), { recursive: true })
    writeFileSync(path.join(root(), 'builds'), 'no folder')
    const sent = server.commands.filter((one) => one.startsWith('fill')).length
    halt = 'stopped'
    for (const one of listeners) one()
    await expect(until(building)).rejects.toMatchObject({ details: { why: 'build-stopped' } })
    await server.clock.advance(5_000)
    expect(server.commands.filter((one) => one.startsWith('fill')).length).toBe(sent)
  })

  it('goes on where it was when the connection is back', async () => {
    const { builds, abilities } = startProgram(server, root(), () => planFrom(hut))
    builds.connect(abilities)
    const building = builds.build(call())
    await eventually(() => builds.list().length > 0, 1)
    builds.lost()
    await server.clock.advance(60_000)
    expect(builds.list()).toMatchObject([{ phase: 'waiting', waitsFor: { why: 'offline' } }])
    builds.connect(abilities)
    expect(await until(building)).toMatchObject({ built: hut.size })
    expect([...server.people.server.forced]).toEqual([])
  })

  it('is slower on a slow server, and sets nothing under 15 ticks a second until it has recovered', async () => {
    // Large enough for three readings a second apart: one bad one alone does not stop a build.
    const wide = planFrom(boxOf([0, 0, 0], [127, 11, 127], stone))
    const { builds, abilities } = startProgram(server, root(), () => wide)
    builds.connect(abilities)
    server.people.setTps(9)
    const building = builds.build(call())
    // With longer steps the console would seem too slow to be asked for its ticks.
    await eventually(() => builds.list()[0]?.waitsFor?.why === 'slow-server', 1)
    const fills = () => server.commands.filter((one) => one.startsWith('fill')).length
    const stopped = fills()
    await server.clock.advance(30_000)
    expect(fills()).toBe(stopped)
    server.people.setTps(20)
    expect(await until(building)).toMatchObject({ built: wide.most })
  })

  it('does not take a server for slow that does not tick because nobody is online', async () => {
    server.people.setTps(0)
    const { builds, abilities } = startProgram(server, root(), () => planFrom(hut))
    builds.connect(abilities)
    expect(await until(builds.build(call()))).toMatchObject({ built: hut.size })
  })

  it('loads chunks that were never visited, and only those that nobody else keeps loaded', async () => {
    server.ungenerated.add('0 0')
    server.people.server.forced.add('minecraft:overworld 1 0')
    const { builds, abilities } = startProgram(server, root(), () => planFrom(hut))
    builds.connect(abilities)
    await until(builds.build(call()))
    await server.clock.advance(1_000)
    expect([...server.people.server.forced]).toEqual(['minecraft:overworld 1 0'])
    const held = server.commands.filter((one) => one.startsWith('forceload add'))
    expect(held).toEqual([
      'forceload add 0 0 0 16',
      ...[16, 32, 48].map((x) => `forceload add ${x} ${x === 16 ? 16 : 0} ${x} 16`),
    ])
  })

  it('counts as planned what the game completes itself, and says what it did not keep', async () => {
    const torch = 'minecraft:torch'
    const plan = planFrom(
      new Map([
        ['4 9 4', torch],
        ['8 9 8', stone],
      ]),
    )
    const { builds, abilities } = startProgram(server, root(), () => plan)
    // A torch without a block below breaks as soon as that block changes.
    const run = server.blocks.run.bind(server.blocks)
    server.blocks.run = async (command) => {
      const reply = await run(command)
      if (server.blocks.stateAt(4, 9, 4) === torch) server.blocks.put(4, 9, 4, air)
      return reply
    }
    builds.connect(abilities)
    expect(await until(builds.build(call()))).toMatchObject({ built: 1, skipped: 1, changed: 1 })
  })

  it('is refused outside the areas, which the error names', async () => {
    const area = { name: 'plots', world: 'world', from: { x: 100, y: 0, z: 0 }, to: { x: 200, y: 100, z: 90 } }
    const { builds, abilities } = startProgram(server, root(), () => planFrom(hut), { areas: () => [area] })
    builds.connect(abilities)
    await expect(builds.build(call())).rejects.toMatchObject({
      details: { why: 'build-outside-areas', areas: ['plots'] },
      message: expect.stringContaining('100 0 0 to 200 100 90'),
    })
    expect(server.commands.filter((one) => one.startsWith('fill'))).toEqual([])
  })

  it('keeps the picture that was approved', async () => {
    const projection = {
      turn: 0,
      from: { x: 0, y: 0, z: 0 },
      to: { x: 1, y: 1, z: 1 },
      half: 1,
      rise: 1,
      left: 0,
      top: 0,
    } as const
    const picture = { width: 1, height: 1, after: 'cG5n', projection }
    const { builds, abilities } = startProgram(server, root(), () => planFrom(hut))
    builds.connect(abilities)
    await until(builds.build(call({ draw: () => Promise.resolve(picture) })))
    expect(await builds.picture('r1')).toEqual(picture)
    expect(await builds.picture('r2')).toBeUndefined()
  })

  it('can be undone whatever is saved meanwhile: while it is paused, and by the undo itself', async () => {
    const limits = { maxSnapshots: 1, maxBytes: 1e9 }
    const { builds, abilities, groups } = startProgram(server, root(), () => planFrom(hut), { limits })
    builds.connect(abilities)
    const groupId = groups.plan('minecraft:overworld', planFrom(hut).tiles)
    const building = builds.build(call({ groupId }))
    building.catch(() => undefined)
    await eventually(() => builds.list().some(({ done }) => done > 0), 10)
    await builds.pause('r1')
    for (let x = 100; x < 103; x++)
      await abilities.snapshots?.blocks.take('minecraft:overworld', { min: { x, y: 0, z: 0 }, max: { x, y: 0, z: 0 } })
    await until(builds.stop('r1'))
    const redoId = groups.plan('minecraft:overworld', planFrom(hut).tiles)
    await until(builds.undo(groupId, redoId, new AbortController().signal))
    expect(server.blocks.states.size).toBe(0)
  })

  it('is listed and can be undone while its picture is still being drawn', async () => {
    const { builds, abilities, groups } = startProgram(server, root(), () => planFrom(hut))
    builds.connect(abilities)
    const groupId = groups.plan('minecraft:overworld', planFrom(hut).tiles)
    const building = builds.build(call({ groupId, draw: () => new Promise(() => undefined) }))
    building.catch(() => undefined)
    await settled()
    expect(builds.list()).toMatchObject([{ id: 'r1', phase: 'running' }])
    await until(builds.undo(groupId, undefined, new AbortController().signal))
    await expect(until(building)).rejects.toMatchObject({ details: { why: 'build-stopped' } })
    await server.clock.advance(5_000)
    expect(builds.list()).toMatchObject([{ phase: 'undone' }])
    expect(server.blocks.states.size).toBe(0)
  })

  it.each(['null', '{}', '{"id":"r1","startedAt":"2026-01-01T00:00:00Z"}', 'garbage'])(
    'leaves a damaged record out, says so, and builds: %s',
    async (record) => {
      mkdirSync(path.join(root(), 'builds'))
      writeFileSync(path.join(root(), 'builds', 'r1.build'), record)
      const { builds, abilities, log } = startProgram(server, root(), () => planFrom(hut))
      expect(builds.list()).toEqual([])
      expect(JSON.stringify(log)).toContain('the record of a build is damaged')
      builds.connect(abilities)
      expect(await until(builds.build(call()))).toMatchObject({ built: hut.size })
    },
  )

  it('does not go on with another plan than the one that was approved', async () => {
    const first = startProgram(server, root(), () => planFrom(hut))
    first.builds.connect(first.abilities)
    first.builds.build(call()).catch(() => undefined)
    await eventually(() => first.builds.list().length > 0, 1)
    first.builds.lost()
    const { builds, abilities } = startProgram(server, root(), () => planFrom(new Map([['0 0 0', stone]])))
    builds.connect(abilities)
    await eventually(() => builds.list()[0]?.phase !== 'running' && builds.list()[0]?.phase !== 'waiting')
    expect(builds.list()).toMatchObject([{ phase: 'failed', problem: { code: 'BUSINESS.OPERATION_FAILED' } }])
  })
})
