/**
 * Entity capabilities: list, remove and summon entities.
 *
 * The console prints entities without separators, each after a name that a player may have chosen. Removing therefore
 * never affects a player, whatever id a name imitates (invariant 5).
 */

import type { JsonObject } from '@contract/call.js'
import { GatewayError } from '@contract/gateway-error.js'
import { Slices } from '@shared/turns.js'
import { cleanText } from '../../../policy/text/untrusted-text.js'
import {
  decimal,
  type EncodedJavaArgument,
  entityUuid,
  integer,
  literal,
  resourceId,
} from '../dialects/command-arguments.js'
import { type CommandRunOptions, unknownReply } from '../dialects/dialect.js'
import { readSnbt, type Snbt, uuidOfInts, uuidOfLongs } from '../dialects/snbt.js'
import { dimensionOf } from '../worlds.js'
import { capability, type JavaAbilities, type JavaCapability } from './java-capability.js'
import type { PlayerLocation } from './player-states.js'

const between = ' has the following entity data: '
/** Entity types to query when the caller names none. */
const maxKinds = 16
/** Matches every entity of the world it runs in, and of no other world. */
const everywhere = 60_000_000

interface FoundEntity {
  readonly label: string
  readonly data: Readonly<Record<string, Snbt>>
}

/**
 * Parses the entities in a reply and stops at the first that cannot be parsed. Yields to the event loop between
 * entities.
 */
export async function entitiesIn(text: string): Promise<readonly FoundEntity[]> {
  const found: FoundEntity[] = []
  const slices = new Slices()
  for (let at = 0; at < text.length; ) {
    await slices.rest()
    const start = text.indexOf(between, at)
    if (start < 0) return found
    const read = readSnbt(text, start + between.length)
    if (!read || typeof read.value !== 'object' || Array.isArray(read.value)) return found
    found.push({ label: text.slice(at, start), data: read.value as Readonly<Record<string, Snbt>> })
    at = text[read.end] === '\n' ? read.end + 1 : read.end
  }
  return found
}

const uuidOf = ({ UUID, UUIDMost, UUIDLeast }: FoundEntity['data']): string | undefined =>
  uuidOfInts(UUID) ?? (UUIDMost === undefined ? undefined : uuidOfLongs(String(UUIDMost), String(UUIDLeast)))

/** The id of an entity type by its English name: `Cave Spider` is `minecraft:cave_spider`. */
export const kindNamed = (label: string): string => `minecraft:${label.toLowerCase().replaceAll(' ', '_')}`

const selectorOf = (parts: readonly string[]): EncodedJavaArgument => literal(parts.join(','))

function placeIn({ Pos }: FoundEntity['data'], world: unknown): JsonObject | undefined {
  const [x, y, z] = Array.isArray(Pos) ? (Pos as readonly Snbt[]) : []
  return [x, y, z].every((one) => typeof one === 'number') ? { location: { world, x, y, z } } : undefined
}

/** Confirms which of the suggested types exist, because a name alone proves nothing. */
async function confirmed(
  kinds: ReadonlySet<string>,
  around: readonly string[],
  dimension: EncodedJavaArgument,
  { dialect }: JavaAbilities,
  signal: AbortSignal,
) {
  const known = new Set<string>()
  for (const kind of [...kinds].slice(0, maxKinds)) {
    if (!/^minecraft:[a-z_]{1,64}$/u.test(kind)) continue
    const selector = selectorOf([`type=${kind}`, ...around])
    const { outcome } = await dialect
      .run('countEntities', { selector }, { signal, dimension })
      .catch(() => ({ outcome: 'unchanged' }))
    if (outcome === 'done') known.add(kind)
  }
  return known
}

/** Entities of a type compared near a position; with more, the new one cannot be identified. */
const maxNearby = 16

/**
 * Ids of the entities of a type at a position; undefined when they cannot be read. A summoned entity is found by
 * comparing the lists before and after, because summoning with its own data would remove its default equipment.
 */
async function closeBy(
  entity: EncodedJavaArgument,
  { x, y, z }: Readonly<Record<'x' | 'y' | 'z', EncodedJavaArgument>>,
  dialect: JavaAbilities['dialect'],
  options: CommandRunOptions,
): Promise<ReadonlySet<string> | undefined> {
  if (!dialect.has('countEntities')) return undefined
  const around = [`type=${entity}`, `x=${x}`, `y=${y}`, `z=${z}`, 'distance=..2']
  try {
    const { outcome, fields } = await dialect.run('countEntities', { selector: selectorOf(around) }, options)
    if (outcome === 'unchanged') return new Set()
    if (Number(fields.count) > maxNearby) return undefined
    const { text } = await dialect.run('entities', { selector: selectorOf(around) }, options)
    return new Set((await entitiesIn(text)).flatMap(({ data }) => uuidOf(data) ?? []))
  } catch (thrown) {
    if (options.signal?.aborted) throw thrown
    return undefined
  }
}

export const entityCapabilities: readonly JavaCapability[] = [
  capability('entity.list', ['entities', 'countEntities'], async ({ given, signal }, abilities) => {
    const { dialect } = abilities
    const centre = given.center as PlayerLocation | undefined
    const world = centre?.world ?? given.worldName
    const dimension = dimensionOf(world)
    const kind = given.type === undefined ? undefined : resourceId(given.type)
    const limit = integer(given.limit ?? 100, 1, 500)
    const around = centre
      ? [
          `x=${decimal(centre.x)}`,
          `y=${decimal(centre.y)}`,
          `z=${decimal(centre.z)}`,
          `distance=..${decimal(given.radius ?? 64)}`,
        ]
      : ['x=0', 'y=0', 'z=0', `distance=..${everywhere}`]
    const wanted = [kind === undefined ? 'type=!minecraft:player' : `type=${kind}`, ...around]
    const { fields, outcome } = await dialect.run(
      'countEntities',
      { selector: selectorOf(wanted) },
      { signal, dimension },
    )
    if (outcome === 'unchanged') return { entities: [], total: 0 }
    const selector = selectorOf([...wanted, 'sort=nearest', `limit=${limit}`])
    const { text } = await dialect.run('entities', { selector }, { signal, dimension })
    const found = (await entitiesIn(text)).slice(0, Number(limit))
    if (found.length === 0) throw unknownReply(text)
    const suggested = new Set(
      found.filter(({ data }) => data.CustomName === undefined).map(({ label }) => kindNamed(label)),
    )
    const kinds =
      kind === undefined ? await confirmed(suggested, around, dimension, abilities, signal) : new Set<string>()
    const entities = found.flatMap(({ label, data }) => {
      const id = uuidOf(data)
      if (id === undefined) return []
      const named = kindNamed(label)
      const type = kind ?? (data.CustomName === undefined && kinds.has(named) ? named : 'unknown')
      const name = data.CustomName === undefined ? undefined : cleanText(label, 64)
      return [{ id, type, ...(name !== undefined && { name }), ...placeIn(data, world) }]
    })
    return { entities, total: Number(fields.count) }
  }),

  capability('entity.remove', ['removeEntity'], async ({ given, signal }, { dialect }) => {
    const ids = given.entityIds as readonly unknown[]
    const uuids = ids.map(entityUuid)
    const dimension = dimensionOf(given.worldName)
    let removed = 0
    for (const uuid of uuids) {
      try {
        const { outcome } = await dialect.run('removeEntity', { uuid }, { signal, dimension })
        if (outcome === 'done') removed += 1
        // A player, or a console that says nothing: one that answers this read sends no reply for players only.
        else await dialect.run('isEntity', { uuid }, { signal, dimension })
      } catch (error) {
        // It no longer exists.
        if (!(error instanceof GatewayError) || error.code !== 'BUSINESS.PLAYER_OFFLINE') throw error
      }
    }
    return { removed }
  }),

  capability('ext.java.entity.summon', ['summon'], async ({ given, signal }, { dialect }) => {
    const { world, x, y, z } = given.location as PlayerLocation
    const place = { x: decimal(x), y: decimal(y), z: decimal(z) }
    const options = { signal, dimension: dimensionOf(world) }
    const entity = resourceId(given.type)
    const before = await closeBy(entity, place, dialect, options)
    await dialect.run('summon', { entity, ...place }, options)
    const after = before && (await closeBy(entity, place, dialect, options))
    const added = [...(after ?? [])].filter((id) => !before?.has(id))
    // With several new entities, the summoned one cannot be identified.
    return { summoned: true, ...(added.length === 1 && { entityId: added[0] }) }
  }),
]
