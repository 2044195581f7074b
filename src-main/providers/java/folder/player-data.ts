/** Player data: the saved data of a player, who may be offline. As of their last save. */
import { fileNameOf } from '@contract/text/file-name.js'
import { compoundAt, compoundsAt, type NbtCompound, numberAt, numbersAt, stringAt } from '../../minecraft/nbt/nbt.js'
import type { NbtPlan } from '../../minecraft/nbt/nbt-bounds.js'
import type { ServerFiles } from '../ports.js'
import { gameModeOf, readNbtIn } from './level-data.js'
import { playerFolders } from './world-layout.js'

export interface PlayerItem {
  readonly slot: number
  readonly id: string
  readonly count: number
}

/** Values that a version does not store are absent. Strings are untrusted. */
export interface PlayerData {
  readonly uuid: string
  /** Written by Bukkit. */
  readonly name?: string
  readonly position?: { readonly x: number; readonly y: number; readonly z: number }
  readonly dimension?: string
  /** Half hearts. */
  readonly health?: number
  readonly food?: number
  readonly level?: number
  readonly gameMode?: string
  readonly inventory: readonly PlayerItem[]
  /** ISO 8601; when the file was written. */
  readonly savedAt: string
}

const playerPlan: NbtPlan = {
  Pos: 'whole',
  Dimension: 'whole',
  Health: 'whole',
  foodLevel: 'whole',
  XpLevel: 'whole',
  playerGameType: 'whole',
  bukkit: 'whole',
  Inventory: 'each',
}

const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/u

export const isUuid = (text: string): boolean => uuidForm.test(text)

/** Up to 1.15 dimensions are numbers. */
const numberedDimensions: Readonly<Record<number, string>> = {
  [-1]: 'minecraft:the_nether',
  0: 'minecraft:overworld',
  1: 'minecraft:the_end',
}

/** Undefined when no data is saved for this player. @throws GatewayError when the file is damaged */
export async function readPlayer(files: ServerFiles, world: string, uuid: string): Promise<PlayerData | undefined> {
  const id = uuid.toLowerCase()
  if (!isUuid(id)) return undefined
  for (const folder of playerFolders(world)) {
    const file = `${folder}/${fileNameOf(id, '.dat')}`
    const facts = await files.facts(file)
    if (facts) return playerDataOf(id, await readNbtIn(files, file, playerPlan), new Date(facts.modified))
  }
  return undefined
}

export function playerDataOf(uuid: string, data: NbtCompound, savedAt: Date): PlayerData {
  const [x, y, z] = numbersAt(data, 'Pos')
  const found = {
    name: stringAt(compoundAt(data, 'bukkit'), 'lastKnownName')?.slice(0, 64),
    position: x === undefined || y === undefined || z === undefined ? undefined : { x, y, z },
    dimension:
      stringAt(data, 'Dimension')?.slice(0, 200) ?? numberedDimensions[numberAt(data, 'Dimension') ?? Number.NaN],
    health: numberAt(data, 'Health'),
    food: numberAt(data, 'foodLevel'),
    level: numberAt(data, 'XpLevel'),
    gameMode: gameModeOf(numberAt(data, 'playerGameType')),
  }
  return {
    uuid,
    ...(Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined)) as Partial<PlayerData>),
    inventory: compoundsAt(data, 'Inventory').slice(0, 64).flatMap(itemOf),
    savedAt: savedAt.toISOString(),
  }
}

function itemOf(item: NbtCompound): PlayerItem[] {
  const [slot, id] = [numberAt(item, 'Slot'), stringAt(item, 'id')]
  // `count` from 1.20.5 on.
  const count = numberAt(item, 'count') ?? numberAt(item, 'Count') ?? 1
  return slot === undefined || id === undefined ? [] : [{ slot, id: id.slice(0, 200), count }]
}
