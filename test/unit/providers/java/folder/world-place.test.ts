import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { asGatewayError } from '@contract/gateway-error.js'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { ConfinedFolder } from '../../../../../src-main/providers/java/folder/confined-folder.js'
import { isBelow } from '../../../../../src-main/providers/java/folder/open-regular.js'
import { isPlainPath } from '../../../../../src-main/providers/java/folder/plain-path.js'
import { openServerFolder } from '../../../../../src-main/providers/java/folder/server-folder.js'
import { findWorlds } from '../../../../../src-main/providers/java/folder/world-list.js'
import { mainWorld } from '../../../../../src-main/providers/java/folder/world-place.js'
import { runningState } from '../../../../../src-main/providers/java/setup/server-running.js'
import { RecordingLog } from '../../../../fakes/recording-log.js'
import { folderForEach } from '../../../../fixtures/for-each.js'
import { writeNbt, writeRegions } from '../../../../fixtures/java-world.js'
import { times } from '../../../../fixtures/properties.js'

const root = folderForEach()
let server = ''
beforeEach(() => {
  server = path.join(root(), 'server')
  put('server.properties', 'level-name=world\n')
})

function put(name: string, text = ''): void {
  mkdirSync(path.dirname(path.join(server, name)), { recursive: true })
  writeFileSync(path.join(server, name), text)
}
const files = () => ConfinedFolder.open(server)
const placeOf = async (name = 'world') => mainWorld(await files(), name)
const whyOf = async (act: Promise<unknown>) =>
  act.then(
    () => 'nothing was thrown',
    (error) => asGatewayError(error).details?.why,
  )

describe('the main world', () => {
  it.each([
    ['settings:\n  world-container: worlds\n', 'worlds/world'],
    ['settings:\n  allow-end: true\n  world-container: "./worlds/"  # here\n', 'worlds/world'],
    ["settings: {allow-end: true, world-container: 'a/b'}\n", 'a/b/world'],
    ['settings:\n  world-container: .\n', 'world'],
    ['settings:\n  allow-end: true\n', 'world'],
    ['spawn-limits:\n  world-container: worlds\n', 'world'],
    ['world-container: worlds\n', 'world'],
    ['settings: [not: yaml', 'world'],
    ['', 'world'],
  ])('is where bukkit.yml says: %j', async (text, place) => {
    put('bukkit.yml', text)
    expect(await placeOf()).toBe(place)
  })

  it.each([
    ['start.sh', 'exec java -Xmx4G -jar paper.jar --world-container=worlds nogui\n', 'worlds/world'],
    ['start.bat', '@echo off\r\njava -jar paper.jar -W "my worlds" --nogui\r\n', 'my worlds/world'],
    ['run.sh', "java -jar server.jar --universe 'worlds' \\\n  --nogui\n", 'worlds/world'],
    ['run.sh', '# java -jar server.jar --universe old\njava -jar server.jar\n', 'world'],
    ['run.sh', 'java -jar paper.jar -W "$WORLDS"\n', 'world'],
    ['notes.txt', 'java -jar paper.jar -W worlds\n', 'world'],
  ])('is where a start script says: %s with %j', async (name, text, place) => {
    put(name, text)
    expect(await placeOf()).toBe(place)
  })

  it('is where the script says rather than bukkit.yml, and where bukkit.yml says when scripts disagree', async () => {
    put('bukkit.yml', 'settings:\n  world-container: yml\n')
    put('start.sh', 'java -jar paper.jar -W script\n')
    expect(await placeOf()).toBe('script/world')
    put('start2.sh', 'java -jar paper.jar -W other\n')
    expect(await placeOf()).toBe('yml/world')
  })

  it('is the only one of that name, where nothing says where it is, but no template of a plugin', async () => {
    put('plugins/Games/world/level.dat')
    expect(await placeOf()).toBe('world')
    put('data/universe/world/level.dat')
    expect(await placeOf()).toBe('data/universe/world')
    put('other/world/level.dat')
    expect(await placeOf()).toBe('world')
  })

  it.each(['/srv/worlds', '..', '../worlds', 'a/../../worlds'])('is not looked for outside: %s', async (container) => {
    put('bukkit.yml', `settings:\n  world-container: ${container}\n`)
    expect(await whyOf(placeOf())).toBe('folder-container-outside')
  })

  it('is found in a container given by its whole path', async () => {
    put('bukkit.yml', `settings:\n  world-container: ${path.join(server, 'worlds')}\n`)
    expect(await placeOf()).toBe('worlds/world')
  })

  it('says that there is no world, where none is', async () => {
    const folder = await openServerFolder(server, { log: new RecordingLog() })
    expect(await whyOf(folder.block('minecraft:overworld', { x: 0, y: 0, z: 0 }))).toBe('folder-no-world')
  })

  it('is read in its container: blocks of every dimension, level.dat, players and whether it runs', async () => {
    put('bukkit.yml', 'settings:\n  world-container: worlds\n')
    const at = (name: string) => path.join(server, 'worlds', name)
    const regions = {
      'minecraft:overworld': 'world/region',
      'minecraft:the_nether': 'world_nether/DIM-1/region',
      'minecraft:the_end': 'world/dimensions/minecraft/the_end/region',
      'minecraft:creative': 'creative/region',
    }
    for (const [dimension, place] of Object.entries(regions)) {
      const block = dimension.replace(':', ':block_of_')
      await writeRegions(at(place), [{ x: 0, z: 0, stateAt: () => block }])
    }
    const uuid = '069a79f4-44e9-4726-a5be-fca90e38aaf5'
    await writeNbt(at('world/level.dat'), { Data: { LevelName: 'Here' } })
    await writeNbt(at(`world/playerdata/${uuid}.dat`), { Pos: [1, 2, 3] })
    const folder = await openServerFolder(server, { log: new RecordingLog() })
    expect(folder.world).toBe('worlds/world')
    for (const dimension of Object.keys(regions)) {
      expect((await folder.block(dimension, { x: 1, y: 2, z: 3 })).id).toBe(dimension.replace(':', ':block_of_'))
    }
    expect((await folder.levelData()).name).toBe('Here')
    expect((await folder.player(uuid))?.position).toEqual({ x: 1, y: 2, z: 3 })
    put('worlds/world/session.lock')
    const { inode = 0 } = (await folder.files.facts('worlds/world/session.lock')) ?? {}
    const probes = {
      lockOf: async (_file: string, number: number) => (number === inode ? ('held' as const) : ('free' as const)),
      isPortOpen: async () => false,
    }
    expect(await runningState(await ConfinedFolder.open(server), probes)).toBe('running')
  })
})

describe('the list of worlds', () => {
  it('has every folder with a level.dat, and says what is left out', async () => {
    for (const world of ['world', 'creative', 'worlds/minigames/arena1', 'a b/世界', 'plugins/Games/map'])
      put(`${world}/level.dat`)
    put('world/inner/level.dat')
    put('backups/old/world/level.dat')
    put('SimpleBackups/world/level.dat')
    put('world.before-2026-01-19T10-30-00/level.dat')
    put('cache/template/level.dat')
    put('plugins/level.dat/readme')
    mkdirSync(path.join(root(), 'disk', 'survival'), { recursive: true })
    writeFileSync(path.join(root(), 'disk', 'survival', 'level.dat'), '')
    symlinkSync(path.join(root(), 'disk', 'survival'), path.join(server, 'survival'))
    symlinkSync(path.join(root(), 'disk'), path.join(server, 'disk'))
    const { worlds, leftOut } = await findWorlds(await files())
    expect(worlds).toEqual(['creative', 'world', 'a b/世界', 'plugins/Games/map', 'worlds/minigames/arena1'])
    expect(leftOut).toEqual([
      { path: 'SimpleBackups', reason: 'other-backup' },
      { path: 'backups', reason: 'other-backup' },
      { path: 'survival', reason: 'link' },
      { path: 'world.before-2026-01-19T10-30-00', reason: 'earlier-world' },
    ])
  })

  it("never has the server's folder itself", async () => {
    put('level.dat')
    put('world/level.dat')
    const { worlds, leftOut } = await findWorlds(await files())
    expect([worlds, leftOut]).toEqual([['world'], [{ path: '.', reason: 'server-folder' }]])
  })

  it('ends at a limit and says so', async () => {
    for (let number = 0; number < 20; number++) put(`world${number}/level.dat`)
    put('deep/deep/deep/world/level.dat')
    const limits = { depth: 2, folders: 100, worlds: 5 }
    const { worlds, leftOut } = await findWorlds(await files(), { limits })
    expect([worlds.length, leftOut.at(-1)?.reason]).toEqual([5, 'too-many'])
    const all = await findWorlds(await files(), { limits: { ...limits, worlds: 100 } })
    expect([all.worlds.length, all.leftOut]).toEqual([20, []])
  })
})

it('a plain path stays below its folder on every system', () => {
  const part = fc.oneof(fc.constantFrom('', '.', '..', 'C:', 'a', '~', '..\\..', '\0', 'a\\b', '...'), fc.string())
  times(1_000).forAll(fc.array(part, { maxLength: 6 }), (parts) => {
    const file = parts.join('/')
    if (!isPlainPath(file)) return
    expect(isBelow('/server', path.posix.resolve('/server', file))).toBe(true)
    const onWindows = path.win32.relative('C:\\server', path.win32.resolve('C:\\server', file))
    expect(path.win32.isAbsolute(onWindows)).toBe(false)
    expect(['', '..']).not.toContain(onWindows.split('\\')[0])
  })
})
