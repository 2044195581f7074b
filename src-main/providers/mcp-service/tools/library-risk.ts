/**
 * Library risk: whether reading a listed entry needs an approval.
 *
 * Guards invariant 2: a resource should only be read, but its address may describe an action (`action://delete/{id}`).
 * If an address does, all reads of its kind need an approval. For a fixed address only scheme and host are checked: its
 * path is mostly a file name, and the owner saw it.
 */
import { fixedTextOf } from '../../../policy/services/resource-template.js'
import { dangerousWordIn, type Proposal } from './proposal.js'

const reading: Proposal = { type: 'context', risk: { level: 'low', reason: 'It only reads.' } }

export function proposalForAddresses(addresses: readonly string[], areTemplates: boolean): Proposal {
  for (const address of addresses) {
    const word = dangerousWordIn(areTemplates ? fixedTextOf(address) : originOf(address))
    if (word === undefined) continue
    const reason = `It reads by address, and one of its addresses says "${word}".`
    return { type: 'action', risk: { level: 'medium', approvalRequired: true, reason } }
  }
  return reading
}

/** Scheme and host. */
function originOf(address: string): string {
  const [scheme = '', rest = ''] = address.split('://', 2)
  return `${scheme} ${rest.split('/', 1)[0] ?? ''}`
}
