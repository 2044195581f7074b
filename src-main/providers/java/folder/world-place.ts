/**
 * World place: finds the folder of the server's main world.
 *
 * The name is `level-name`. It is inside the world container: the argument `--world-container` of a start script, else
 * `settings.world-container` of `bukkit.yml`, else the server's folder. Where no world is there, the only world of that
 * name below the server's folder is used: an argument that only a panel knows is not written in any file.
 */
import path from 'node:path'
import { parse } from 'yaml'
import type { ServerFiles } from '../ports.js'
import { folderError } from './folder-problem.js'
import { isPlainPath } from './plain-path.js'
import { findWorlds, levelFile } from './world-list.js'

/** Maximum bytes of `bukkit.yml` or a start script. */
const longest = 64 * 1024

/** Maximum start scripts that are read. */
const maxScripts = 16

/** Templates of plugins and mods, which may have any name. */
const ofPlugins = /^(?:plugins|mods|config|datapacks)\//u

/**
 * Path of the main world inside the server's folder, with `/`. The world itself may not exist yet.
 *
 * @throws GatewayError when `level-name` or the container leads out of the server's folder, or is that folder
 */
export async function mainWorld(files: ServerFiles, levelName: string): Promise<string> {
  if (!isPlainPath(levelName)) throw folderError('level-name', levelName.slice(0, 128))
  const container = await worldContainer(files)
  const world = container === '' ? levelName : `${container}/${levelName}`
  if (await files.facts(`${world}/${levelFile}`)) return world
  const { worlds } = await findWorlds(files)
  const [only, ...others] = worlds.filter((one) => one.endsWith(`/${levelName}`) && !ofPlugins.test(one))
  return only !== undefined && others.length === 0 ? only : world
}

/** Inside the server's folder, with `/`; empty for that folder itself. @throws GatewayError when it is elsewhere */
export async function worldContainer(files: ServerFiles): Promise<string> {
  const given = (await fromScripts(files)) ?? (await fromBukkit(files)) ?? '.'
  const container = insideOf(files, given)
  if (container !== '' && !isPlainPath(container)) throw folderError('container-outside', given.slice(0, 256))
  return container
}

/** With `/`. Without a known root, every absolute path is outside. */
function insideOf({ root = '/\0' }: ServerFiles, given: string): string {
  const { relative, resolve, sep } = root.startsWith('/') ? path.posix : path.win32
  return relative(root, resolve(root, given)).split(sep).join('/')
}

async function fromBukkit(files: ServerFiles): Promise<string | undefined> {
  const bytes = await files.readIfThere('bukkit.yml', longest).catch(() => undefined)
  if (!bytes) return undefined
  try {
    // SnakeYAML reads 1.1; without a schema every value stays text.
    const { settings } = parse(bytes.toString('utf8'), { version: '1.1', schema: 'failsafe', logLevel: 'silent' })
    const container: unknown = settings?.['world-container']
    return typeof container === 'string' && container.trim() !== '' ? container : undefined
  } catch {
    return undefined
  }
}

const script = /\.(?:sh|bat|cmd|ps1|command)$/iu
const comment = /^[ \t]*(?:#|::|rem\b)/iu
const argument =
  /(?:^|[ \t])(?:--(?:world-container|world-dir|universe)(?:=|[ \t]{1,8})|-W[ \t]{0,8})(?:"([^"]{1,256})"|'([^']{1,256})'|([^\s"']{1,256}))/u

/** Undefined where the scripts do not say it, or say it with a variable, or in different ways. */
async function fromScripts(files: ServerFiles): Promise<string | undefined> {
  const scripts = (await files.names('')).filter((name) => script.test(name)).slice(0, maxScripts)
  const found = new Set<string>()
  for (const name of scripts) {
    const bytes = await files.readIfThere(name, longest).catch(() => undefined)
    for (const line of bytes?.toString('utf8').split(/[\r\n]/u) ?? []) {
      const match = comment.test(line) ? null : argument.exec(line)
      const value = match?.[1] ?? match?.[2] ?? match?.[3]
      if (value !== undefined && !/[$%`]/u.test(value)) found.add(value)
    }
  }
  const [only, ...others] = found
  return others.length === 0 ? only : undefined
}
