/**
 * Server software: detects the software and game version from the files in a server folder.
 *
 * Enforces invariant 6: without a sign of its own a folder is vanilla only when nothing in it can change the game. The
 * game alone leaves known names in its folder and its log; anything else that loads code, or may do so, counts as a
 * change, and so does a folder that cannot be listed.
 * Strings come from files that mods and plugins can write: they are bounded and matched in linear time (invariant 5).
 */
import { readLogLine } from '../log/log-line.js'
import type { ServerFiles } from '../ports.js'

export type ServerSoftware =
  | 'Vanilla'
  | 'Paper'
  | 'Purpur'
  | 'Folia'
  | 'Spigot'
  | 'CraftBukkit'
  | 'Fabric'
  | 'Quilt'
  | 'Forge'
  | 'NeoForge'
  | 'Sponge'

export interface SoftwareFacts {
  /** Absent when something unknown may change the game. */
  readonly software?: ServerSoftware
  /** Game version, for example `1.21.4`. */
  readonly version?: string
}

/** Most specific first: Purpur also leaves Paper's files, Paper Spigot's. */
const signs: readonly (readonly [ServerSoftware, readonly string[]])[] = [
  ['NeoForge', ['libraries/net/neoforged/neoforge', 'libraries/net/neoforged/forge']],
  ['Forge', ['libraries/net/minecraftforge/forge', 'libraries/net/minecraftforge/fmlloader']],
  ['Quilt', ['.quilt', 'quilt-server-launch.jar', 'quilt-server-launcher.properties']],
  ['Fabric', ['.fabric', 'fabric-server-launch.jar', 'fabric-server-launcher.properties']],
  ['Purpur', ['purpur.yml']],
  ['Folia', ['libraries/dev/folia', 'config/folia-global.yml']],
  ['Paper', ['config/paper-global.yml', 'paper.yml', 'cache/mojang_1.20.jar', 'libraries/io/papermc']],
  ['Spigot', ['spigot.yml']],
  ['CraftBukkit', ['bukkit.yml']],
  ['Sponge', ['config/sponge', 'libraries/org/spongepowered/spongevanilla', 'libraries/org/spongepowered/spongeapi']],
]

/** A game version: `1.8`, `1.21.11`, `26.1.2`, `26.3-snapshot-4`, `1.21-rc1`. */
const gameVersion = /^\d{1,3}\.\d{1,3}(?:\.\d{1,3})?(?:-(?:snapshot|pre|rc)-?\d{1,3})?$/u

export const isGameVersion = (text: string): boolean => gameVersion.test(text)

export async function softwareOf(folder: ServerFiles, levelVersion?: string): Promise<SoftwareFacts> {
  const log = await startOfLog(folder)
  const software = (await bySigns(folder)) ?? ((await isUnmodified(folder, log.before)) ? 'Vanilla' : undefined)
  const version = (await fromHistory(folder)) ?? log.version ?? levelVersion ?? (await fromJar(folder))
  return {
    ...(software !== undefined && { software }),
    ...(version !== undefined && isGameVersion(version) && { version }),
  }
}

async function bySigns(folder: ServerFiles): Promise<ServerSoftware | undefined> {
  for (const [name, files] of signs) {
    const found = await Promise.all(files.map((file) => folder.facts(file)))
    if (found.some(Boolean)) return name
  }
  return undefined
}

/** Paper: `{"currentVersion": "1.21.4-118-main@cd27bf3 (MC: 1.21.4)"}`. */
async function fromHistory(folder: ServerFiles): Promise<string | undefined> {
  const bytes = await folder.readIfThere('version_history.json', 64 * 1024).catch(() => undefined)
  if (!bytes) return undefined
  try {
    const { currentVersion } = JSON.parse(bytes.toString('utf8')) as { currentVersion?: unknown }
    if (typeof currentVersion !== 'string') return undefined
    const from = currentVersion.indexOf('(MC: ')
    return from < 0 ? undefined : versionAtStart(currentVersion.slice(from + 5))
  } catch {
    return undefined
  }
}

const started = 'Starting minecraft server version '

interface StartOfLog {
  readonly version?: string
  /** The line that names the version, and those before it: of the server itself. */
  readonly before: readonly string[]
}

/** The first lines of the log; a rotated log does not have them. */
async function startOfLog(folder: ServerFiles): Promise<StartOfLog> {
  const head = await folder
    .withFile('logs/latest.log', async (file) => {
      const buffer = Buffer.alloc(256 * 1024)
      const { bytesRead } = await file.read(buffer, 0, buffer.length, 0)
      return buffer.toString('utf8', 0, bytesRead)
    })
    .catch(() => '')
  // Only at the start of a message: chat can contain the same text.
  const lines = head.split('\n', 5_000)
  const at = lines.findIndex((one) => one.includes(`]: ${started}`) && !one.includes('<'))
  const line = lines[at]
  if (line === undefined) return { before: [] }
  const version = versionAtStart(line.slice(line.indexOf(started) + started.length))
  return { ...(version !== undefined && { version }), before: lines.slice(0, at + 1) }
}

/** Maximum versions whose age is compared. */
const maxVersions = 64

/** The bundled server extracts itself to `versions/1.21.4/server-1.21.4.jar`. */
async function fromJar(folder: ServerFiles): Promise<string | undefined> {
  const versions = (await folder.names('versions')).filter((name) => gameVersion.test(name)).slice(0, maxVersions)
  const dated = await Promise.all(
    versions.map(async (name) => ({ name, at: (await folder.facts(`versions/${name}`))?.modified ?? 0 })),
  )
  return dated.sort((a, b) => b.at - a.at)[0]?.name
}

const versionAtStart = (text: string): string | undefined => {
  const end = text.slice(0, 64).search(/[\s)]/u)
  const word = end < 0 ? text.slice(0, 64) : text.slice(0, end)
  return gameVersion.test(word) ? word : undefined
}

/** What loaders and plugins have in the folder itself, and the game never makes. */
const foreignNames: ReadonlySet<string> = new Set(
  'mods coremods jarmods plugins config defaultconfigs patches .fabric .quilt .mixin.out bukkit.yml'.split(' '),
)
/** Folders of loaders and their libraries, and their own log files. */
const foreignFiles = [
  ...['net/minecraft/launchwrapper', 'net/minecraftforge', 'net/neoforged', 'net/fabricmc', 'cpw'],
  ...['org/spongepowered', 'org/quiltmc', 'org/bukkit', 'org/spigotmc', 'io/papermc', 'com/mohistmc', 'io/izzel'],
].map((name) => `libraries/${name}`)
const foreignLogs = ['fml-server-latest.log', 'fml-junk-earlystartup.log', 'debug.log'].map((name) => `logs/${name}`)
/** `server.jar`, `minecraft_server.1.12.2.jar`, `vanilla-1.21.4.jar`, `1.21.4.jar`. */
const gameJar =
  /^(?:(?:minecraft[-_.]?)?server|minecraft|vanilla|mojang[-_.]?server)?[-_.]?(?:\d{1,3}(?:\.\d{1,3}){1,2}(?:-(?:snapshot|pre|rc)-?\d{1,3})?)?\.jar$/u
/** In what the server writes before the game begins. */
const foreignWords = 'fml forge sponge fabric quilt mixin launchwrapper modlauncher bukkit spigot paper'.split(' ')

/** @param started lines of the log before the game begins, when no player can write; all are of this start */
async function isUnmodified(folder: ServerFiles, started: readonly string[]): Promise<boolean> {
  const names = (await folder.names('')).map((name) => name.toLowerCase())
  const isForeign = (name: string) => foreignNames.has(name) || (name.endsWith('.jar') && !gameJar.test(name))
  if (names.length === 0 || names.some(isForeign) || started.some(isOfLoader)) return false
  const found = await Promise.all([...foreignFiles, ...foreignLogs].map((file) => folder.facts(file)))
  return !found.some(Boolean)
}

/** The game writes no logger into its header. */
function isOfLoader(line: string): boolean {
  const lower = line.toLowerCase()
  return readLogLine(line)?.hasLogger === true || foreignWords.some((word) => lower.includes(word))
}
