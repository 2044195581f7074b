/** Player bodies: which blocks the players who are online touch. */
import { bodyAt, isTouching } from '../../minecraft/build/body.js'
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
