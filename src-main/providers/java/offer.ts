/**
 * Offer: what a Java server offers with what Gatehouse can reach of it, and why not the rest.
 *
 * `npm run generate` makes the tables of `docs/java-servers.md` from the same functions. One rule: what needs a state
 * that cannot be read is not offered; what cannot be undone there is offered, and asks (docs/adr/0005).
 */
import { snapshotRestore } from '@contract/snapshot-capabilities.js'
import type { Server } from '@shared/servers/server.js'
import { undoSourcesOf } from '../../policy/undo/inverse.js'
import { pairedContextOf } from '../../policy/undo/paired-context.js'
import { offeredIn, type Requirement, refusedIn, requirementsOf } from '../minecraft/capability.js'
import { javaCapabilities } from './capabilities/index.js'
import type { JavaAbilities } from './capabilities/java-capability.js'
import { snapshotActions } from './capabilities/snapshot-capabilities.js'
import { javaEventRequirements } from './events/java-events.js'
import { manifestOf } from './manifests/index.js'

/** Timeout in milliseconds of calls that copy worlds, or change many blocks. */
export const callTimeoutsMs: Readonly<Record<string, number>> = {
  'system.backup': 6 * 3_600_000,
  // A restore continues when its call ends, and a world at a host takes as long as its connection needs.
  'system.restore': 24 * 3_600_000,
  // The world is saved first, and over a slow connection region files take their time.
  'ext.java.build.preview': 180_000,
  'ext.java.area.look': 180_000,
  [snapshotRestore]: 6 * 3_600_000,
  'ext.java.build': 24 * 3_600_000,
}

export function offerOf(abilities: JavaAbilities): Pick<Server, 'capabilities' | 'refused'> {
  const all = javaRequirements(abilities)
  return { capabilities: offeredIn(all).map(manifestOf), refused: refusedIn(all) }
}

/** Everything that a Java server can offer, and what this one lacks of it. */
export const javaRequirements = (abilities: JavaAbilities): readonly Requirement[] => [
  ...requirementsOf(javaCapabilities, abilities),
  ...javaEventRequirements(abilities),
]

/** Whether an offered action can be undone: from the state before, only if its reply reports that state, or never. */
export type UndoChance = 'from-state' | 'from-reply' | 'never'

export function undoChanceOf(id: string, abilities: JavaAbilities): UndoChance {
  if (abilities.snapshots && snapshotActions.includes(id)) return 'from-state'
  const sources = undoSourcesOf(id)
  const isOffered = (needed: string) => javaCapabilities.get(needed)?.missingFeature(abilities) === undefined
  if (!sources || (sources.capabilityId !== undefined && !isOffered(sources.capabilityId))) return 'never'
  const pair = pairedContextOf(id)
  if (pair && isOffered(pair.capabilityId)) return 'from-state'
  // The reply of an action that is its own opposite repeats what the paired context reads.
  return sources.isInReply && sources.capabilityId !== id ? 'from-reply' : 'never'
}
