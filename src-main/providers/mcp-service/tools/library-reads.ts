/**
 * Library reads: what each prompt and resource capability may read from a service.
 *
 * Guards that only listed and accepted entries are read. What the configuration's lists exclude cannot be read through
 * a template either.
 */
import type { JsonObject } from '@contract/call.js'
import type { LibraryKind, RelayedLibrary } from '@contract/relayed.js'
import { coversAddress, fixedTextOf } from '../../../policy/services/resource-template.js'
import { dangerousWordIn, type Proposal } from './proposal.js'

/** The request of a capability to the service. */
export type LibraryRead = LibraryKind

export const methodOfRead = {
  resource: 'resources/read',
  template: 'resources/read',
  prompt: 'prompts/get',
  completion: 'completion/complete',
} as const satisfies Record<LibraryRead, string>

export interface ReadableLibrary extends Pick<RelayedLibrary, 'prompts' | 'resources' | 'templates'> {
  /** Whether the configuration's lists exclude an address. */
  readonly isBarred: (uri: string) => boolean
}

/** Whether changes of this address may be followed: it can be read by itself or through a template. */
export const mayFollow = (library: ReadableLibrary | undefined, uri: string): boolean =>
  library !== undefined && (['resource', 'template'] as const).some((read) => mayRead(read, library, { uri }))

export function mayRead(read: LibraryRead, library: ReadableLibrary, given: JsonObject): boolean {
  const { prompts, resources, templates, isBarred } = library
  const isListed = (uri: unknown) => resources.some((one) => one.uri === uri)
  const { uri, name, ref } = given
  switch (read) {
    case 'resource':
      return isListed(uri)
    case 'template':
      if (typeof uri !== 'string' || isListed(uri) || isBarred(uri)) return false
      return templates.some(({ uriTemplate }) => coversAddress(String(uriTemplate), uri))
    case 'prompt':
      return prompts.some((one) => one.name === name)
    case 'completion': {
      const about = (ref ?? {}) as { readonly type?: unknown; readonly name?: unknown; readonly uri?: unknown }
      return about.type === 'ref/prompt'
        ? prompts.some((one) => one.name === about.name)
        : templates.some(({ uriTemplate }) => uriTemplate === about.uri)
    }
  }
}

const reading: Proposal = { type: 'context', risk: { level: 'low', reason: 'It only reads.' } }

/**
 * Whether reading a listed entry needs an approval.
 *
 * Guards invariant 2: a resource should only be read, but its address may describe an action
 * (`action://delete/{id}`). If an address does, all reads of its kind need an approval. For a fixed address only
 * scheme and host are checked: its path is mostly a file name, and the owner saw it.
 */
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
