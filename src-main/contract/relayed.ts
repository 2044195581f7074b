/**
 * Relayed: tool definitions and results of another MCP server, unchanged.
 *
 * Only a consumer of the same protocol passes them on; all others use the manifest and the cleaned data.
 */
import type { JsonObject } from './call.js'
import type { CapabilityManifest } from './generated/capability-manifest.js'

/** A tool of a service. */
export interface RelayedTool {
  /** What MCP clients call it, unless another tool has that name. */
  readonly name: string
  /** Named before its description, where several services stand in one list. */
  readonly service?: string
  /** As the service sent it; unknown members are kept. */
  readonly definition: JsonObject
  /** Of the whole definition. */
  readonly digest: string
}

/** Prompts and resources of a service as it listed them, and the capabilities through which they are read. */
export interface RelayedLibrary {
  readonly prompts: readonly JsonObject[]
  readonly resources: readonly JsonObject[]
  readonly templates: readonly JsonObject[]
  /** What stands before the name of a prompt. */
  readonly prefix: string
  /** By what they read; absent where there is nothing of it. */
  readonly ids: Readonly<Partial<Record<LibraryKind, string>>>
  /** Of what is listed of each; the manifests name them, so that what is shown and read is what a person accepted. */
  readonly digests: Readonly<Partial<Record<LibraryKind, string>>>
}

/** What of a library has a capability of its own. */
export type LibraryKind = 'resource' | 'template' | 'prompt' | 'completion'

/** Whether a manifest is that of this kind of reading, made of what is listed now. */
export function isOfLibrary(
  manifest: Pick<CapabilityManifest, 'id' | 'tags'>,
  { ids, digests }: Pick<RelayedLibrary, 'ids' | 'digests'>,
  kind: LibraryKind,
): boolean {
  const digest = digests[kind]
  return ids[kind] === manifest.id && digest !== undefined && isMadeFromTool(manifest, { digest })
}

/** The result of a call, or the JSON-RPC error that came instead of one. */
export type RelayedResult =
  | { readonly result: JsonObject }
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } }

const digestTag = 'definition:'

/** The tag by which a manifest names the definition that it was made of: a changed definition is a changed manifest. */
export const tagOfDigest = (digest: string): string => `${digestTag}${digest}`

/** That tag of a manifest. */
export const digestTagOf = (manifest: Pick<CapabilityManifest, 'tags'> | undefined): string | undefined =>
  manifest?.tags?.find((tag) => tag.startsWith(digestTag))

/** Whether a manifest was made of this definition. What was accepted may be older than what is offered. */
export const isMadeFromTool = (
  { tags = [] }: Pick<CapabilityManifest, 'tags'>,
  { digest }: Pick<RelayedTool, 'digest'>,
): boolean => tags.includes(tagOfDigest(digest))
