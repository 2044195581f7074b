import path from 'node:path'
import { GatewayError } from '@contract/gateway-error.js'
import { beforeEach, describe, expect, it } from 'vitest'
import { BuildServer, boxOf, planFrom, startProgram } from '../../../../fakes/java/build-scene.js'
import { folderForEach } from '../../../../fixtures/for-each.js'

const root = folderForEach()
let server: BuildServer
beforeEach(() => {
  server = new BuildServer(path.join(root(), 'world'))
})

const wide = () => planFrom(boxOf([0, 64, 0], [63, 66, 63], 'minecraft:stone'))
const never = new AbortController().signal
/** Large enough for two readings a second apart: one alone does not stop an undo. */
const large = () => planFrom(boxOf([0, 64, 0], [127, 67, 127], 'minecraft:stone'))
/** Milliseconds between two looks: with longer ones a console would seem too slow to be asked for its ticks. */
const step = 1
const fills = () => server.commands.filter((one) => one.startsWith('fill')).length

/** A build that stands, and the start of its undo. */
async function built(planOf = wide) {
  const { builds, abilities, groups } = startProgram(server, root(), planOf)
  builds.connect(abilities)
  const groupId = groups.plan('minecraft:overworld', planOf().tiles)
  const caller = { id: 'ai', name: 'AI' }
  await server.until(builds.build({ requestId: 'r1', caller, given: {}, groupId }), step)
  const undo = (signal = never) => {
    const undoing = builds.undo(groupId, undefined, signal)
    undoing.catch(() => undefined)
    return undoing
  }
  return { builds, undo, shown: () => builds.list()[0] }
}

describe('the undo of a build', () => {
  it('shows how many blocks are put back, and at the end that it is undone', async () => {
    const { builds, undo, shown } = await built()
    const seen: [number, number][] = []
    builds.onDidChange(() => {
      const state = shown()
      if (state?.phase === 'undoing') seen.push([state.done, state.total])
    })
    await server.until(undo())
    const done = seen.map(([one]) => one)
    expect(done).toEqual([...done].sort((one, other) => one - other))
    expect([seen[0], seen.at(-1)]).toEqual([
      [0, wide().most],
      [wide().most, wide().most],
    ])
    expect(shown()).toMatchObject({ phase: 'undone', total: wide().most })
  })

  it('sets nothing under 15 ticks a second, says so, and continues when the server has recovered', async () => {
    const { undo, shown } = await built(large)
    server.people.setTps(9)
    await server.clock.advance(2_000)
    const undoing = undo()
    await server.eventually(() => shown()?.waitsFor?.why === 'slow-server', step)
    expect(shown()).toMatchObject({ phase: 'undoing' })
    const stopped = fills()
    await server.clock.advance(30_000)
    expect(fills()).toBe(stopped)
    server.people.setTps(20)
    await server.until(undoing)
    expect(server.blocks.states.size).toBe(0)
    expect(shown()).toMatchObject({ phase: 'undone' })
  })

  it('is as slow as the build on a server that falls behind', async () => {
    server.people.setTps(16)
    const { undo } = await built()
    const began = server.clock.elapsed()
    await server.until(undo())
    // At most 4,096 blocks a tick, and less with every reading.
    expect(server.clock.elapsed() - began).toBeGreaterThan((wide().most / (4_096 * 20)) * 1_000)
  })

  it('says whom it waits for', async () => {
    // Stone stood there before, and a room was built.
    const room = planFrom(boxOf([0, 64, 0], [8, 66, 8], 'minecraft:air'))
    for (const key of boxOf([0, 64, 0], [8, 66, 8], '').keys()) {
      const [x = 0, y = 0, z = 0] = key.split(' ').map(Number)
      server.blocks.put(x, y, z, 'minecraft:stone')
    }
    const { undo, shown } = await built(() => room)
    server.people.join('Steve', { x: 4.5, y: 64, z: 4.5 })
    const undoing = undo()
    await server.eventually(() => shown()?.waitsFor?.why === 'player')
    expect(shown()).toMatchObject({ phase: 'undoing', waitsFor: { names: ['Steve'] } })
    server.people.people.delete('Steve')
    await server.until(undoing)
    expect(server.blocks.states.size).toBe(9 * 3 * 9)
  })

  it('is shown as before when it was interrupted', async () => {
    const { undo, shown } = await built(large)
    const leaving = new AbortController()
    server.people.setTps(9)
    await server.clock.advance(2_000)
    const undoing = undo(leaving.signal)
    await server.eventually(() => shown()?.waitsFor?.why === 'slow-server', step)
    leaving.abort(new GatewayError('SYSTEM.SERVICE_UNAVAILABLE'))
    await expect(server.until(undoing)).rejects.toMatchObject({ code: 'SYSTEM.SERVICE_UNAVAILABLE' })
    expect(shown()).toMatchObject({ phase: 'done' })
    expect(shown()?.waitsFor).toBeUndefined()
  })
})
