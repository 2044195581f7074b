/** Inside: who and what is where a build would stand, as reads of the server's console show it. */
import { GatewayError } from '@contract/gateway-error.js'
import type { BuildFacts } from '@shared/build/build-preview.js'
import { entitiesIn, kindNamed } from '../capabilities/entity-capabilities.js'
import type { JavaAbilities } from '../capabilities/java-capability.js'
import { gameModeOf } from '../capabilities/player-states.js'
import { literal, resourceId } from '../dialects/command-arguments.js'
import type { Box } from '../folder/block-volume.js'
import { countEntities, countPlayers, selectorArea } from './entity-count.js'
import { playerBodies } from './player-bodies.js'

export interface PlayerInside {
  readonly name: string
  readonly at: { readonly x: number; readonly y: number; readonly z: number }
  /** The blocks that the body touches. */
  readonly body: Box
}

/** Kinds of entities that are counted one by one, and entities that are read for their kind. */
const maxKinds = 16
const maxRead = 200

/** @throws GatewayError when the server does not say where all are */
export async function playersInside(
  dimension: string,
  box: Box,
  abilities: JavaAbilities,
  signal: AbortSignal,
): Promise<readonly PlayerInside[]> {
  const found: PlayerInside[] = []
  let unsure = 0
  for await (const { name, at, body } of playerBodies(dimension, box, abilities, signal)) {
    if (!at || !body) continue
    const mode = await gameModeOf(name, abilities, signal).catch((thrown) => {
      if (signal.aborted) throw thrown
      return undefined
    })
    // The build does not wait for spectators, and the game does not count them.
    if (mode === 'spectator') continue
    if (!mode) unsure++
    found.push({ name, at: { x: Math.floor(at.x), y: Math.floor(at.y), z: Math.floor(at.z) }, body })
  }
  const counted = abilities.dialect.has('countEntities') ? await countPlayers(dimension, box, abilities, signal) : 0
  if (counted > found.length - unsure) throw new GatewayError('SYSTEM.SERVICE_UNAVAILABLE')
  return found
}

/** Undefined where the server does not say it. */
export async function entitiesInside(
  dimension: string,
  box: Box,
  abilities: JavaAbilities,
  signal: AbortSignal,
): Promise<BuildFacts['entities']> {
  const { dialect } = abilities
  if (!dialect.has('countEntities') || !dialect.has('entities')) return undefined
  const count = (type: string) => countEntities(type, dimension, box, abilities, signal)
  try {
    const total = await count('!minecraft:player')
    if (total === 0) return []
    const selector = literal(`type=!minecraft:player,${selectorArea(box)},limit=${maxRead}`)
    const { text } = await dialect.run('entities', { selector }, { signal, dimension: resourceId(dimension) })
    const kinds = new Set((await entitiesIn(text)).map(({ label }) => kindNamed(label)))
    const found: { type: string; count: number }[] = []
    // A name is anybody's choice: the game itself counts what is of this kind.
    for (const kind of [...kinds].filter((one) => /^minecraft:[a-z_]{1,64}$/u.test(one)).slice(0, maxKinds)) {
      const own = await count(kind).catch(() => 0)
      if (own > 0) found.push({ type: kind, count: own })
    }
    const rest = total - found.reduce((sum, one) => sum + one.count, 0)
    return [...found.sort((a, b) => b.count - a.count), ...(rest > 0 ? [{ type: 'other', count: rest }] : [])]
  } catch (thrown) {
    if (signal.aborted) throw thrown
    return undefined
  }
}
