/** Bodies: players whose bodies are where blocks would be set, or may be a moment later. Nobody is buried. */
import type { Extent, Position } from '../../../policy/build/plan.js'
import { plainName } from '../../../policy/text/untrusted-text.js'
import { bodyAt, isTouching } from '../../minecraft/build/body.js'
import { unnamed } from '../../minecraft/build/build-site.js'
import { type BedrockAbilities, failureOf } from '../capabilities/bedrock-capability.js'
import { positionOf } from '../capabilities/player-capabilities.js'
import { integer, isAccountName } from '../command-text.js'
import { statusCodes } from '../wire/frame.js'
import { inWorld } from '../worlds.js'

export interface Body {
  readonly name: string
  /** The corner of the place where the game does not tell. */
  readonly at: Position
  /** The blocks that it touches, or may touch a moment later. */
  readonly box: Extent
}

/** Blocks that a player moves to the side or up between two looks. */
const margin = 2
const far = 30_000_100
/** Maximum names to read from a reply. */
const maxNames = 256
/** With one of these the game did not look: nothing is known about who is there. */
const unanswered: ReadonlySet<number> = new Set([
  statusCodes.syntax,
  statusCodes.unknownCommand,
  statusCodes.tooManyPending,
  statusCodes.encryptionRequired,
])

/** One command where nobody is there. @throws GatewayError when the game did not look */
export async function bodiesIn(
  dimension: string,
  box: Extent,
  abilities: BedrockAbilities,
  signal: AbortSignal,
): Promise<readonly Body[]> {
  const area = around(box)
  const { min, max } = area
  const sides = (['x', 'y', 'z'] as const).map(
    (axis) => `${axis}=${integer(min[axis], -far, far)},d${axis}=${integer(max[axis] - min[axis], 0, far)}`,
  )
  const reply = await abilities.link.run(`${inWorld(dimension)}testfor @a[${sides.join(',')}]`, { signal })
  if (unanswered.has(reply.statusCode)) throw failureOf(reply, 'BUSINESS.OPERATION_FAILED')
  if (reply.statusCode < 0) return []
  const found: Body[] = []
  for (const name of namesIn(reply.body.victim)) {
    const at = await positionOf(name, abilities, signal).catch(() => undefined)
    // Only what is below the feet may be set: a player stands on it.
    const own = at && around(bodyAt(at))
    const body = own && isTouching(own, area) ? { ...own, min: { ...own.min, y: own.min.y + margin } } : area
    const { x, y, z } = at ?? box.min
    found.push({ name, at: { x: Math.floor(x), y: Math.floor(y), z: Math.floor(z) }, box: body })
  }
  return found
}

/** Somebody is there also when the game does not say who, or says it with what is no name. */
function namesIn(victim: unknown): readonly string[] {
  const names = (Array.isArray(victim) ? victim.slice(0, maxNames) : [victim]).filter(
    (one): one is string => typeof one === 'string' && one !== '',
  )
  return names.length > 0 ? names.map(nameIn) : [unnamed]
}

/** People and models read it: text of the game that is no name stays out (invariant 5). */
function nameIn(text: string): string {
  const name = plainName(text)
  return isAccountName(name) ? name : unnamed
}

const around = ({ min, max }: Extent): Extent => ({
  min: { x: min.x - margin, y: min.y - margin, z: min.z - margin },
  max: { x: max.x + margin, y: max.y + margin, z: max.z + margin },
})
