/**
 * Tool offer: the tools of a service as capabilities that the gateway takes, and as what MCP clients are shown.
 *
 * Guards invariant 4: the manifest names the digest of the whole definition, so that whatever changes in it waits for the
 * owner. A schema that cannot be used here refuses no tool: its arguments are then checked by the service alone.
 */
import type { JsonObject } from '../../../contract/call.js'
import type { CapabilityManifest, ObjectSchema } from '../../../contract/generated/capability-manifest.js'
import { type RelayedLibrary, type RelayedTool, tagOfDigest } from '../../../contract/relayed.js'
import type { RefusedCapability } from '../../../contract/server.js'
import type { TextFinding } from '../../../contract/text-finding.js'
import { mostFindings } from '../../../policy/text-scan.js'
import { cleanText } from '../../../policy/untrusted-text.js'
import type { Admit } from '../../../validation/admission.js'
import { capabilityIdsOf } from './capability-id.js'
import { type ReadDefinition, readDefinition, type ToolDefinition } from './definition.js'
import type { LibraryRead, ReadableLibrary } from './library-reads.js'
import { proposalFor } from './proposal.js'
import { WorkSlices } from './work-slices.js'

/** Tools of one service; the rest is refused by name. */
export const mostTools = 500

const toolVersion = '1.0.0'
const anything: ObjectSchema = { type: 'object' }

export interface OfferTerms {
  readonly serverId: string
  /** As a person calls it. */
  readonly serviceName: string
  readonly namespaceId: string
  /** Whether a tool is offered at all, by the lists of the configuration. */
  readonly isWanted: (toolName: string) => boolean
  /** What MCP clients call a tool. */
  readonly clientNameOf: (toolName: string) => string
  /** Whether descriptions say whose words they are. */
  readonly attributes: boolean
  /** Takes room in the list of all tools; called for all in one turn. */
  readonly takeRoom?: (bytes: number) => boolean
}

export interface ToolOffer {
  readonly capabilities: readonly CapabilityManifest[]
  readonly refused: readonly RefusedCapability[]
  readonly findings: Readonly<Record<string, readonly TextFinding[]>>
  readonly relays: ReadonlyMap<string, RelayedTool>
  /** Capability id → name of the tool at the service. */
  readonly toolOf: ReadonlyMap<string, string>
  /** Names of tools for which there was no room. */
  readonly leftOut: readonly string[]
  /** Capability id → what it reads of the prompts and resources. */
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

/** @param sent what the service listed, as it came */
export async function offerOf(sent: readonly unknown[], terms: OfferTerms, admit: Admit): Promise<ToolOffer> {
  const refused: RefusedCapability[] = []
  const refuse = (name: string, reason: string) => void refused.push({ id: cleanText(name, 128), reason })
  const tools = new Map<string, ToolDefinition>()
  const leftOut: string[] = []
  const slices = new WorkSlices()
  const all: (readonly [ReadDefinition, number])[] = []
  for (const one of sent) {
    const read = readDefinition(one)
    all.push([read, read.ok ? Buffer.byteLength(JSON.stringify(read.tool.definition)) + 1 : 0])
    await slices.rest()
  }
  // From here on without a pause, so that services that list at the same time share the room.
  for (const [read, size] of all) {
    if (!read.ok) refuse(read.name, read.reason)
    else if (!terms.isWanted(read.tool.name)) continue
    else if (tools.has(read.tool.name)) refuse(read.tool.name, 'it is offered twice')
    else if (tools.size >= mostTools) refuse(read.tool.name, `a service may offer ${mostTools} tools at most`)
    else {
      if (terms.takeRoom?.(size) === false) {
        leftOut.push(read.tool.name)
        refuse(read.tool.name, 'the list of tools would be larger than the configuration allows')
      } else tools.set(read.tool.name, read.tool)
    }
  }
  const ids = capabilityIdsOf(terms.namespaceId, [...tools.keys()])
  const byId = new Map([...tools].map(([name, tool]) => [ids.get(name) as string, tool]))
  const manifests = [...byId].map(([id, tool]) => manifestOf(id, tool, terms))
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
    const found = [...(admitted.findings?.[id] ?? []), ...(await slices.findings(definition))]
    if (found.length > 0) findings[id] = found.slice(0, mostFindings)
  }
  return {
    capabilities,
    refused: refused.slice(0, 100),
    findings,
    relays: new Map(some.map(([id, tool]) => [id, relayedOf(tool, terms)])),
    toolOf: new Map(some.map(([id, { name }]) => [id, name])),
    leftOut,
  }
}

const relayedOf = (
  { name, definition, digest }: ToolDefinition,
  { clientNameOf, attributes, serviceName }: OfferTerms,
): RelayedTool => ({
  name: clientNameOf(name),
  definition,
  digest,
  ...(attributes && { service: serviceName }),
})

function manifestOf(
  id: string,
  { name, definition, digest }: ToolDefinition,
  { serverId, serviceName }: OfferTerms,
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

/** What the annotations claim, where a person compares what changed. */
const hintsIn = (annotations: object): string[] =>
  ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'].flatMap((hint) => {
    const value = (annotations as JsonObject)[hint]
    return typeof value === 'boolean' ? [`${hint}:${value}`] : []
  })

const withoutSchema = (manifest: CapabilityManifest): CapabilityManifest => ({ ...manifest, parameters: anything })
