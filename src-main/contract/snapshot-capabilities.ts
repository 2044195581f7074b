/**
 * Snapshot capabilities: the reserved pair for taking and restoring snapshots on a server. See
 * docs/protocol.md#agents-snapshots.
 *
 * Only the gateway calls them, so consumers do not see them (invariant 6).
 */
import type { CapabilityManifest } from './generated/capability-manifest.js'

export const snapshotCreate = 'mcp.snapshot.create'
export const snapshotRestore = 'mcp.snapshot.restore'

const provider = { id: 'mcp-agent-core', name: 'MCP Core Agent', version: '1.0.0' }
const snapshotId = { type: 'string', minLength: 1, maxLength: 128 }

const partMark = '~part'

/** Names one part of what a snapshot restores: a part of a build, by its number from 1. */
export const snapshotOfPart = (id: string, part: number): string => `${id}${partMark}${part}`

/** The snapshot that an id names, and the part of it; no part for the whole. */
export function snapshotNamed(id: string): { readonly snapshotId: string; readonly part?: number } {
  const at = id.lastIndexOf(partMark)
  const part = at > 0 ? Number(id.slice(at + partMark.length)) : 0
  return Number.isInteger(part) && part >= 1 ? { snapshotId: id.slice(0, at), part } : { snapshotId: id }
}

const manifests: readonly CapabilityManifest[] = [
  {
    id: snapshotCreate,
    version: '1.0.0',
    type: 'action',
    name: 'Take a snapshot',
    description: 'Keeps what is needed to undo the action that is about to be done. It changes nothing in the world.',
    provider,
    parameters: {
      type: 'object',
      required: ['capabilityId', 'parameters'],
      properties: { capabilityId: { type: 'string', minLength: 1, maxLength: 128 }, parameters: { type: 'object' } },
      additionalProperties: false,
    },
    returns: { type: 'object', required: ['snapshotId'], properties: { snapshotId } },
    risk: { level: 'low', reason: 'Only keeps a copy.' },
    permissions: ['mcp.action.mcp.snapshot.create'],
  },
  {
    id: snapshotRestore,
    version: '1.0.0',
    type: 'action',
    name: 'Go back to a snapshot',
    description: 'Undoes the action that the snapshot was taken for.',
    provider,
    parameters: { type: 'object', required: ['snapshotId'], properties: { snapshotId }, additionalProperties: false },
    returns: {
      type: 'object',
      properties: {
        left: { type: 'integer', minimum: 0, description: 'Blocks that were changed since and left as they are.' },
        covered: { type: 'integer', minimum: 0, description: 'Blocks of the undone part that other parts cover.' },
      },
    },
    risk: {
      level: 'high',
      reason: 'What was changed there since is lost.',
      // A snapshot is also requested for this call; without one it cannot be redone.
      rollbackSupported: true,
      approvalRequired: true,
      auditLevel: 'full',
    },
    permissions: ['mcp.action.mcp.snapshot.restore'],
  },
]

/** The capabilities of the reserved namespace `mcp.*` that a provider may offer. */
export const snapshotCatalogue: ReadonlyMap<string, CapabilityManifest> = new Map(
  manifests.map((manifest) => [manifest.id, manifest]),
)
