import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { settled } from '../../../../fakes/fake-clock.js'
import { BuildServer, planFrom, startProgram } from '../../../../fakes/java/build-scene.js'
import { folderForEach } from '../../../../fixtures/for-each.js'

const root = folderForEach()
let server: BuildServer
beforeEach(() => {
  server = new BuildServer(path.join(root(), 'world'))
})

const caller = { id: 'ai', name: 'AI' }
const box = (from: readonly number[], to: readonly number[], state: string) => {
  const cells = new Map<string, string>()
  for (let y = from[1] ?? 0; y <= (to[1] ?? 0); y++)
    for (let z = from[2] ?? 0; z <= (to[2] ?? 0); z++)
      for (let x = from[0] ?? 0; x <= (to[0] ?? 0); x++) cells.set(`${x} ${y} ${z}`, state)
  return cells
}
const stone = 'minecraft:stone'
const hut = new Map([...box([0, 64, 0], [40, 70, 8], stone), ...box([1, 65, 1], [39, 70, 7], 'minecraft:air')])
const call = (more = {}) => ({ requestId: 'r1', caller, given: {}, groupId: undefined, ...more })

/** Lets time pass until a promise settles. */
async function until<Value>(promise: Promise<Value>, step = 100): Promise<Value> {
  let isDone = false
  const done = promise.finally(() => {
    isDone = true
  })
  done.catch(() => undefined)
  for (let turn = 0; !isDone && turn < 5_000; turn++) await server.clock.advance(step)
  return done
}

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
})
