/**
 * Game world: which world of a game is open. A player opens one world today and another tomorrow, and no command says
 * which: Gatehouse leaves a score in each world in which it builds, and knows the world by it.
 *
 * Nothing is built on, put back or deleted in another world.
 */
import { randomUUID } from 'node:crypto'
import { operationProblem } from '../../minecraft/operation-problem.js'
import { type BedrockAbilities, runOrThrow } from '../capabilities/bedrock-capability.js'

const objective = 'gatehouse_world'

const isMarked = async (world: string, { link }: BedrockAbilities, signal: AbortSignal): Promise<boolean> =>
  (await link.run(`scoreboard players test "${world}" ${objective} 1 1`, { signal })).statusCode >= 0

/** Undefined when none of these is open. @throws GatewayError */
export async function openWorld(
  known: readonly string[],
  abilities: BedrockAbilities,
  signal: AbortSignal,
): Promise<string | undefined> {
  for (const world of known) if (await isMarked(world, abilities, signal)) return world
  return undefined
}

/** @returns the name of the world from now on. @throws GatewayError */
export async function markWorld(abilities: BedrockAbilities, signal: AbortSignal): Promise<string> {
  const world = `gatehouse-${randomUUID().slice(0, 13)}`
  // Refused when it is there.
  await abilities.link.run(`scoreboard objectives add ${objective} dummy`, { signal })
  await runOrThrow(abilities, `scoreboard players set "${world}" ${objective} 1`, signal)
  if (await isMarked(world, abilities, signal)) return world
  throw operationProblem(
    'build-world-unmarked',
    'The game cannot mark this world with a score, so a build could continue in the wrong one. Nothing was built.',
    'Ask the owner to turn cheats on in the world, then call again.',
  )
}
