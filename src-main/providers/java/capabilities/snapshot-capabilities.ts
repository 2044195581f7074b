/**
 * Snapshot capabilities: saves blocks before an action and restores them. Needs the files of the server.
 *
 * Only the gateway calls them. See docs/protocol.md#agents-snapshots.
 */
import type { JsonObject } from '@contract/call.js'
import { GatewayError } from '@contract/gateway-error.js'
import { snapshotCreate, snapshotNamed, snapshotRestore } from '@contract/snapshot-capabilities.js'
import type { CapabilityCall } from '../../minecraft/capability.js'
import { integer } from '../dialects/command-arguments.js'
import { type BlockPosition, type Box, boxOf } from '../folder/block-volume.js'
import { dimensionOf } from '../worlds.js'
import { type Builder, type JavaCapability, missingFilesOrConsole, type Snapshots } from './java-capability.js'

const build = 'ext.java.build'

/** Actions that only change blocks inside a box, so that a snapshot of it can undo them. */
export const snapshotActions: readonly string[] = ['world.block.set', 'ext.java.blocks.fill', build, snapshotRestore]

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

/**
 * For an action that is larger than one snapshot: the action itself saves the blocks of the group, before its first
 * change. Undefined for the others. @throws GatewayError
 */
async function groupFor(
  id: unknown,
  given: JsonObject,
  { groups }: Snapshots,
  builds?: Builder,
): Promise<string | undefined> {
  if (id === snapshotRestore) {
    const group = groups.find(snapshotNamed(String(given.snapshotId)).snapshotId)
    return group && groups.plan(group.dimension, group.boxes)
  }
  if (id !== build) return undefined
  if (!builds) throw notTaken()
  const { plan, dimension } = await builds.planOf(given)
  return groups.plan(dimension, plan.tiles)
}

type Run = (call: CapabilityCall, snapshots: Snapshots, builds?: Builder) => Promise<JsonObject>

const offered = (id: string, run: Run): JavaCapability => ({
  id,
  missingFeature: (abilities) => (abilities.snapshots ? undefined : missingFilesOrConsole(abilities)),
  run(call, { snapshots, builds }) {
    return snapshots ? run(call, snapshots, builds) : Promise.reject(notTaken())
  },
})

export const snapshotCapabilities: readonly JavaCapability[] = [
  offered(snapshotCreate, async ({ given: asked, signal, snapshotFor }, snapshots, builds) => {
    const { capabilityId } = asked
    const given = asked.parameters as JsonObject
    const groupId = await groupFor(capabilityId, given, snapshots, builds)
    if (groupId !== undefined) {
      if (snapshotFor !== undefined) snapshots.taken.add(snapshotFor, groupId)
      return { snapshotId: groupId }
    }
    const { dimension, box } = await areaOf(capabilityId, given, snapshots)
    await snapshots.taken.settled()
    const restored = capabilityId === snapshotRestore ? String(given.snapshotId) : undefined
    const { id } = await snapshots.blocks.take(dimension, box, signal, restored)
    if (snapshotFor !== undefined) snapshots.taken.add(snapshotFor, id)
    return { snapshotId: id }
  }),

  offered(snapshotRestore, async ({ given, signal, requestId = '' }, snapshots, builds) => {
    const snapshotId = String(given.snapshotId)
    await snapshots.taken.settled()
    if (builds?.hasGroup(snapshotId)) {
      const redoId = snapshots.taken.begin(requestId)
      return { ...(await builds.undo(snapshotId, redoId, signal)) }
    }
    const { commands, restored, left } = await snapshots.blocks.restore(snapshotId, { signal })
    return { commands, restored, left }
  }),
]
