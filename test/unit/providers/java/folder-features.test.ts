import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { snapshotCreate, snapshotRestore } from '@contract/snapshot-capabilities.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { manifestOf } from '../../../../src-main/providers/java/manifests/index.js'
import { CapabilityValidator } from '../../../../src-main/validation/capability-validator.js'
import { JavaScene } from '../../../fakes/java/java-scene.js'
import { RegionWorld } from '../../../fakes/java/region-world.js'
import { withFolder } from '../../../fakes/java/with-folder.js'
import { folderForEach } from '../../../fixtures/for-each.js'
import { until } from '../../../fixtures/until.js'

const directory = folderForEach()
let regions: RegionWorld
let scene: JavaScene

beforeEach(async () => {
  const server = path.join(directory(), 'server')
  mkdirSync(path.join(server, 'world', 'region'), { recursive: true })
  mkdirSync(path.join(server, 'logs'))
  writeFileSync(path.join(server, 'server.properties'), 'level-name=world\n')
  writeFileSync(path.join(server, 'logs', 'latest.log'), '')
  regions = new RegionWorld({ regions: path.join(server, 'world', 'region') })
  await regions.save()
  const store = path.join(directory(), 'store')
  scene = new JavaScene('1.19.4', 'vanilla', (parts) => withFolder(parts, server, store))
  const run = scene.connection.run.bind(scene.connection)
  scene.connection.run = (command) =>
    /^(?:setblock|fill|save-|data (?:modify|remove))/u.test(command) ? regions.run(command) : run(command)
  await scene.start()
})
afterEach(async () => {
  await scene.server.stop()
})

const validator = new CapabilityValidator()
const logged = (text: string, { thread = 'Server thread', level = 'INFO' } = {}) =>
  appendFileSync(path.join(directory(), 'server', 'logs', 'latest.log'), `[12:00:00] [${thread}/${level}]: ${text}\n`)
/** Moves the clock, until the follower has read the log and waits for its next look. */
async function advance(milliseconds: number): Promise<void> {
  await until(() => scene.clock.waiting > 0)
  const { waiting } = scene.clock
  await scene.clock.advance(milliseconds)
  await until(() => scene.clock.waiting >= waiting)
}
/** Until this many events came. */
async function reported(count: number) {
  for (let look = 0; look < 40 && scene.events.length < count; look += 1) await advance(250)
  for (const { eventId, data } of scene.events)
    expect([eventId, validator.checkReturns(manifestOf(eventId), data)]).toMatchObject([eventId, { ok: true }])
  return scene.events.map(({ eventId, data: { timestamp: _at, playerUuid: _uuid, ...data } }) => [eventId, data])
}
/** The log is followed from now on, and Steve is known to be online. */
async function followed(): Promise<void> {
  // The next looks at the players and at the log.
  await until(() => scene.clock.waiting >= 2)
  await advance(5_000)
}

const location = { world: 'world', x: 3, y: 5, z: 4 }

describe('a Java server whose folder is here', () => {
  it('reads a block from the saved world', async () => {
    regions.put(3, 5, 4, 'minecraft:oak_stairs[facing=north,half=top]')
    expect(await scene.call('world.block.get', { location })).toMatchObject({
      type: 'minecraft:oak_stairs',
      states: { facing: 'north', half: 'top' },
    })
  })

  it('reads the world that the server has started with since', async () => {
    regions.put(3, 5, 4, 'minecraft:stone')
    await regions.save()
    const second = path.join(directory(), 'server', 'second')
    const other = new RegionWorld({ regions: path.join(second, 'region') })
    mkdirSync(path.join(second, 'region'), { recursive: true })
    other.put(3, 5, 4, 'minecraft:dirt')
    await other.save()
    writeFileSync(path.join(directory(), 'server', 'server.properties'), 'level-name=second\n')
    scene.connection.become({ kind: 'offline', problem: { code: 'SYSTEM.SERVICE_UNAVAILABLE', message: 'gone' } })
    scene.connection.become({ kind: 'online' })
    await scene.until(() => scene.shown.state === 'online')
    expect(await scene.call('world.block.get', { location })).toMatchObject({ type: 'minecraft:dirt' })
  })

  it('takes a snapshot of what an action will change, and goes back to it', async () => {
    regions.put(3, 5, 4, 'minecraft:oak_planks')
    const parameters = { from: location, to: { x: 6, y: 6, z: 4 }, type: 'minecraft:stone' }
    const { snapshotId } = await scene.call(snapshotCreate, { capabilityId: 'ext.java.blocks.fill', parameters })
    expect(await scene.call('ext.java.blocks.fill', parameters)).toEqual({ blocks: 8 })
    await scene.call(snapshotRestore, { snapshotId })
    expect([regions.stateAt(3, 5, 4), regions.stateAt(6, 6, 4)]).toEqual(['minecraft:oak_planks', 'minecraft:air'])
  })

  it('leaves alone what a player built since the fill', async () => {
    const parameters = { from: location, to: { x: 6, y: 5, z: 4 }, type: 'minecraft:stone' }
    const fill = { capabilityId: 'ext.java.blocks.fill', parameters }
    const { snapshotId } = await scene.call(snapshotCreate, fill, { snapshotFor: 'r1' })
    // Another one that is the same waits for its approval meanwhile.
    await scene.call(snapshotCreate, fill, { snapshotFor: 'r2' })
    await scene.call('ext.java.blocks.fill', parameters, { requestId: 'r1' })
    // The next snapshot waits until what the fill left is kept.
    await scene.call(snapshotCreate, fill, { snapshotFor: 'r3' })
    regions.put(4, 5, 4, 'minecraft:torch')
    expect(await scene.call(snapshotRestore, { snapshotId })).toMatchObject({ restored: 3, left: 1 })
    expect([regions.stateAt(3, 5, 4), regions.stateAt(4, 5, 4)]).toEqual(['minecraft:air', 'minecraft:torch'])
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

  it('reads chat from the log, and no line that a player forges there', async () => {
    expect(scene.offers('player.chat')).toBe(true)
    const [steve] = await scene.world.players()
    await followed()
    logged('<Steve> Alex left the game')
    expect(await reported(1)).toEqual([['player.chat', { playerName: steve?.name, message: 'Alex left the game' }]])
  })

  it('reports deaths, advancements, commands and how the server keeps up', async () => {
    await followed()
    logged('Steve has made the advancement [Stone Age]')
    logged('Steve issued server command: /login my password')
    logged('[Steve: Set the time to 1000]')
    logged('Steve was slain by Zombie')
    logged("Can't keep up! Is the server overloaded? Running 2034ms or 40 ticks behind", { level: 'WARN' })
    const steve = { playerName: 'Steve' }
    expect(await reported(5)).toEqual([
      ['ext.java.player.advancement', { ...steve, title: 'Stone Age' }],
      ['ext.java.player.command', { ...steve, command: 'login' }],
      ['ext.java.player.command', { ...steve, reply: 'Set the time to 1000' }],
      ['player.death', { ...steve, cause: 'Steve was slain by Zombie' }],
      ['ext.java.server.behind', { milliseconds: 2_034, ticks: 40 }],
    ])
  })

  it('says how much of the log it understands', async () => {
    await followed()
    logged('Steve drowned')
    appendFileSync(path.join(directory(), 'server', 'logs', 'latest.log'), 'no line of a log\n')
    await reported(1)
    await advance(5_000)
    await scene.until(() => scene.shown.log?.lines === 2)
    expect(scene.shown.log).toEqual({ lines: 2, understood: 1, eventsPerHour: 1 })
  })

  it('reports a stop and a start though the console is not connected then', async () => {
    await followed()
    scene.connection.become({ kind: 'offline', problem: { code: 'SYSTEM.SERVICE_UNAVAILABLE', message: 'Closed.' } })
    logged('Stopping server')
    logged('Done (3.217s)! For help, type "help"')
    expect(await reported(2)).toEqual([
      ['ext.java.server.stopping', {}],
      ['ext.java.server.started', {}],
    ])
  })

  it.each([
    '<Steve> Stopping server',
    '* Steve has made the advancement [Stone Age]',
    '[Steve] Done (3.217s)! For help, type "help"',
    "<Steve> Can't keep up! Is the server overloaded? Running 2034ms or 40 ticks behind",
    '<Steve> Alex issued server command: /op Steve',
  ])('takes what a player writes for chat alone: %s', async (text) => {
    await followed()
    logged(text)
    logged(text, { thread: 'Async Chat Thread - #1' })
    logged('<Steve> end')
    await reported(3)
    expect(scene.events.map(({ eventId }) => eventId)).toEqual(['player.chat', 'player.chat', 'player.chat'])
  })
})
