/**
 * Sandbox world: where a call of the sandbox lands, the demo world or a mock of somebody's manifests.
 *
 * It lives in this process and no timer runs in it: what differs after a call was changed by the call.
 */

import { coreCatalogue } from '@contract/core-catalogue.js'
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import type { SandboxEvent } from '@shared/approvals/sandbox.js'
import type { Capability } from '../agent-sdk/index.js'
import { capabilitiesOf } from '../simulator/capabilities.js'
import { mockOf } from '../simulator/mock.js'
import { World } from '../simulator/world/world.js'

export interface SandboxWorld {
  readonly kind: 'world' | 'mock'
  readonly capabilities: readonly Capability[]
  /** Everything that a call can change; of a mock nothing. */
  look(): object
  /** What was reported so far. */
  readonly happened: readonly SandboxEvent[]
}

/** The demo world, its time standing still. */
export function worldPlayground(seed: number, now = new Date()): SandboxWorld {
  const happened: SandboxEvent[] = []
  const clock = { now: () => now, elapsed: () => 0 }
  const world = new World({ clock, seed, onWorldEvent: (eventId, data) => void happened.push({ eventId, data }) })
  // The catalogue's own manifests: what the demo world is generous about, a server is not.
  const capabilities = capabilitiesOf(world).map((capability) => ({
    ...capability,
    manifest: coreCatalogue.get(capability.manifest.id) ?? capability.manifest,
  }))
  return { kind: 'world', capabilities, happened, look: () => world.snapshot() }
}

/** @param answer what `manifest` answers, in place of something made up */
export function mockPlayground(
  manifests: readonly CapabilityManifest[],
  seed: number,
  answer?: { readonly id: string; readonly data: Record<string, unknown> },
): SandboxWorld {
  const capabilities = mockOf(manifests, seed).map((capability) =>
    capability.manifest.id === answer?.id && capability.run ? { ...capability, run: () => answer.data } : capability,
  )
  return { kind: 'mock', capabilities, happened: [], look: () => ({}) }
}
