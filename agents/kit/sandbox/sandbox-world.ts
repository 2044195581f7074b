/**
 * Sandbox world: the target of a sandbox call, either the demo world or a mock of the given manifests.
 *
 * It runs no timers, so every difference after a call was made by the call.
 */

import { coreCatalogue } from '@contract/core-catalogue.js'
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import type { SandboxEvent } from '@shared/approvals/sandbox.js'
import type { Capability } from '../sdk/index.js'
import { capabilitiesOf } from '../simulator/capabilities.js'
import { mockOf } from '../simulator/mock.js'
import { World } from '../simulator/world/world.js'

export interface SandboxWorld {
  readonly kind: 'world' | 'mock'
  readonly capabilities: readonly Capability[]
  /** Everything that a call can change; empty for a mock. */
  snapshot(): object
  /** The events reported so far. */
  readonly events: readonly SandboxEvent[]
}

/** The demo world, with its time stopped. */
export function demoWorldSandbox(seed: number, now = new Date()): SandboxWorld {
  const events: SandboxEvent[] = []
  const clock = { now: () => now, elapsed: () => 0 }
  const world = new World({ clock, seed, onWorldEvent: (eventId, data) => void events.push({ eventId, data }) })
  // The catalogue's own manifests: the rate limits of the demo world are higher than those of a server.
  const capabilities = capabilitiesOf(world).map((capability) => ({
    ...capability,
    manifest: coreCatalogue.get(capability.manifest.id) ?? capability.manifest,
  }))
  return { kind: 'world', capabilities, events, snapshot: () => world.snapshot() }
}

/** @param answer the response of the capability `id`, instead of a generated one */
export function mockSandbox(
  manifests: readonly CapabilityManifest[],
  answer?: { readonly id: string; readonly data: Record<string, unknown> },
): SandboxWorld {
  const capabilities = mockOf(manifests).map((capability) =>
    capability.manifest.id === answer?.id && capability.run ? { ...capability, run: () => answer.data } : capability,
  )
  return { kind: 'mock', capabilities, events: [], snapshot: () => ({}) }
}
