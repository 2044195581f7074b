/**
 * Free text: the text in data from a server that could tell an AI what to do.
 *
 * Guards invariant 5: chat, signs, books, names of items and entities, messages of the day, console replies and whatever
 * a service sends. Names of players in Minecraft's grammar, ids, numbers, UUIDs, times and enumerated values carry no
 * instruction. Everything that is none of them counts, so an unknown form is free text.
 */
import { coreCatalogue } from '@contract/core-catalogue.js'
import { deepest, type Harmless, isConstant, isKnownName, none, stringsIn, wordsOf } from './game-text.js'
import { isMinecraftName } from './player-name.js'

export interface FreeText {
  readonly text: string
  /** The player who wrote it, where the data names one. */
  readonly by?: string
}

/** Members whose text somebody wrote, even where it is a single word. */
const written =
  /^(?:message|text|texts|lines?|reason|display_?name|custom_?name|lore|title|subtitle|author|pages?|motd|description|reply|replies|output|content|contents|note|comment)$/iu

const authors = ['playerName', 'player', 'sender', 'author', 'by', 'name'] as const

/** Namespaced ids of blocks, items, entities and worlds, with the properties of a block. */
const resource = /^#?[a-z0-9_.-]{1,64}:[a-z0-9_./-]{1,128}(?:\[[a-z0-9_=,]{0,128}\])?$/u

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
  /** The member names of the schema; absent outside the catalogue, where names must be identifiers. */
  readonly names: ReadonlySet<string> | undefined
}

interface Place {
  readonly member?: string
  readonly object?: Readonly<Record<string, unknown>>
}

function search(value: unknown, depth: number, known: Known, place: Place): FreeText | undefined {
  if (typeof value === 'string') return carriesNothing(value, known, place) ? undefined : textAt(value, place)
  if (typeof value !== 'object' || value === null) return undefined
  if (depth > deepest) return { text: '' }
  if (Array.isArray(value)) return first(value, (item) => search(item, depth + 1, known, place))
  const object = value as Readonly<Record<string, unknown>>
  return first(Object.keys(object), (member) =>
    isKnownName(member, known.names && { ...known, names: known.names })
      ? search(object[member], depth + 1, known, { member, object })
      : isMinecraftName(member) || resource.test(member)
        ? search(object[member], depth + 1, known, { member, object })
        : { text: member },
  )
}

function carriesNothing(text: string, { values, own }: Known, { member = '', object }: Place): boolean {
  if (isConstant(text) || values.has(text) || own.has(text)) return true
  if (written.test(member) || isNameOfEntity(member, object)) return false
  return isMinecraftName(text) || resource.test(text)
}

/** An entity with a type that is no player has the name that somebody gave it. */
const isNameOfEntity = (member: string, object: Place['object']): boolean =>
  member === 'name' && typeof object?.type === 'string' && !/^(?:minecraft:)?player$/iu.test(object.type)

function textAt(text: string, { object }: Place): FreeText {
  const by = authors.map((name) => object?.[name]).find((name) => name !== text && isMinecraftName(name))
  return { text, ...(by !== undefined && { by: by as string }) }
}

function first<Item>(items: readonly Item[], find: (item: Item) => FreeText | undefined): FreeText | undefined {
  for (const item of items) {
    const found = find(item)
    if (found) return found
  }
  return undefined
}
