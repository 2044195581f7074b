/**
 * Free text: the text in data from a server that could tell an AI what to do.
 *
 * Guards invariant 5: chat, signs, books, names of items and entities, messages of the day, console replies and whatever
 * a service sends. Names of players in Minecraft's grammar, ids, numbers, UUIDs, times and enumerated values carry no
 * instruction. Everything that is none of them counts, so an unknown form is free text.
 */
import { coreCatalogue } from '@contract/core-catalogue.js'
import { deepest, type Harmless, isConstant, none, stringsIn, wordsOf } from './game-text.js'
import { isMinecraftName } from './player-name.js'

export interface FreeText {
  readonly text: string
  /** The player who wrote it, where the data names one. */
  readonly by?: string
}

/** Members whose text somebody wrote, even where it is a single word; all that is below them, too. */
const written =
  /^(?:message|text|texts|lines?|reason|display_?name|custom_?name|lore|title|subtitle|author|pages?|motd|description|reply|replies|output|content|contents|note|comment|command)$/iu

/** Members that hold a name or an id, outside the catalogue. */
const naming =
  /(?:name|names|player|players|owner|target|id|ids|uuid|type|types|item|items|block|blocks|entity|entities|effect|effects|world|worlds|dimension|mode|difficulty|biome)$/iu

/** Members of these that hold a namespaced id, which may be of a mod. */
const ofGame = /(?:types?|items?|blocks?|entit(?:y|ies)|effects?|worlds?|dimension|biome)$/iu

/** Members that only the author of a text can have filled. */
const authored: ReadonlySet<string> = new Set(['message', 'command'])

/** Namespaced ids of blocks, items, entities and worlds, with the properties of a block. */
const resource = /^#?[a-z0-9_.-]{1,32}:[a-z0-9_.-]{1,48}(?:\/[a-z0-9_.-]{1,48}){0,3}(?:\[[a-z0-9_=,]{0,128}\])?$/u

/** Names of members that are code of an agent, not text of a player. */
const identifier = /^[A-Za-z][A-Za-z0-9]{0,31}$/u

/**
 * The first free text in the data of a call or an event.
 *
 * @param given arguments of the call: what the caller wrote itself is not external text
 */
export function freeTextIn(capabilityId: string, data: unknown, given?: unknown): FreeText | undefined {
  const core = coreCatalogue.get(capabilityId)
  const known = core && wordsOf(core.returns)
  const own = given === undefined ? none : stringsIn(given)
  return search(data, 0, { values: known?.values ?? none, names: known?.names, own }, {})
}

/** The first string of a text that counts whatever its form, as that of a service. */
export function anyTextIn(data: unknown, depth = 0): FreeText | undefined {
  if (typeof data === 'string') return data === '' ? undefined : { text: data }
  if (typeof data !== 'object' || data === null) return undefined
  if (depth > deepest) return { text: '' }
  return first(Object.values(data), (value) => anyTextIn(value, depth + 1))
}

interface Known extends Pick<Harmless, 'values' | 'own'> {
  /** The member names of the schema; absent outside the catalogue. */
  readonly names: ReadonlySet<string> | undefined
}

interface Place {
  readonly member?: string
  readonly object?: Readonly<Record<string, unknown>>
  /** Whether it is below a member whose text somebody wrote. */
  readonly isWritten?: boolean
}

function search(value: unknown, depth: number, known: Known, place: Place): FreeText | undefined {
  if (typeof value === 'string') return carriesNothing(value, known, place) ? undefined : textAt(value, place)
  if (typeof value !== 'object' || value === null) return undefined
  if (depth > deepest) return { text: '' }
  if (Array.isArray(value)) return first(value, (item) => search(item, depth + 1, known, place))
  const object = value as Readonly<Record<string, unknown>>
  return first(Object.keys(object), (member) => {
    if (!isHarmlessName(member, known)) return { text: member }
    const isWritten = place.isWritten === true || written.test(member)
    return search(object[member], depth + 1, known, { member, object, isWritten })
  })
}

const isHarmlessName = (member: string, { names, own }: Known): boolean =>
  names?.has(member) || own.has(member) || isMinecraftName(member) || isVanillaId(member)
    ? true
    : names === undefined && identifier.test(member)

function carriesNothing(
  text: string,
  { values, names, own }: Known,
  { member = '', object, isWritten }: Place,
): boolean {
  if (isConstant(text) || values.has(text) || own.has(text)) return true
  if (isWritten || isNameOfEntity(member, object)) return false
  const isOurs = names !== undefined
  if ((isOurs || naming.test(member)) && isMinecraftName(text)) return true
  return isVanillaId(text) || ((isOurs || ofGame.test(member)) && resource.test(text))
}

const isVanillaId = (text: string): boolean => text.startsWith('minecraft:') && resource.test(text)

/** An entity with a type that is no player has the name that somebody gave it. */
const isNameOfEntity = (member: string, object: Place['object']): boolean =>
  member === 'name' && typeof object?.type === 'string' && !/^(?:minecraft:)?player$/iu.test(object.type)

/** The author is only who must have written it: a player who dies did not write what killed them. */
function textAt(text: string, { member = '', object }: Place): FreeText {
  const by = object?.author ?? object?.sender ?? (authored.has(member) ? object?.playerName : undefined)
  return { text, ...(by !== text && isMinecraftName(by) && { by: by as string }) }
}

function first<Item>(items: readonly Item[], find: (item: Item) => FreeText | undefined): FreeText | undefined {
  for (const item of items) {
    const found = find(item)
    if (found) return found
  }
  return undefined
}
