/**
 * Capability outlook: what happens when a client with default rights calls each capability, on the server with the
 * strictest result.
 *
 * Guards the event loop: it is computed in slices, so that hundreds of servers do not block.
 */
import { effects } from '@shared/clients/client.js'
import type { CapabilityAccess } from '@shared/servers/server-care.js'
import { Slices } from '@shared/turns.js'
import type { ServerLink } from '../ports/provider.js'
import { type AccessQuestion, accessOf } from './server-access.js'

/** @returns by capability id; capabilities that no server offers are absent */
export async function outlookOf(
  links: readonly ServerLink[],
  question: Omit<AccessQuestion, 'link'>,
): Promise<Readonly<Record<string, CapabilityAccess>>> {
  const { known } = question
  const outlook = new Map<string, CapabilityAccess>()
  const slices = new Slices()
  for (const link of links) {
    for (const manifest of link.server.capabilities) {
      const before = outlook.get(manifest.id)
      const here = accessOf(known.bridge, manifest, { ...question, link })
      if (!before || strictness(here) > strictness(before)) outlook.set(manifest.id, here)
      await slices.rest()
    }
  }
  return Object.fromEntries(outlook)
}

const strictness = ({ effect, people = 0, noted }: CapabilityAccess): number =>
  effects.indexOf(effect) * 1_000 + people * 2 + (noted ? 1 : 0)
