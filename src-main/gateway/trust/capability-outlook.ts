/**
 * Capability outlook: what happens when a client with default rights calls each capability, on the server with the
 * strictest result.
 *
 * Guards the event loop: it is computed in slices, so that hundreds of servers do not block.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { effects } from '@shared/clients/client.js'
import type { CapabilityAccess } from '@shared/servers/server-care.js'
import type { ServerLink } from '../ports/provider.js'
import { type AccessQuestion, accessOf } from './server-access.js'

/** Maximum work per turn of the event loop: well under a frame of the window. */
const slice = { milliseconds: 4, capabilities: 100 }

/** @returns by capability id; capabilities that no server offers are absent */
export async function outlookOf(
  links: readonly ServerLink[],
  question: Omit<AccessQuestion, 'link'>,
): Promise<Readonly<Record<string, CapabilityAccess>>> {
  const { known, gatehouse } = question
  const outlook = new Map<string, CapabilityAccess>()
  let began = gatehouse.clock.elapsed()
  let done = 0
  for (const link of links) {
    for (const manifest of link.server.capabilities) {
      const before = outlook.get(manifest.id)
      const here = accessOf(known.bridge, manifest, { ...question, link })
      if (!before || strictness(here) > strictness(before)) outlook.set(manifest.id, here)
      done += 1
      if (gatehouse.clock.elapsed() - began < slice.milliseconds && done % slice.capabilities !== 0) continue
      await nextTurn()
      began = gatehouse.clock.elapsed()
    }
  }
  return Object.fromEntries(outlook)
}

const strictness = ({ effect, people = 0, noted }: CapabilityAccess): number =>
  effects.indexOf(effect) * 1_000 + people * 2 + (noted ? 1 : 0)
