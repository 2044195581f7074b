/** Player bodies: which blocks the players who are online touch. */
import type { JavaAbilities } from '../capabilities/java-capability.js'
import { type PlayerLocation, positionOf } from '../capabilities/player-states.js'
import { listPlayers } from '../dialects/player-list.js'
import type { Box } from '../folder/block-volume.js'
import { dimensionOf } from '../worlds.js'

export interface PlayerBody {
  readonly name: string
  /** Undefined where the server does not say it. */
  readonly at: PlayerLocation | undefined
  /** The blocks that the body touches; undefined when none of them is in the box. */
  readonly body: Box | undefined
}

/** Half the width of a player, and almost the height. */
const half = 0.3
const height = 1.799

/** One command, and one for each player as the caller reads on. @throws GatewayError when the server does not list its players */
export async function* playerBodies(
  dimension: string,
  box: Box,
  abilities: JavaAbilities,
  signal: AbortSignal,
): AsyncGenerator<PlayerBody> {
  const { players } = await listPlayers(abilities.dialect, { signal })
  for (const { name } of players) {
    const at = await positionOf(name, abilities, signal).catch((thrown) => {
      if (signal.aborted) throw thrown
      return undefined
    })
    const body = at && dimensionOf(at.world) === dimension ? bodyAt(at) : undefined
    yield { name, at, body: body && isTouching(body, box) ? body : undefined }
  }
}

const bodyAt = ({ x, y, z }: Box['min']): Box => ({
  min: { x: Math.floor(x - half), y: Math.floor(y), z: Math.floor(z - half) },
  max: { x: Math.floor(x + half), y: Math.floor(y + height), z: Math.floor(z + half) },
})

export const isTouching = (one: Box, other: Box): boolean =>
  (['x', 'y', 'z'] as const).every((axis) => one.min[axis] <= other.max[axis] && one.max[axis] >= other.min[axis])
