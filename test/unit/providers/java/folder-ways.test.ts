import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { snapshotCreate, snapshotRestore } from '../../../../src-main/contract/snapshot-capabilities.js'
import { FolderWays } from '../../../../src-main/providers/java/folder-ways.js'
import { JavaScene } from '../../../fakes/java/java-scene.js'
import { RegionWorld } from '../../../fakes/java/region-world.js'

let directory: string
let regions: RegionWorld
let scene: JavaScene

beforeEach(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'java-ways-'))
  const server = path.join(directory, 'server')
  mkdirSync(path.join(server, 'world', 'region'), { recursive: true })
  mkdirSync(path.join(server, 'logs'))
  writeFileSync(path.join(server, 'server.properties'), 'level-name=world\n')
  writeFileSync(path.join(server, 'logs', 'latest.log'), '')
  regions = new RegionWorld({ regions: path.join(server, 'world', 'region') })
  await regions.save()
  scene = new JavaScene('1.19.4', 'vanilla', (parts) => ({
    ...parts,
    openFolder: () => FolderWays.open({ ...parts, directory: server, store: path.join(directory, 'store') }),
  }))
  const run = scene.connection.run.bind(scene.connection)
  scene.connection.run = (command) =>
    /^(?:setblock|fill|save-|data (?:modify|remove))/u.test(command) ? regions.run(command) : run(command)
  await scene.start()
})
afterEach(async () => {
  scene.server.stop()
  rmSync(directory, { recursive: true, force: true, maxRetries: 5 })
})

const location = { world: 'world', x: 3, y: 5, z: 4 }

describe('a Java server whose folder is here', () => {
  it('reads a block from the saved world', async () => {
    regions.put(3, 5, 4, 'minecraft:oak_stairs[facing=north,half=top]')
    expect(await scene.call('world.block.get', { location })).toMatchObject({
      type: 'minecraft:oak_stairs',
      states: { facing: 'north', half: 'top' },
    })
  })

  it('takes a snapshot of what an action will change, and goes back to it', async () => {
    regions.put(3, 5, 4, 'minecraft:oak_planks')
    const parameters = { from: location, to: { x: 6, y: 6, z: 4 }, type: 'minecraft:stone' }
    const { snapshotId } = await scene.call(snapshotCreate, { capabilityId: 'ext.java.blocks.fill', parameters })
    expect(await scene.call('ext.java.blocks.fill', parameters)).toEqual({ blocks: 8 })
    await scene.call(snapshotRestore, { snapshotId })
    expect([regions.stateAt(3, 5, 4), regions.stateAt(6, 6, 4)]).toEqual(['minecraft:oak_planks', 'minecraft:air'])
  })

  it('takes no snapshot of what it could not undo', async () => {
    const asked = { capabilityId: 'player.kick', parameters: { playerName: 'Steve' } }
    await expect(scene.call(snapshotCreate, asked)).rejects.toMatchObject({ code: 'BUSINESS.OPERATION_FAILED' })
    expect(scene.shown.snapshotsOf).not.toContain('player.kick')
  })

  it('makes a backup, and leaves saving on', async () => {
    const { backupId, sizeBytes } = await scene.call('system.backup')
    expect(backupId).toEqual(expect.any(String))
    expect(sizeBytes).toBeGreaterThan(0)
    expect(regions.isSaving).toBe(true)
  })

  it('tells chat from the log, and nothing a player forges there', async () => {
    expect(scene.offers('player.chat')).toBe(true)
    const [steve] = await scene.world.players()
    const log = path.join(directory, 'server', 'logs', 'latest.log')
    const line = (thread: string, text: string) => `[12:00:00] [${thread}/INFO]: ${text}\n`
    await scene.clock.advance(5_000)
    await new Promise((resolve) => setTimeout(resolve, 50))
    appendFileSync(log, line('Server thread', '<Steve> Alex left the game'))
    for (let look = 0; look < 40 && scene.events.length === 0; look += 1) {
      await scene.clock.advance(250)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    expect(scene.events.map(({ eventId, data }) => [eventId, data.playerName, data.message])).toEqual([
      ['player.chat', steve?.name, 'Alex left the game'],
    ])
  })
})
