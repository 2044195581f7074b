import { mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { BuildServer, planFrom, startProgram } from '../../../../fakes/java/build-scene.js'
import { folderForEach } from '../../../../fixtures/for-each.js'

const root = folderForEach()
let server: BuildServer
beforeEach(() => {
  server = new BuildServer(path.join(root(), 'world'))
})

const row = planFrom(new Map(Array.from({ length: 70 }, (_, x) => [`${x} 64 3`, 'minecraft:stone'])))
const call = { requestId: 'r1', caller: { id: 'ai', name: 'AI' }, given: {}, groupId: undefined }
const records = () => readdirSync(path.join(root(), 'builds')).filter((name) => name.endsWith('.build'))

/** Nothing can be stored of the builds any more; what is there can be removed. */
function fillDisk(): void {
  for (const name of records()) mkdirSync(path.join(root(), 'builds', `${name}.${process.pid}.draft`))
}

describe('a build on a full disk', () => {
  it('does not go on after a restart when it was stopped', async () => {
    const { builds, abilities } = startProgram(server, root(), () => row)
    builds.connect(abilities)
    const building = builds.build(call)
    building.catch(() => undefined)
    await server.eventually(() => server.commands.some((one) => one.startsWith('fill')), 1)
    fillDisk()
    await server.until(builds.stop('r1'))
    await expect(building).rejects.toMatchObject({ details: { why: 'build-stopped' } })
    expect(records()).toEqual([])
    expect(startProgram(server, root(), () => row).builds.list()).toEqual([])
  })

  it('is undone when all was put back', async () => {
    const { builds, abilities, groups } = startProgram(server, root(), () => row)
    builds.connect(abilities)
    const groupId = groups.plan('minecraft:overworld', row.tiles)
    await server.until(builds.build({ ...call, groupId }))
    fillDisk()
    await server.until(builds.undo(groupId, undefined, new AbortController().signal))
    expect(server.blocks.states.size).toBe(0)
    expect(builds.list()).toMatchObject([{ phase: 'undone' }])
  })
})
