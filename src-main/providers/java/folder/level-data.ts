/** Level data: `level.dat` and, from 26.1 on, the saved data that replaces parts of it. As of the last save. */

import {
  booleanAt,
  compoundAt,
  hasCompound,
  type NbtCompound,
  numberAt,
  numberOf,
  numbersAt,
  readNbtFile,
  stringAt,
} from '../../minecraft/nbt/nbt.js'
import { type NbtPlan, NbtTooLarge } from '../../minecraft/nbt/nbt-bounds.js'
import type { ServerFiles } from '../ports.js'
import { folderError } from './folder-problem.js'
import { savedData } from './world-layout.js'

export type Difficulty = 'peaceful' | 'easy' | 'normal' | 'hard'

/** Values that a version does not store are absent. Strings are untrusted. */
export interface LevelData {
  readonly name?: string
  readonly dataVersion?: number
  /** For example `1.21.4`. */
  readonly version?: string
  /** Brands of the software that opened the world, for example `vanilla`, `fabric`. */
  readonly brands: readonly string[]
  /** Ticks since the world was created; includes the time of day. */
  readonly dayTime?: number
  readonly gameTime?: number
  readonly weather?: 'clear' | 'rain' | 'thunder'
  /** Game rules by the names and values of the version. */
  readonly rules: Readonly<Record<string, string | number | boolean>>
  readonly spawn?: { readonly dimension: string; readonly x: number; readonly y: number; readonly z: number }
  readonly difficulty?: Difficulty
  readonly isHardcore?: boolean
  readonly gameMode?: string
}

const largest = 16 * 1024 * 1024
const whole = 'whole'
/** Required parts of `level.dat`. Mods store long lists in it, which are skipped. */
const levelPlan: NbtPlan = {
  Data: Object.fromEntries(
    [
      ...['LevelName', 'DataVersion', 'Version', 'ServerBrands', 'DayTime', 'Time', 'raining', 'thundering', 'spawn'],
      ...['SpawnX', 'SpawnY', 'SpawnZ', 'difficulty_settings', 'Difficulty', 'hardcore', 'GameType'],
      ...['GameRules', 'game_rules'],
    ].map((name) => [name, whole]),
  ),
}
const savedPlan: NbtPlan = { data: { '*': whole } }
const difficulties: readonly Difficulty[] = ['peaceful', 'easy', 'normal', 'hard']
const gameModes = ['survival', 'creative', 'adventure', 'spectator'] as const

export const gameModeOf = (number: number | undefined): string | undefined => gameModes[number ?? -1]

/** @throws GatewayError when it is missing or damaged */
export async function readLevelData(files: ServerFiles, world: string): Promise<LevelData> {
  const file = `${world}/level.dat`
  const root = await readNbtIn(files, file, levelPlan)
  if (!hasCompound(root, 'Data')) throw folderError('damaged', file, { detail: 'no Data' })
  const data = compoundAt(root, 'Data')
  const saved = async (name: string) => (await savedAt(files, savedData(world, name))) ?? {}
  const clocks = await saved('world_clocks')
  const weather = await saved('weather')
  const rules = await saved('game_rules')
  return levelDataOf(data, { clocks, weather, rules })
}

/** Compressed NBT of a file. @throws GatewayError */
export async function readNbtIn(files: ServerFiles, file: string, plan: NbtPlan): Promise<NbtCompound> {
  const bytes = await files.read(file, largest)
  return readNbtFile(bytes, { plan }).catch((error: Error) => {
    const why = error instanceof NbtTooLarge ? 'too-large' : 'damaged'
    throw folderError(why, file, { cause: error, detail: error.message })
  })
}

async function savedAt(files: ServerFiles, places: readonly string[]): Promise<NbtCompound | undefined> {
  for (const place of places) {
    if (await files.facts(place)) return compoundAt(await readNbtIn(files, place, savedPlan), 'data')
  }
  return undefined
}

interface SavedData {
  readonly clocks: NbtCompound
  readonly weather: NbtCompound
  readonly rules: NbtCompound
}

export function levelDataOf(data: NbtCompound, { clocks, weather, rules }: SavedData): LevelData {
  const version = compoundAt(data, 'Version')
  const settings = compoundAt(data, 'difficulty_settings')
  const brands = data.ServerBrands
  const found = {
    name: bounded(stringAt(data, 'LevelName')),
    dataVersion: numberAt(data, 'DataVersion') ?? numberAt(version, 'Id'),
    version: bounded(stringAt(version, 'Name')),
    dayTime: numberAt(compoundAt(clocks, 'minecraft:overworld'), 'total_ticks') ?? numberAt(data, 'DayTime'),
    gameTime: numberAt(data, 'Time'),
    weather: weatherOf(weather) ?? weatherOf(data),
    spawn: spawnOf(data),
    difficulty: difficultyOf(data, settings),
    isHardcore: booleanAt(settings, 'hardcore') ?? booleanAt(data, 'hardcore'),
    gameMode: gameModeOf(numberAt(data, 'GameType')),
  }
  return {
    ...(Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined)) as Partial<LevelData>),
    brands: Array.isArray(brands)
      ? brands
          .filter((one) => typeof one === 'string')
          .slice(0, 8)
          .map(boundedText)
      : [],
    rules: { ...rulesOf(compoundAt(data, 'GameRules')), ...rulesOf(compoundAt(data, 'game_rules')), ...rulesOf(rules) },
  }
}

const boundedText = (text: string): string => text.slice(0, 128)
const bounded = (text: string | undefined): string | undefined => (text === undefined ? undefined : boundedText(text))

function weatherOf(from: NbtCompound): LevelData['weather'] {
  const raining = booleanAt(from, 'raining')
  if (raining === undefined) return undefined
  if (!raining) return 'clear'
  return booleanAt(from, 'thundering') ? 'thunder' : 'rain'
}

function spawnOf(data: NbtCompound): LevelData['spawn'] {
  if (hasCompound(data, 'spawn')) {
    const spawn = compoundAt(data, 'spawn')
    const [x, y, z] = numbersAt(spawn, 'pos')
    const dimension = bounded(stringAt(spawn, 'dimension')) ?? 'minecraft:overworld'
    return x === undefined || y === undefined || z === undefined ? undefined : { dimension, x, y, z }
  }
  const [x, y, z] = ['SpawnX', 'SpawnY', 'SpawnZ'].map((name) => numberAt(data, name))
  if (x === undefined || y === undefined || z === undefined) return undefined
  return { dimension: 'minecraft:overworld', x, y, z }
}

function difficultyOf(data: NbtCompound, settings: NbtCompound): Difficulty | undefined {
  const named = stringAt(settings, 'difficulty')
  if (named !== undefined) return difficulties.find((one) => one === named)
  return difficulties[numberAt(data, 'Difficulty') ?? -1]
}

/** Up to 1.21.10 all values are strings; later ones are typed. */
function rulesOf(rules: NbtCompound): Record<string, string | number | boolean> {
  const out: Record<string, string | number | boolean> = {}
  for (const [name, value] of Object.entries(rules).slice(0, 1_000)) {
    if (typeof value === 'string') out[boundedText(name)] = boundedText(value)
    else {
      const number = numberOf(value)
      // The game stores booleans as bytes and counts as integers.
      if (number !== undefined) out[boundedText(name)] = isByte(value) ? number !== 0 : number
    }
  }
  return out
}

const isByte = (value: unknown): boolean => Object.prototype.toString.call(value) === '[object Int8]'
