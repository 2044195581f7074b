/**
 * Library reads: what may be read of a service through each of its capabilities for prompts and resources.
 *
 * Guards that only what was listed and accepted is read, whoever calls: what the lists of the configuration leave out is
 * not read through a template either.
 */
import type { JsonObject } from '../../../contract/call.js'
import type { LibraryKind, RelayedLibrary } from '../../../contract/relayed.js'
import { coversAddress } from '../../../policy/resource-template.js'

/** What a capability asks of the service. */
export type LibraryRead = LibraryKind

export const methodOfRead = {
  resource: 'resources/read',
  template: 'resources/read',
  prompt: 'prompts/get',
  completion: 'completion/complete',
} as const satisfies Record<LibraryRead, string>

export interface ReadableLibrary extends Pick<RelayedLibrary, 'prompts' | 'resources' | 'templates'> {
  /** Whether the lists of the configuration leave an address out. */
  readonly isBarred: (uri: string) => boolean
}

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
