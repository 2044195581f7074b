/** Unmodified game: which folders of a server let the chat of its log prove who wrote a line. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chatNamesOf, PlayerAccounts } from '../../../../../src-main/providers/java/accounts/player-accounts.js'
import { ConfinedFolder } from '../../../../../src-main/providers/java/folder/confined-folder.js'
import { softwareOf } from '../../../../../src-main/providers/java/folder/server-software.js'
import { LogEvents } from '../../../../../src-main/providers/java/log/log-events.js'
import { FakeClock } from '../../../../fakes/fake-clock.js'
import { RecordingLog } from '../../../../fakes/recording-log.js'
import { folderForEach } from '../../../../fixtures/for-each.js'
import { times } from '../../../../fixtures/properties.js'

const uuid = '069a79f4-44e9-4726-a5be-fca90e38aaf5'
const root = folderForEach()

type Files = Readonly<Record<string, string>>

/** A name that ends with a slash is a folder. */
async function folderWith(files: Files): Promise<ConfinedFolder> {
  rmSync(root(), { recursive: true, force: true })
  mkdirSync(root())
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.join(root(), name.endsWith('/') ? name : path.dirname(name)), { recursive: true })
    if (!name.endsWith('/')) writeFileSync(path.join(root(), name), text)
  }
  return ConfinedFolder.open(root())
}

/** What the log proves of a line of chat, on a server whose console answers as vanilla. */
async function identityIn(files: Files, header = '[15:04:05] [Server thread/INFO]: ') {
  const facts = await softwareOf(await folderWith(files))
  const probed = { dialect: { traits: { version: [1, 12, 2], prefix: '' } } } as unknown as Parameters<
    typeof chatNamesOf
  >[1]
  const log = new LogEvents()
  log.setOnline([{ name: 'Owner', uuid }])
  const accounts = new PlayerAccounts({
    ...{ clock: new FakeClock(), log: new RecordingLog() },
    server: () => ({ accounts: 'checked', ...chatNamesOf(facts, probed) }),
    offline: () => new Error('offline') as never,
    uuidOf: (player) => log.uuidOf(player),
  })
  const event = log.read(`${header}<Owner> #approve 4821`, 'now')
  if (event?.kind !== 'chat') throw new Error('no chat')
  return { software: facts.software, identity: accounts.identityOf(event) }
}

const started = (...before: string[]) =>
  [...before, '[15:04:05] [Server thread/INFO]: Starting minecraft server version 1.12.2', ''].join('\n')
const game: Files = {
  ...{ 'server.properties': 'online-mode=true\n', 'eula.txt': 'eula=true', 'ops.json': '[]', 'world/level.dat': '' },
  'logs/latest.log': started(),
}
const games: readonly Files[] = [
  { 'minecraft_server.1.12.2.jar': '' },
  { 'server.jar': '', 'libraries/net/sf/jopt-simple/x.jar': '', 'versions/1.21.4/server-1.21.4.jar': '' },
  { 'server.jar': '', 'logs/latest.log': started('[15:04:04] [main/INFO]: Environment: authHost=https://a') },
  { 'world/datapacks/mods/pack.mcmeta': '{}', 'start.sh': 'java -jar server.jar' },
]
/** Everything that loaders and plugins leave, each alone. */
const changes: readonly Files[] = [
  { 'forge-1.12.2-14.23.5.2860.jar': '' },
  { 'forge-1.12.2-14.23.5.2860-universal.jar': '', 'mods/': '' },
  { 'mods/': '' },
  { 'Mods/nicknames.jar': '' },
  { 'plugins/': '' },
  { 'config/forge.cfg': '' },
  { 'libraries/net/minecraft/launchwrapper/1.12/launchwrapper-1.12.jar': '' },
  { 'spongevanilla-1.12.2-7.4.7.jar': '' },
  { 'config/sponge/global.conf': '' },
  { 'libraries/org/spongepowered/mixin/x.jar': '' },
  { '.fabric/': '' },
  { 'libraries/net/fabricmc/fabric-loader/x.jar': '' },
  { 'quilt-server-launch.jar': '' },
  { 'custom.jar': '' },
  { 'logs/fml-server-latest.log': '' },
  {
    'logs/latest.log': started(
      '[15:04:04] [main/INFO] [LaunchWrapper]: Loading tweak class name net.minecraftforge.fml.common.launcher.X',
    ),
  },
  { 'logs/latest.log': started('[15:04:04] [main/INFO]: Loading Minecraft 1.12.2 with Fabric Loader 0.16.9') },
  { 'logs/latest.log': started('[15:04:04] [main/INFO] [some]: thing') },
  { 'spigot.yml': '' },
  { 'config/paper-global.yml': '' },
]

describe('the chat of a server whose console answers as vanilla', () => {
  it.each(games)('proves its author where the folder has %j', async (files) => {
    expect(await identityIn({ ...game, ...files })).toEqual({ software: 'Vanilla', identity: undefined })
  })

  it('proves nothing with any sign of a loader or a plugin in the folder, whatever else is there', async () => {
    const some = fc.tuple(
      fc.subarray([...changes], { minLength: 1 }),
      fc.subarray([...games]).map((all) => all.filter((files) => files['logs/latest.log'] === undefined)),
    )
    const check = async ([changed, more]: readonly [readonly Files[], readonly Files[]]) => {
      const files: Files = Object.assign({}, game, ...more, ...changed)
      const { software, identity } = await identityIn(files)
      expect([files, identity]).toEqual([files, 'name-only'])
      expect(software).not.toBe('Vanilla')
    }
    for (const change of changes) await check([[change], []])
    await times(60).forAllAsync(some, check)
  })

  it('proves nothing where the header of the line names a logger', async () => {
    for (const logger of ['minecraft/DedicatedServer', 'net.minecraft.server.MinecraftServer/', 'MinecraftServer'])
      expect(await identityIn(game, `[15:04:05] [Server thread/INFO] [${logger}]: `)).toMatchObject({
        identity: 'name-only',
      })
    expect(await identityIn(game, '[15:04:05] [Server thread/INFO]: (Minecraft) ')).toMatchObject({
      identity: 'name-only',
    })
  })

  it('proves nothing where the folder cannot be listed', async () => {
    const folder = await folderWith(game)
    rmSync(root(), { recursive: true, force: true })
    expect(await softwareOf(folder)).toEqual({})
  })
})
