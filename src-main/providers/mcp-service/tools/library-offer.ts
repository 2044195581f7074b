/**
 * Library offer: the prompts and resources of a service, and the capabilities that read them.
 *
 * Each read uses the normal call path, so permissions, rate limits, panic mode and the audit trail apply. Lists are
 * cached unchanged.
 */
import { createHash } from 'node:crypto'
import type { JsonObject } from '@contract/call.js'
import type { CapabilityManifest, ObjectSchema } from '@contract/generated/capability-manifest.js'
import { canonical } from '@contract/json/canonical-json.js'
import { type RelayedLibrary, tagOfDigest } from '@contract/relayed.js'
import type { Client } from '@modelcontextprotocol/client'
import type { TextFinding } from '@shared/servers/text-finding.js'
import { Slices } from '@shared/turns.js'
import { maxFindings, scanRelayed } from '../../../policy/text/text-scan.js'
import { cleanText } from '../../../policy/text/untrusted-text.js'
import type { Admit } from '../../../validation/admission.js'
import { type ListOptions, listAll } from '../connection/list-all.js'
import { type LibraryRead, proposalForAddresses, type ReadableLibrary } from './library-reads.js'
import type { Proposal } from './proposal.js'
import type { ToolOffer } from './tool-offer.js'

/** Maximum characters of one list entry. */
const maxEntryLength = 32_768

export interface SentLibrary {
  readonly prompts: readonly JsonObject[]
  readonly resources: readonly JsonObject[]
  readonly templates: readonly JsonObject[]
  readonly canComplete: boolean
}

export const noLibrary: SentLibrary = { prompts: [], resources: [], templates: [], canComplete: false }

type SentList = Exclude<keyof SentLibrary, 'canComplete'>

/**
 * A list that cannot be read stays as it was: the service may be useful without it.
 *
 * @param previous of the same session
 */
export async function readLibrary(
  client: Client,
  options: ListOptions,
  previous: SentLibrary = noLibrary,
): Promise<SentLibrary> {
  const { prompts, resources, completions } = client.getServerCapabilities() ?? {}
  const list = async (kind: SentList, method: string, member: string, key: string): Promise<readonly JsonObject[]> => {
    const entries: readonly unknown[] = await listAll(client, method, member, options).catch(() => {
      options.onFailed?.(method)
      return previous[kind]
    })
    return entries.filter((entry) => isEntry(entry, key))
  }
  return {
    prompts: prompts ? await list('prompts', 'prompts/list', 'prompts', 'name') : [],
    resources: resources ? await list('resources', 'resources/list', 'resources', 'uri') : [],
    templates: resources ? await list('templates', 'resources/templates/list', 'resourceTemplates', 'uriTemplate') : [],
    canComplete: completions !== undefined,
  }
}

const isEntry = (entry: unknown, key: string): entry is JsonObject =>
  typeof entry === 'object' &&
  entry !== null &&
  typeof (entry as JsonObject)[key] === 'string' &&
  JSON.stringify(entry).length <= maxEntryLength

export interface LibraryOffer {
  readonly manifests: readonly CapabilityManifest[]
  readonly readOf: ReadonlyMap<string, LibraryRead>
  readonly library: RelayedLibrary | undefined
  readonly readable: ReadableLibrary
}

export interface LibraryOfferOptions {
  readonly serverId: string
  readonly serviceName: string
  readonly namespaceId: string
  /** Prefix of a prompt's name. */
  readonly prefix: string
  readonly isTaken: (id: string) => boolean
  /** Whether the configuration's lists include prompts or resources at all. */
  readonly isWanted: (name: string) => boolean
  /** Whether the configuration's lists exclude a name or an address. */
  readonly isBarred: (name: string) => boolean
}

const string = { type: 'string', maxLength: 8_192 } as const
const object = (required: string[], properties: Record<string, object>) =>
  ({ type: 'object', required, properties }) as unknown as ObjectSchema

const address = object(['uri'], { uri: string })

const reads = {
  resource: {
    words: 'resource.read',
    name: 'Read a resource',
    description: 'Reads a resource that the service lists, by its address.',
    parameters: address,
  },
  template: {
    words: 'template.read',
    name: 'Read by a template',
    description: 'Reads a resource of the service at an address made from one of its templates.',
    parameters: address,
  },
  prompt: {
    words: 'prompt.get',
    name: 'Get a prompt',
    description: 'Gets a prompt of the service, filled in.',
    parameters: object(['name'], { name: string, arguments: { type: 'object' } }),
  },
  completion: {
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

const digestOf = (lists: JsonObject): string => createHash('sha256').update(canonical(lists)).digest('hex').slice(0, 32)

export function libraryOfferOf(sent: SentLibrary, options: LibraryOfferOptions): LibraryOffer {
  const wants = (entry: JsonObject) => options.isWanted(String(entry.name ?? entry.uri ?? entry.uriTemplate))
  const prompts = sent.prompts.filter(wants)
  const resources = sent.resources.filter((entry) => wants(entry) && !options.isBarred(String(entry.uri)))
  const templates = sent.templates.filter((entry) => wants(entry) && !options.isBarred(String(entry.uriTemplate)))
  const kept = new Set(resources.map(({ uri }) => uri))
  const leftOut = new Set(sent.resources.map(({ uri }) => uri).filter((uri) => !kept.has(uri)))
  const isBarred = (uri: string) => leftOut.has(uri) || options.isBarred(uri)
  // Kinds are independent: a changed one waits for acceptance alone.
  const all: Readonly<Record<LibraryRead, readonly JsonObject[]>> = {
    resource: resources,
    template: templates,
    prompt: prompts,
    completion: sent.canComplete ? [...prompts, ...templates] : [],
  }
  const offered = (Object.keys(reads) as LibraryRead[]).filter((read) => all[read].length > 0)
  const digests = Object.fromEntries(offered.map((read) => [read, digestOf({ [read]: all[read] })]))
  const ids = Object.fromEntries(offered.map((read) => [read, idOf(read, options)]))
  const proposalOf = (read: LibraryRead): Proposal =>
    read === 'template'
      ? proposalForAddresses(
          templates.map(({ uriTemplate }) => String(uriTemplate)),
          true,
        )
      : proposalForAddresses(read === 'resource' ? resources.map(({ uri }) => String(uri)) : [], false)
  return {
    manifests: offered.map((read) =>
      manifestOf(ids[read] as string, read, digests[read] as string, proposalOf(read), options),
    ),
    readOf: new Map(offered.map((read) => [ids[read] as string, read])),
    library: offered.length === 0 ? undefined : { prompts, resources, templates, prefix: options.prefix, ids, digests },
    readable: { prompts, resources, templates, isBarred },
  }
}

/** Avoids a collision with a tool of the same words. */
function idOf(read: LibraryRead, { namespaceId, isTaken }: LibraryOfferOptions): string {
  const id = `ext.${namespaceId}.${reads[read].words}`
  return isTaken(id) ? `${id}.mcp` : id
}

function manifestOf(
  id: string,
  read: LibraryRead,
  digest: string,
  proposal: Proposal,
  { serverId, serviceName }: LibraryOfferOptions,
): CapabilityManifest {
  const { name, description, parameters } = reads[read]
  return {
    id,
    name,
    description,
    parameters,
    ...proposal,
    version: '1.0.0',
    provider: { id: cleanText(serverId, 128), name: cleanText(serviceName, 128) },
    tags: [tagOfDigest(digest)],
  }
}

/** Combines the tools of a service with its library. */
export async function withLibrary(
  offer: ToolOffer,
  sent: SentLibrary,
  options: Omit<LibraryOfferOptions, 'isTaken'>,
  admit: Admit,
): Promise<ToolOffer> {
  const isTaken = (id: string) => offer.relays.has(id)
  const { manifests, readOf, library, readable } = libraryOfferOf(sent, { ...options, isTaken })
  if (!library) return offer
  const { capabilities } = await admit(manifests)
  const found: (readonly [string, readonly TextFinding[]])[] = []
  for (const { id } of capabilities) {
    const findings = await findingsInEntries(entriesOf(readOf.get(id), readable))
    if (findings.length > 0) found.push([id, findings])
  }
  return {
    ...offer,
    readOf,
    readable,
    library,
    capabilities: [...offer.capabilities, ...capabilities],
    findings: { ...offer.findings, ...Object.fromEntries(found) },
  }
}

function entriesOf(read: LibraryRead | undefined, { prompts, resources, templates }: ReadableLibrary) {
  if (read === 'resource') return resources
  if (read === 'template') return templates
  return read === 'prompt' ? prompts : [...prompts, ...templates]
}

/** The address of a resource is a link, so it is no finding. */
async function findingsInEntries(entries: readonly JsonObject[]): Promise<readonly TextFinding[]> {
  const isAddress = ({ kind, path }: TextFinding) => kind === 'link' && (path === '/uri' || path === '/uriTemplate')
  const found: TextFinding[] = []
  const slices = new Slices()
  for (const entry of entries) {
    found.push(...(await slices.finish(scanRelayed(entry))).filter((one) => !isAddress(one)))
    if (found.length >= maxFindings) break
  }
  return found.slice(0, maxFindings)
}
