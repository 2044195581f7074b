/**
 * Relayed: tool definitions and results of another MCP server, unchanged.
 *
 * Only a consumer of the same protocol forwards them; all others use the manifest and the cleaned data.
 */
import type { JsonObject } from './call.js'
import type { CapabilityManifest } from './generated/capability-manifest.js'

/** A tool of a service. */
export interface RelayedTool {
  /** The name for MCP clients, unless another tool has the same name. */
  readonly name: string
  /** Prepended to the description in a list with several services. */
  readonly service?: string
  /** As received from the service, with unknown members. */
  readonly definition: JsonObject
  /** Digest of the whole definition. */
  readonly digest: string
}

/** Prompts and resources of a service as it listed them, and the capabilities through which they are read. */
export interface RelayedLibrary {
  readonly prompts: readonly JsonObject[]
  readonly resources: readonly JsonObject[]
  readonly templates: readonly JsonObject[]
  /** The prefix of the names of the prompts. */
  readonly prefix: string
  /** Kind → id of the capability that reads it; absent when the service has none of this kind. */
  readonly ids: Readonly<Partial<Record<LibraryKind, string>>>
  /** Kind → digest of its list. The manifests contain them, so that a changed list must be accepted again. */
  readonly digests: Readonly<Partial<Record<LibraryKind, string>>>
}

/** The parts of a library that have their own capability. */
export type LibraryKind = 'resource' | 'template' | 'prompt' | 'completion'

/** Whether a manifest belongs to this part of the library and to its current list. */
export function isOfLibrary(
  manifest: Pick<CapabilityManifest, 'id' | 'tags'>,
  { ids, digests }: Pick<RelayedLibrary, 'ids' | 'digests'>,
  kind: LibraryKind,
): boolean {
  const digest = digests[kind]
  return ids[kind] === manifest.id && digest !== undefined && isMadeFromTool(manifest, { digest })
}

/** The result of a call, or the JSON-RPC error. */
export type RelayedResult =
  | { readonly result: JsonObject }
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } }

const digestTag = 'definition:'

/** The tag with the digest of the definition of a manifest: a changed definition changes the manifest. */
export const tagOfDigest = (digest: string): string => `${digestTag}${digest}`

/** The digest tag of a manifest. */
export const digestTagOf = (manifest: Pick<CapabilityManifest, 'tags'> | undefined): string | undefined =>
  manifest?.tags?.find((tag) => tag.startsWith(digestTag))

/** Whether a manifest was created from this definition. The accepted one may be older than the offered one. */
export const isMadeFromTool = (
  { tags = [] }: Pick<CapabilityManifest, 'tags'>,
  { digest }: Pick<RelayedTool, 'digest'>,
): boolean => tags.includes(tagOfDigest(digest))
