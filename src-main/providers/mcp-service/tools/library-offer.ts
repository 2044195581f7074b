/**
 * Library offer: the prompts and resources of a service, and the capabilities through which they are read.
 *
 * Each read takes the one path of every call: rights, rate, panic and the trail hold for it. Lists are cached as they came.
 */
import { createHash } from 'node:crypto'
import type { Client } from '@modelcontextprotocol/client'
import type { JsonObject } from '../../../contract/call.js'
import { canonical } from '../../../contract/canonical-json.js'
import type { CapabilityManifest, ObjectSchema } from '../../../contract/generated/capability-manifest.js'
import { type RelayedLibrary, tagOfDigest } from '../../../contract/relayed.js'
import type { TextFinding } from '../../../contract/text-finding.js'
import { findingsInRelayed, mostFindings } from '../../../policy/text-scan.js'
import { cleanText } from '../../../policy/untrusted-text.js'
import type { Admit } from '../../../validation/admission.js'
import { type ListTerms, listAll } from '../connection/connection.js'
import type { ToolOffer } from './tool-offer.js'

/** Characters of one entry of a list. */
const longestEntry = 32_768

export interface SentLibrary {
  readonly prompts: readonly JsonObject[]
  readonly resources: readonly JsonObject[]
  readonly templates: readonly JsonObject[]
  readonly canComplete: boolean
}

export const noLibrary: SentLibrary = { prompts: [], resources: [], templates: [], canComplete: false }

/** A list that cannot be read is empty: the service may be useful without it. */
export async function readLibrary(client: Client, terms: ListTerms): Promise<SentLibrary> {
  const { prompts, resources, completions } = client.getServerCapabilities() ?? {}
  const list = async (method: string, member: string, key: string): Promise<readonly JsonObject[]> => {
    const entries: unknown[] = await listAll(client, method, member, terms).catch(() => [])
    return entries.filter((entry) => isEntry(entry, key))
  }
  return {
    prompts: prompts ? await list('prompts/list', 'prompts', 'name') : [],
    resources: resources ? await list('resources/list', 'resources', 'uri') : [],
    templates: resources ? await list('resources/templates/list', 'resourceTemplates', 'uriTemplate') : [],
    canComplete: completions !== undefined,
  }
}

const isEntry = (entry: unknown, key: string): entry is JsonObject =>
  typeof entry === 'object' &&
  entry !== null &&
  typeof (entry as JsonObject)[key] === 'string' &&
  JSON.stringify(entry).length <= longestEntry

/** What a capability asks of the service. */
export type LibraryMethod = 'prompts/get' | 'resources/read' | 'completion/complete'

export interface LibraryOffer {
  readonly manifests: readonly CapabilityManifest[]
  readonly methodOf: ReadonlyMap<string, LibraryMethod>
  readonly library: RelayedLibrary | undefined
}

export interface LibraryTerms {
  readonly serverId: string
  readonly serviceName: string
  readonly namespaceId: string
  /** What stands before the name of a prompt. */
  readonly prefix: string
  readonly isTaken: (id: string) => boolean
  /** Whether a prompt or a resource is offered at all, by the lists of the configuration. */
  readonly isWanted: (name: string) => boolean
}

const string = { type: 'string', maxLength: 8_192 } as const
const object = (required: string[], properties: Record<string, object>) =>
  ({ type: 'object', required, properties }) as unknown as ObjectSchema

const reads = {
  'resources/read': {
    words: 'resource.read',
    name: 'Read a resource',
    description: 'Reads a resource of the service by its address.',
    parameters: object(['uri'], { uri: string }),
  },
  'prompts/get': {
    words: 'prompt.get',
    name: 'Get a prompt',
    description: 'Gets a prompt of the service, filled in.',
    parameters: object(['name'], { name: string, arguments: { type: 'object' } }),
  },
  'completion/complete': {
    words: 'completion.get',
    name: 'Complete an argument',
    description: 'Completes an argument of a prompt or an address of the service.',
    parameters: object(['ref', 'argument'], {
      ref: { type: 'object' },
      argument: { type: 'object' },
      context: { type: 'object' },
    }),
  },
} as const

export function libraryOfferOf(sent: SentLibrary, terms: LibraryTerms): LibraryOffer {
  const wants = (entry: JsonObject) => terms.isWanted(String(entry.name ?? entry.uri ?? entry.uriTemplate))
  const prompts = sent.prompts.filter(wants)
  const resources = sent.resources.filter(wants)
  const templates = sent.templates.filter(wants)
  const { canComplete } = sent
  const digest = createHash('sha256').update(canonical({ prompts, resources, templates })).digest('hex').slice(0, 32)
  const hasPrompts = prompts.length > 0
  const hasResources = resources.length + templates.length > 0
  const wanted: LibraryMethod[] = [
    ...(hasResources ? ['resources/read' as const] : []),
    ...(hasPrompts ? ['prompts/get' as const] : []),
    ...(canComplete && (hasPrompts || hasResources) ? ['completion/complete' as const] : []),
  ]
  const ids = new Map(wanted.map((method) => [method, idOf(method, terms)]))
  const [readResource, getPrompt, complete] = (['resources/read', 'prompts/get', 'completion/complete'] as const).map(
    (method) => ids.get(method),
  )
  return {
    manifests: [...ids].map(([method, id]) => manifestOf(id, method, digest, terms)),
    methodOf: new Map([...ids].map(([method, id]) => [id, method])),
    library:
      ids.size === 0
        ? undefined
        : {
            ...{ prompts, resources, templates, digest },
            prefix: terms.prefix,
            ...(readResource !== undefined && { readResource }),
            ...(getPrompt !== undefined && { getPrompt }),
            ...(complete !== undefined && { complete }),
          },
  }
}

/** A tool may have the same words. */
function idOf(method: LibraryMethod, { namespaceId, isTaken }: LibraryTerms): string {
  const id = `ext.${namespaceId}.${reads[method].words}`
  return isTaken(id) ? `${id}.mcp` : id
}

function manifestOf(
  id: string,
  method: LibraryMethod,
  digest: string,
  { serverId, serviceName }: LibraryTerms,
): CapabilityManifest {
  const { name, description, parameters } = reads[method]
  return {
    id,
    version: '1.0.0',
    type: 'context',
    name,
    description,
    provider: { id: cleanText(serverId, 128), name: cleanText(serviceName, 128) },
    parameters,
    risk: { level: 'low', reason: 'It only reads.' },
    tags: [tagOfDigest(digest)],
  }
}

/** The tools of a service, and what its library adds to them. */
export async function withLibrary(
  offer: ToolOffer,
  sent: SentLibrary,
  terms: Omit<LibraryTerms, 'isTaken'>,
  admit: Admit,
): Promise<ToolOffer> {
  const isTaken = (id: string) => offer.relays.has(id)
  const { manifests, methodOf, library } = libraryOfferOf(sent, { ...terms, isTaken })
  if (!library) return offer
  const { capabilities } = await admit(manifests)
  const found = findingsInLibrary(library)
  const findings = found.length > 0 ? Object.fromEntries(capabilities.map(({ id }) => [id, found])) : {}
  return {
    ...{ ...offer, methodOf, library },
    capabilities: [...offer.capabilities, ...capabilities],
    findings: { ...offer.findings, ...findings },
  }
}

/** An address of a resource is a link, and no finding. */
function findingsInLibrary({ prompts, resources, templates }: RelayedLibrary): readonly TextFinding[] {
  const isAddress = ({ kind, path }: TextFinding) => kind === 'link' && (path === '/uri' || path === '/uriTemplate')
  const found: TextFinding[] = []
  for (const entry of [...prompts, ...resources, ...templates]) {
    found.push(...findingsInRelayed(entry).filter((one) => !isAddress(one)))
    if (found.length >= mostFindings) break
  }
  return found.slice(0, mostFindings)
}
