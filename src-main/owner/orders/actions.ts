/**
 * Orders about actions: the history, and attempts on a server or in the sandbox.
 *
 * Guards invariant 6: only the main window makes attempts, and an attempt is not an approval.
 */

import type { JsonObject } from '@contract/call.js'
import { GatewayError } from '@contract/gateway-error.js'
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import type { CapabilityDetails } from '@shared/approvals/attempt.js'
import type { SandboxTrial } from '@shared/approvals/sandbox.js'
import type { ManualCalls } from '../../gateway/path/manual-calls.js'
import type { ManifestTrust } from '../../gateway/trust/manifest-trust.js'
import type { Registry } from '../../gateway/trust/registry.js'
import { permissionsFor } from '../../policy/rights/permissions.js'
import { inverseOf } from '../../policy/undo/inverse.js'
import { pairedContextOf } from '../../policy/undo/paired-context.js'
import type { OrdersAbout } from '../table/table.js'

export interface CapabilityOrdersDependencies {
  readonly registry: Registry
  readonly trust: Pick<ManifestTrust, 'earlier'>
  readonly manualCalls: Pick<ManualCalls, 'run' | 'withdraw'>
  readonly sandbox: { run(order: { manifest: CapabilityManifest; given: JsonObject }): Promise<SandboxTrial> }
  /** The name of the tool for AI clients. */
  readonly toolNameOf: (capabilityId: string) => string
  readonly copy: (text: string) => Promise<void>
}

export function capabilityOrders(deps: CapabilityOrdersDependencies): OrdersAbout<'capabilities'> {
  const { registry, manualCalls, sandbox } = deps
  return {
    'capabilities:past': ({ id }) => pastOf(id, deps),
    'capabilities:copy-example': async ({ id, server, at }) => {
      const example = offeredBy(registry, server, id)?.examples?.[at]
      if (!example) throw new GatewayError('PROTOCOL.CAPABILITY_NOT_FOUND')
      await deps.copy(JSON.stringify(example.parameters, null, 2))
    },
    'capabilities:attempt': (attempt, giver) =>
      manualCalls.run(attempt, typeof giver === 'string' ? undefined : giver.person.name),
    'capabilities:withdraw': ({ id }) => manualCalls.withdraw(id),
    'capabilities:sandbox': ({ capabilityId, server, arguments: given }) => {
      const manifest = offeredBy(registry, server, capabilityId)
      if (!manifest) throw new GatewayError('PROTOCOL.CAPABILITY_NOT_FOUND')
      return sandbox.run({ manifest, given })
    },
  }
}

/** A capability that no person has accepted yet can be tried in the sandbox. */
function offeredBy(registry: Registry, serverId: string, id: string): CapabilityManifest | undefined {
  const waiting = registry.link(serverId)?.server.quarantined?.find((one) => one.id === id)
  return waiting?.offered ?? registry.offerBy(serverId, id)?.manifest
}

function pastOf(id: string, { registry, trust, toolNameOf }: CapabilityOrdersDependencies): CapabilityDetails {
  const servers = registry.servers()
  const manifest = servers.map((server) => offeredBy(registry, server.id, id)).find((one) => one !== undefined)
  const pairedContext = pairedContextOf(id)?.capabilityId
  const earlier = servers.flatMap(({ id: serverId }) => {
    const manifests = trust.earlier(serverId, id)
    return manifests.length > 0 ? [{ serverId, manifests }] : []
  })
  return {
    ...(manifest && manifest.type !== 'event' && { toolName: toolNameOf(id) }),
    ...(pairedContext && { pairedContext }),
    ...(manifest?.type === 'action' && { undo: undoOf(id) }),
    needs: manifest ? permissionsFor(manifest) : [],
    earlier,
  }
}

/** Whether Gatehouse can undo this capability if the state before the call is known, or why not. */
function undoOf(id: string): NonNullable<CapabilityDetails['undo']> {
  const inversion = inverseOf(id, {}, undefined)
  return 'none' in inversion && inversion.none !== 'unread' ? inversion.none : 'undoable'
}
