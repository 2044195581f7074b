/**
 * World layout: where a world stores its dimensions, players and saved data.
 *
 * Minecraft 26.1 moved them. Until 26, Bukkit stores the Nether and the End in folders next to the world.
 */
import path from 'node:path/posix'
import type { ServerFiles } from '../ports.js'

const overworld = 'minecraft:overworld'
const oldFolders: Readonly<Record<string, string>> = { 'minecraft:the_nether': 'DIM-1', 'minecraft:the_end': 'DIM1' }
const bukkitSuffixes: Readonly<Record<string, string>> = {
  'minecraft:the_nether': '_nether',
  'minecraft:the_end': '_the_end',
}

const dimensionId = /^[a-z0-9_.-]{1,64}:[a-z0-9_./-]{1,128}$/u

export const isDimensionId = (text: string): boolean => dimensionId.test(text) && !text.includes('..')

/** Folder of the regions of a dimension, inside the server folder; undefined when it does not exist. */
export async function regionFolder(files: ServerFiles, world: string, dimension: string): Promise<string | undefined> {
  if (!isDimensionId(dimension)) return undefined
  return firstFolder(files, regionFolders(world, dimension))
}

/**
 * All possible locations, newest first. Until 26, Bukkit keeps a world of a plugin beside the main world; its dimension
 * is `minecraft:` and the name of its folder.
 */
export function regionFolders(world: string, dimension: string): readonly string[] {
  const [namespace = '', name = ''] = dimension.split(':')
  const folders = [path.join(world, 'dimensions', namespace, name, 'region')]
  const isVanilla = dimension === overworld || Object.hasOwn(oldFolders, dimension)
  if (namespace === 'minecraft' && !isVanilla) {
    const beside = path.join(path.dirname(world), name)
    folders.push(...['region', 'DIM-1/region', 'DIM1/region'].map((region) => path.join(beside, region)))
  }
  if (dimension === overworld) folders.push(path.join(world, 'region'))
  const old = oldFolders[dimension]
  const suffix = bukkitSuffixes[dimension]
  if (old !== undefined && suffix !== undefined) {
    folders.push(path.join(`${world}${suffix}`, old, 'region'), path.join(world, old, 'region'))
  }
  return folders
}

/** Folder of the files of players. */
export const playerFolders = (world: string): readonly string[] => [
  path.join(world, 'players', 'data'),
  path.join(world, 'playerdata'),
]

/** Saved data of 26.1 and later: of the world, or, with Paper, of the overworld. */
export const savedData = (world: string, name: string): readonly string[] => [
  path.join(world, 'data', 'minecraft', `${name}.dat`),
  path.join(world, 'dimensions', 'minecraft', 'overworld', 'data', 'minecraft', `${name}.dat`),
]

/** Whether something is there, but outside of the server's folder. */
export const isLinkedOut = async (files: ServerFiles, place: string): Promise<boolean> =>
  (await files.facts(place)) === undefined && (await files.isNamed(place))

export async function firstFolder(files: ServerFiles, folders: readonly string[]): Promise<string | undefined> {
  for (const folder of folders) if ((await files.facts(folder))?.isFolder) return folder
  return undefined
}
