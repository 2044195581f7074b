/**
 * Snapshot capabilities of a Bedrock game: the game saves the blocks of a box as a structure, and restores them.
 *
 * Only the gateway calls them. See docs/protocol.md#agents-snapshots. The structures are in the memory of the game:
 * closing the world deletes them, and an undo then fails with the game's message. Builds save theirs on its disk. The number per connection is limited
 * (invariant 7).
 */
import { randomUUID } from 'node:crypto'
import type { JsonObject } from '@contract/call.js'
import { GatewayError } from '@contract/gateway-error.js'
import { snapshotCreate, snapshotRestore } from '@contract/snapshot-capabilities.js'
import type { BedrockLink } from '../link.js'
import { dimensionOf, inWorld } from '../worlds.js'
import { type BedrockAbilities, type BedrockCapability, capability, runOrThrow } from './bedrock-capability.js'
import { type BedrockBlockPosition, blockText } from './world-capabilities.js'

const build = 'ext.bedrock.build'

/** Actions that only change blocks of a box, so that a snapshot of it undoes them. */
export const snapshotActions: readonly string[] = ['world.block.set', 'ext.bedrock.blocks.fill', build, snapshotRestore]

/** Maximum blocks of a structure along x and z, and along y. */
const maxWidth = 64
const maxHeight = 256
/** Structure name, world, lowest corner and size minus one. */
const idPattern =
  /^gatehouse:([0-9a-f]{8})@(overworld|nether|the_end),(-?\d{1,8}),(-?\d{1,4}),(-?\d{1,8})\+(\d{1,2}),(\d{1,3}),(\d{1,2})$/u

/** Maximum structures of one connection; the oldest is deleted. */
export const maxStructures = 200
const structuresOf = new WeakMap<BedrockLink, string[]>()

/** @param restored is about to be restored, so it counts as new */
function remember(name: string, link: BedrockLink, restored: string | undefined): void {
  const known = structuresOf.get(link) ?? []
  const structures = known.filter((one) => one !== restored)
  structuresOf.set(link, structures)
  if (restored !== undefined && structures.length < known.length) structures.push(restored)
  structures.push(name)
  const oldest = structures.length > maxStructures ? structures.shift() : undefined
  if (oldest !== undefined) link.run(`structure delete "gatehouse:${oldest}"`).catch(() => {})
}

interface StructureBox {
  readonly world: string
  readonly low: BedrockBlockPosition
  readonly high: BedrockBlockPosition
}

const noSnapshot = (message = 'This action does not support snapshots.') =>
  new GatewayError('BUSINESS.OPERATION_FAILED', { message })

function boxOf(world: string, one: BedrockBlockPosition, other: BedrockBlockPosition): StructureBox {
  const low = { x: Math.min(one.x, other.x), y: Math.min(one.y, other.y), z: Math.min(one.z, other.z) }
  const high = { x: Math.max(one.x, other.x), y: Math.max(one.y, other.y), z: Math.max(one.z, other.z) }
  const isSmall = high.x - low.x < maxWidth && high.z - low.z < maxWidth && high.y - low.y < maxHeight
  if (!isSmall) throw noSnapshot('The box is larger than a structure of the game.')
  return { world, low, high }
}

/** @throws GatewayError when no snapshot is taken of the action */
function areaOf(capabilityId: unknown, given: JsonObject): StructureBox {
  if (capabilityId === 'world.block.set') {
    const block = given.location as BedrockBlockPosition
    return boxOf(worldOf(block), block, block)
  }
  if (capabilityId === 'ext.bedrock.blocks.fill') {
    const from = given.from as BedrockBlockPosition
    return boxOf(worldOf(from), from, given.to as BedrockBlockPosition)
  }
  if (capabilityId === snapshotRestore) return snapshotOf(given.snapshotId).box
  throw noSnapshot()
}

const worldOf = ({ world }: BedrockBlockPosition): string => dimensionOf(world)

function snapshotOf(id: unknown): { readonly name: string; readonly box: StructureBox } {
  const found = idPattern.exec(String(id).slice(0, 128))
  if (!found) throw noSnapshot('This is not a snapshot of a Bedrock game.')
  const [, name = '', world = '', ...numbers] = found
  const [x = 0, y = 0, z = 0, width = 0, height = 0, depth = 0] = numbers.map(Number)
  const low = { x, y, z }
  return { name, box: { world, low, high: { x: x + width, y: y + height, z: z + depth } } }
}

/**
 * For an action that is larger than one structure: the action itself saves its boxes, before its first change. Undefined
 * for the others. @throws GatewayError
 */
async function groupFor(given: JsonObject, { builds }: BedrockAbilities, signal: AbortSignal) {
  const parameters = given.parameters as JsonObject
  if (given.capabilityId === snapshotRestore) return builds?.beginRedo(String(parameters.snapshotId))
  if (given.capabilityId !== build) return undefined
  if (!builds) throw noSnapshot()
  return builds.begin(parameters, signal)
}

export const snapshotCapabilities: readonly BedrockCapability[] = [
  capability(snapshotCreate, ['structure'], async ({ given, signal, snapshotFor }, abilities) => {
    const groupId = await groupFor(given, abilities, signal)
    if (groupId !== undefined) {
      if (snapshotFor !== undefined) abilities.builds?.take(snapshotFor, groupId)
      return { snapshotId: groupId }
    }
    const { world, low, high } = areaOf(given.capabilityId, given.parameters as JsonObject)
    const name = randomUUID().slice(0, 8)
    const corners = `${blockText(low)} ${blockText(high)}`
    await runOrThrow(
      abilities,
      `${inWorld(world)}structure save "gatehouse:${name}" ${corners} false memory true`,
      signal,
    )
    const isUndo = given.capabilityId === snapshotRestore
    const { snapshotId } = given.parameters as JsonObject
    remember(name, abilities.link, isUndo ? snapshotOf(snapshotId).name : undefined)
    const size = `${high.x - low.x},${high.y - low.y},${high.z - low.z}`
    return { snapshotId: `gatehouse:${name}@${world},${low.x},${low.y},${low.z}+${size}` }
  }),

  capability(snapshotRestore, ['structure'], async ({ given, signal, requestId = '' }, abilities) => {
    const { builds } = abilities
    const groupId = String(given.snapshotId)
    if (builds?.hasGroup(groupId)) return builds.undo(groupId, builds.taken(requestId), signal)
    const { name, box } = snapshotOf(given.snapshotId)
    const line = `structure load "gatehouse:${name}" ${blockText(box.low)}`
    await runOrThrow(abilities, `${inWorld(box.world)}${line}`, signal)
    return {}
  }),
]
