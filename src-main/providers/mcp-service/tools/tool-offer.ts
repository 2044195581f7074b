/**
 * Tool offer: the tools of a service as capabilities of the gateway, and as definitions for MCP clients.
 *
 * Guards invariant 4: the manifest contains the digest of the whole definition, so that any change waits for the owner.
 * An unusable schema does not reject a tool: only the service then checks its arguments.
 */
import type { JsonObject } from '@contract/call.js'
import type { CapabilityManifest, ObjectSchema } from '@contract/generated/capability-manifest.js'
import { type RelayedLibrary, type RelayedTool, tagOfDigest } from '@contract/relayed.js'
import type { RefusedCapability } from '@shared/servers/server.js'
import type { TextFinding } from '@shared/servers/text-finding.js'
import { Slices } from '@shared/turns.js'
import { maxFindings, scanRelayed } from '../../../policy/text/text-scan.js'
import { cleanText } from '../../../policy/text/untrusted-text.js'
import type { Admit } from '../../../validation/admission.js'
import { capabilityIdsOf } from './capability-id.js'
import { type ReadDefinition, readDefinition, type ToolDefinition } from './definition.js'
import type { LibraryRead, ReadableLibrary } from './library-reads.js'
import { proposalFor } from './proposal.js'

/** Maximum tools of one service; others are rejected by name. */
export const maxTools = 500

const toolVersion = '1.0.0'
const anything: ObjectSchema = { type: 'object' }

export interface ToolOfferOptions {
  readonly serverId: string
  /** Name shown to a person. */
  readonly serviceName: string
  readonly namespaceId: string
  /** Whether the configuration's lists include a tool at all. */
  readonly isWanted: (toolName: string) => boolean
  /** The name of a tool for MCP clients. */
  readonly clientNameOf: (toolName: string) => string
  /** Whether descriptions name the service they come from. */
  readonly attributes: boolean
  /** Reserves bytes in the list of all tools; called for all tools in one turn. */
  readonly reserveBytes?: (bytes: number) => boolean
}

export interface ToolOffer {
  readonly capabilities: readonly CapabilityManifest[]
  readonly refused: readonly RefusedCapability[]
  readonly findings: Readonly<Record<string, readonly TextFinding[]>>
  readonly relays: ReadonlyMap<string, RelayedTool>
  /** Capability id → name of the tool at the service. */
  readonly toolOf: ReadonlyMap<string, string>
  /** Names of tools that exceeded the byte limit. */
  readonly leftOut: readonly string[]
  /** Capability id → the prompts and resources that it reads. */
  readonly readOf?: ReadonlyMap<string, LibraryRead>
  readonly readable?: ReadableLibrary
  readonly library?: RelayedLibrary
}

export const noTools: ToolOffer = {
  capabilities: [],
  refused: [],
  findings: {},
  relays: new Map(),
  toolOf: new Map(),
  leftOut: [],
}

/** @param sent the listing of the service, unchanged */
export async function offerOf(sent: readonly unknown[], options: ToolOfferOptions, admit: Admit): Promise<ToolOffer> {
  const refused: RefusedCapability[] = []
  const refuse = (name: string, reason: string) => void refused.push({ id: cleanText(name, 128), reason })
  const tools = new Map<string, ToolDefinition>()
  const leftOut: string[] = []
  const slices = new Slices()
  const all: (readonly [ReadDefinition, number])[] = []
  for (const one of sent) {
    const read = readDefinition(one)
    all.push([read, read.ok ? Buffer.byteLength(JSON.stringify(read.tool.definition)) + 1 : 0])
    await slices.rest()
  }
  // No `await` from here on, so that services listing at the same time do not exceed the shared limit.
  for (const [read, size] of all) {
    if (!read.ok) refuse(read.name, read.reason)
    else if (!options.isWanted(read.tool.name)) continue
    else if (tools.has(read.tool.name)) refuse(read.tool.name, 'it is offered twice')
    else if (tools.size >= maxTools) refuse(read.tool.name, `a service may offer ${maxTools} tools at most`)
    else {
      if (options.reserveBytes?.(size) === false) {
        leftOut.push(read.tool.name)
        refuse(read.tool.name, 'the list of tools would be larger than the configuration allows')
      } else tools.set(read.tool.name, read.tool)
    }
  }
  const ids = capabilityIdsOf(options.namespaceId, [...tools.keys()])
  const byId = new Map([...tools].map(([name, tool]) => [ids.get(name) as string, tool]))
  const manifests = [...byId].map(([id, tool]) => manifestOf(id, tool, options))
  const admitted = await admit(manifests)
  const taken = new Map(admitted.capabilities.map((manifest) => [manifest.id, manifest]))
  const again = manifests.filter(({ id }) => !taken.has(id)).map(withoutSchema)
  const second = again.length > 0 ? await admit(again) : { capabilities: [], refused: [] }
  for (const manifest of second.capabilities) taken.set(manifest.id, manifest)
  for (const { id, reason } of second.refused) refuse(byId.get(id)?.name ?? id, reason)
  const capabilities = manifests.flatMap(({ id }) => taken.get(id) ?? [])
  const some = capabilities.map(({ id }) => [id, byId.get(id) as ToolDefinition] as const)
  const findings: Record<string, readonly TextFinding[]> = {}
  for (const [id, { definition }] of some) {
    const found = [...(admitted.findings?.[id] ?? []), ...(await slices.finish(scanRelayed(definition)))]
    if (found.length > 0) findings[id] = found.slice(0, maxFindings)
  }
  return {
    capabilities,
    refused: refused.slice(0, 100),
    findings,
    relays: new Map(some.map(([id, tool]) => [id, relayedOf(tool, options)])),
    toolOf: new Map(some.map(([id, { name }]) => [id, name])),
    leftOut,
  }
}

const relayedOf = (
  { name, definition, digest }: ToolDefinition,
  { clientNameOf, attributes, serviceName }: ToolOfferOptions,
): RelayedTool => ({
  name: clientNameOf(name),
  definition,
  digest,
  ...(attributes && { service: serviceName }),
})

function manifestOf(
  id: string,
  { name, definition, digest }: ToolDefinition,
  { serverId, serviceName }: ToolOfferOptions,
): CapabilityManifest {
  const annotations = (typeof definition.annotations === 'object' && definition.annotations) || {}
  const { title = 'title' in annotations ? annotations.title : undefined, description } = definition
  const { type, risk } = proposalFor(name, annotations)
  return {
    id,
    version: toolVersion,
    type,
    name: cleanText(typeof title === 'string' && title.trim() !== '' ? title : name, 128) || id,
    description: typeof description === 'string' ? cleanText(description, 4_096) : '',
    provider: { id: cleanText(serverId, 128), name: cleanText(serviceName, 128) },
    parameters: definition.inputSchema as ObjectSchema,
    risk,
    tags: [...hintsIn(annotations), tagOfDigest(digest)],
  }
}

/** The claims of the annotations, for a person who compares versions. */
const hintsIn = (annotations: object): string[] =>
  ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'].flatMap((hint) => {
    const value = (annotations as JsonObject)[hint]
    return typeof value === 'boolean' ? [`${hint}:${value}`] : []
  })

const withoutSchema = (manifest: CapabilityManifest): CapabilityManifest => ({ ...manifest, parameters: anything })
