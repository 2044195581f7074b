/**
 * Library risk: whether reading what a service lists asks first.
 *
 * Guards invariant 2: a resource is read by protocol, and its address may do something all the same
 * (`action://delete/{id}`). Where an address says so, all reads of its kind ask. Of a fixed address only scheme and host
 * count: the words of a path are mostly names of files, and the owner saw each of them.
 */
import { fixedTextOf } from '../../../policy/resource-template.js'
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
