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

const first = 'rcon://127.0.0.1:1'
const second = 'rcon://127.0.0.1:2'
const row = planFrom(new Map(Array.from({ length: 70 }, (_, x) => [`${x} 64 3`, 'minecraft:stone'])))
const caller = { id: 'ai', name: 'AI' }
const call = (more = {}) => ({ requestId: 'r1', caller, given: {}, groupId: undefined, ...more })

describe('a build of a server whose address is changed', () => {
  const begunUntilLost = async (address: () => string) => {
    const program = startProgram(server, root(), () => row, { address })
    program.builds.connect(program.abilities)
    const building = program.builds.build(call())
    building.catch(() => undefined)
    await server.eventually(() => server.people.server.forced.size > 0, 1)
    program.builds.lost()
    return { ...program, building }
  }
  const elsewhere = () => {
    const other = new BuildServer(path.join(root(), 'other', 'world'))
    return { server: other, ...startProgram(other, path.join(root(), 'other'), () => row) }
  }

  it('waits at another address, changes nothing there, and goes on at the old one', async () => {
    let address = first
    const { builds, abilities, building } = await begunUntilLost(() => address)
    const other = elsewhere()
    address = second
    builds.connect(other.abilities)
    await server.clock.advance(60_000)
    expect(builds.list()).toMatchObject([{ phase: 'waiting', waitsFor: { why: 'elsewhere', address: first } }])
    await builds.disconnect()
    expect(other.server.commands).toEqual([])
    address = first
    builds.connect(abilities)
    expect(await server.until(building)).toMatchObject({ built: row.most })
    await server.eventually(() => server.people.server.forced.size === 0)
  })

  it('is undone nowhere else than where it stands', async () => {
    let address = first
    const { builds, abilities, groups } = startProgram(server, root(), () => row, { address: () => address })
    builds.connect(abilities)
    const groupId = groups.plan('minecraft:overworld', row.tiles)
    await server.until(builds.build(call({ groupId })))
    await settled()
    builds.lost()
    address = second
    builds.connect(abilities)
    await settled()
    const sent = server.commands.length
    const undo = () => server.until(builds.undo(groupId, undefined, new AbortController().signal))
    await expect(undo()).rejects.toMatchObject({
      details: { why: 'build-elsewhere', address: first },
      suggestion: expect.stringContaining(first),
    })
    expect(server.commands.slice(sent)).toEqual([])
    address = first
    await undo()
    expect(server.blocks.states.size).toBe(0)
  })

  it('releases its chunks when the connection is closed, although the build has left it before', async () => {
    const { builds } = await begunUntilLost(() => first)
    await builds.disconnect()
    expect([...server.people.server.forced]).toEqual([])
  })
})
