/**
 * Snapshot capabilities: saves blocks before an action and restores them. Needs the files of the server.
 *
 * Only the gateway calls them. See docs/protocol.md#agents-snapshots.
 */
import type { JsonObject } from '@contract/call.js'
import { GatewayError } from '@contract/gateway-error.js'
import { snapshotCreate, snapshotRestore } from '@contract/snapshot-capabilities.js'
import { integer } from '../dialects/command-arguments.js'
import { type BlockPosition, type Box, boxOf } from '../folder/block-volume.js'
import { dimensionOf } from '../worlds.js'
import { type JavaCapability, missingFilesOrConsole, type Snapshots } from './java-capability.js'

/** Actions that only change blocks inside a box, so that a snapshot of it can undo them. */
export const snapshotActions: readonly string[] = ['world.block.set', 'ext.java.blocks.fill', snapshotRestore]

const notTaken = () =>
  new GatewayError('BUSINESS.OPERATION_FAILED', { message: 'This action does not support snapshots.' })

const far = 30_000_000
const positionOf = (given: unknown): BlockPosition => {
  const { x, y, z } = given as Record<string, unknown>
  return { x: Number(integer(x, -far, far)), y: Number(integer(y, -2_048, 4_096)), z: Number(integer(z, -far, far)) }
}

/** The box that an action changes. @throws GatewayError when no snapshot can be taken */
async function areaOf(id: unknown, given: JsonObject, { store }: Snapshots): Promise<{ dimension: string; box: Box }> {
  if (id === 'world.block.set') {
    const { location } = given as { location: { world: string } }
    return { dimension: dimensionOf(location.world), box: boxOf(positionOf(location), positionOf(location)) }
  }
  if (id === 'ext.java.blocks.fill') {
    const { from, to } = given as { from: { world: string }; to: object }
    return { dimension: dimensionOf(from.world), box: boxOf(positionOf(from), positionOf(to)) }
  }
  const stored = id === snapshotRestore ? await store.read(String(given.snapshotId)) : undefined
  if (!stored) throw notTaken()
  return { dimension: stored.dimension, box: stored.volume.box }
}

const offered = (
  id: string,
  run: (given: JsonObject, snapshots: Snapshots, signal: AbortSignal) => Promise<JsonObject>,
): JavaCapability => ({
  id,
  missingFeature: (abilities) => (abilities.snapshots ? undefined : missingFilesOrConsole(abilities)),
  run({ given, signal }, { snapshots }) {
    return snapshots ? run(given, snapshots, signal) : Promise.reject(notTaken())
  },
})

export const snapshotCapabilities: readonly JavaCapability[] = [
  offered(snapshotCreate, async ({ capabilityId, parameters }, snapshots, signal) => {
    const given = parameters as JsonObject
    const { dimension, box } = await areaOf(capabilityId, given, snapshots)
    await snapshots.taken.settled()
    const { id } = await snapshots.blocks.take(dimension, box, signal)
    snapshots.taken.add(String(capabilityId), given, id)
    return { snapshotId: id }
  }),

  offered(snapshotRestore, async ({ snapshotId }, snapshots, signal) => {
    await snapshots.taken.settled()
    const { commands, restored, left } = await snapshots.blocks.restore(String(snapshotId), { signal })
    return { commands, restored, left }
  }),
]
