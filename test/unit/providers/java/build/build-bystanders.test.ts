import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { playersInside } from '../../../../../src-main/providers/java/build/inside.js'
import { BuildServer, planFrom, startProgram } from '../../../../fakes/java/build-scene.js'
import { folderForEach } from '../../../../fixtures/for-each.js'

const root = folderForEach()
let server: BuildServer
beforeEach(() => {
  server = new BuildServer(path.join(root(), 'world'))
})

const cube = planFrom(
  new Map(Array.from({ length: 64 }, (_, at) => [`${at % 8} ${64 + Math.floor(at / 8)} 0`, 'minecraft:stone'])),
)
const start = () => startProgram(server, root(), () => cube)

/** A list of players that leaves somebody out, as for a hidden player or an NPC. */
function listWithout(name: string): void {
  const run = server.run.bind(server)
  server.run = async (command) => {
    const hidden = command.startsWith('list') ? server.people.people.get(name) : undefined
    if (hidden) server.people.people.delete(name)
    const reply = await run(command)
    if (hidden) server.people.people.set(name, hidden)
    return reply
  }
}

describe('somebody in the way of a build', () => {
  it('has no name where the server counts but does not list them', async () => {
    server.people.join('Npc', { x: 0.5, y: 65, z: 0.5 })
    listWithout('Npc')
    const { builds, abilities } = start()
    builds.connect(abilities)
    const building = builds.build({ requestId: 'r1', caller: { id: 'ai', name: 'AI' }, given: {}, groupId: undefined })
    await server.eventually(() => builds.list()[0]?.waitsFor?.why === 'player')
    expect(builds.list()).toMatchObject([{ waitsFor: { why: 'player', names: [] } }])
    server.people.people.delete('Npc')
    await server.until(building)
  })

  it('is no spectator, who also stands for nobody that is not listed', async () => {
    const { abilities } = start()
    const inside = () => playersInside('minecraft:overworld', cube.extent, abilities, new AbortController().signal)
    server.people.join('Steve', { x: 0.5, y: 65, z: 0.5 })
    server.people.join('Ghost', { x: 1.5, y: 65, z: 0.5, gameMode: 'spectator' })
    expect((await inside()).map(({ name }) => name)).toEqual(['Steve'])
    server.people.join('Npc', { x: 3.5, y: 65, z: 0.5 })
    listWithout('Npc')
    await expect(inside()).rejects.toMatchObject({ code: 'SYSTEM.SERVICE_UNAVAILABLE' })
  })
})
