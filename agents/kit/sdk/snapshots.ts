/** Snapshots: lets the gateway undo what an agent did. See docs/protocol.md#agents-snapshots. */
import type { JsonObject } from '@contract/call.js'
import { snapshotCatalogue, snapshotCreate, snapshotRestore } from '@contract/snapshot-capabilities.js'
import type { Capability, Handler } from './capability.js'

export interface SnapshotKeeper {
  /**
   * Stores what is needed to undo the next call; called right before each.
   *
   * @returns an id of 1 to 128 characters
   * @throws ContractError when this call cannot be undone
   */
  create(capabilityId: string, parameters: JsonObject): string | Promise<string>
  /** Restores a snapshot. @throws ContractError when it does not exist or cannot be restored */
  restore(snapshotId: string): void | Promise<void>
}

/** The two capabilities, to be offered with the others: `capabilities: [...own, ...snapshots(keeper)]`. */
export function snapshots(keeper: SnapshotKeeper): Capability[] {
  return [
    capability(snapshotCreate, async ({ capabilityId, parameters }) => ({
      snapshotId: await keeper.create(String(capabilityId), parameters as JsonObject),
    })),
    capability(snapshotRestore, async ({ snapshotId }) => {
      await keeper.restore(String(snapshotId))
      return {}
    }),
  ]
}

function capability(id: string, run: Handler): Capability {
  const manifest = snapshotCatalogue.get(id)
  if (!manifest) throw new Error(`${id} is not in the catalogue of snapshots`)
  return { manifest, run }
}
