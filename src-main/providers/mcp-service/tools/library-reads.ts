/**
 * Library reads: what each prompt and resource capability may read from a service.
 *
 * Guards that only listed and accepted entries are read. What the configuration's lists exclude cannot be read through
 * a template either.
 */
import type { JsonObject } from '@contract/call.js'
import type { LibraryKind, RelayedLibrary } from '@contract/relayed.js'
import { coversAddress } from '../../../policy/services/resource-template.js'

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
