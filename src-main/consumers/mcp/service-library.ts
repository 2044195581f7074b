/**
 * Service library: the prompts and resources of services, beside those of Gatehouse.
 *
 * A client sees only what it may read. Prompts have names like
 * tools (`relayed-tools.ts`). Of services with the same address, the first in the order of ids has it.
 */

import type { Caller, JsonObject } from '@contract/call.js'
import { isOfLibrary, type RelayedLibrary } from '@contract/relayed.js'
import {
  type CompleteResult,
  type GetPromptResult,
  type Prompt,
  ProtocolError,
  type ReadResourceResult,
  type Resource,
  type ResourceTemplateType,
} from '@modelcontextprotocol/server'
import { errorOf, isRefusal } from '../../gateway/ports/call-response.js'
import type { CallReport } from '../../gateway/ports/calls.js'
import { acceptedName } from '../../gateway/ports/client-name.js'
import type { Invoker } from '../../gateway/ports/invoker.js'
import { clientCodeOf, errorText } from '../../gateway/ports/model-responses.js'
import type { ServerLink } from '../../gateway/ports/provider.js'
import type { CapabilityOffer } from '../../gateway/ports/registry.js'
import { coversAddress } from '../../policy/services/resource-template.js'
import { addressAtService, addressForClients, isAppAddress, partForClients } from './apps.js'
import type { MetaContext } from './meta-tools/meta-tool.js'
import { relayedError } from './protocol-errors.js'
import { distinctNames } from './relayed-tools.js'
import { relayedBy } from './results.js'
import { runCall } from './run-call.js'
import type { RoundResult } from './tasks/call-in-rounds.js'

type OffersByCapability = ReadonlyMap<string, readonly CapabilityOffer[]>

interface LibraryEntry {
  readonly serverId: string
  readonly follow: ServerLink['follow']
  readonly library: RelayedLibrary
}

/** Libraries with at least one capability the client may use, without those it may not read. */
function librariesOf(capabilities: OffersByCapability): LibraryEntry[] {
  const entries = new Map<string, LibraryEntry>()
  for (const offers of capabilities.values()) {
    for (const { link, manifest } of offers) {
      const { library, server } = link
      const kind = library && kinds.find((one) => isOfLibrary(manifest, library, one))
      if (!kind) continue
      const known = entries.get(server.id)?.library ?? { ...library, ...nothingRead }
      const members = { resource: 'resources', template: 'templates', prompt: 'prompts' } as const
      const lists = kind === 'completion' ? {} : { [members[kind]]: library[members[kind]] }
      const ids = { ...known.ids, [kind]: manifest.id }
      const { follow } = link
      entries.set(server.id, { serverId: server.id, follow, library: { ...known, ...lists, ids } })
    }
  }
  return [...entries.values()].sort((one, other) => (one.serverId < other.serverId ? -1 : 1))
}

const kinds = ['resource', 'template', 'prompt', 'completion'] as const
const nothingRead = { prompts: [], resources: [], templates: [], ids: {} } as const

/**
 * Services' definitions, under the names of this list.
 *
 * @param all capabilities of the registry, where `capabilities` is only a client's part
 */
export function promptsOfServices(
  capabilities: OffersByCapability,
  all: OffersByCapability,
  taken: ReadonlySet<string>,
): Prompt[] {
  return [...promptNames(capabilities, all, taken)].map(
    ([name, { prompt }]) => ({ ...prompt, name }) as unknown as Prompt,
  )
}

interface ServicePrompt {
  readonly entry: LibraryEntry
  readonly prompt: JsonObject
}

/** The names are the same for every client, whatever part of the prompts it sees. */
function promptNames(
  capabilities: OffersByCapability,
  all: OffersByCapability,
  taken: ReadonlySet<string>,
): ReadonlyMap<string, ServicePrompt> {
  const wanted = new Map<string, string>()
  for (const [key, { entry, prompt }] of promptsIn(all)) {
    wanted.set(key, acceptedName(`${entry.library.prefix}${prompt.name}`))
  }
  const names = distinctNames(wanted, (name) => taken.has(name))
  return new Map([...promptsIn(capabilities)].map(([key, found]) => [names.get(key) ?? key, found]))
}

const promptsIn = (capabilities: OffersByCapability): ReadonlyMap<string, ServicePrompt> =>
  new Map(
    librariesOf(capabilities).flatMap((entry) =>
      entry.library.prompts.map((prompt) => [`${entry.serverId} ${prompt.name}`, { entry, prompt }] as const),
    ),
  )

/** @param withApps whether the client shows Apps; other clients can read their pages but are not offered them */
export const resourcesOfServices = (capabilities: OffersByCapability, withApps = false): Resource[] =>
  firstOf(capabilities, 'resources', 'uri').filter(({ uri }) => withApps || !isAppAddress(uri)) as unknown as Resource[]

export const templatesOfServices = (capabilities: OffersByCapability, withApps = false): ResourceTemplateType[] =>
  firstOf(capabilities, 'templates', 'uriTemplate').filter(
    ({ uriTemplate }) => withApps || !isAppAddress(uriTemplate),
  ) as unknown as ResourceTemplateType[]

function firstOf(capabilities: OffersByCapability, list: 'resources' | 'templates', key: string): JsonObject[] {
  const found = new Map<unknown, JsonObject>()
  for (const { serverId, library } of librariesOf(capabilities)) {
    for (const one of library[list]) {
      const address = addressForClients(serverId, String(one[key]))
      if (!found.has(address)) found.set(address, address === one[key] ? one : { ...one, [key]: address })
    }
  }
  return [...found.values()]
}

/** Undefined when no service has such a prompt. */
export function getServicePrompt(
  name: string,
  given: Readonly<Record<string, string>> | undefined,
  taken: ReadonlySet<string>,
  context: MetaContext,
): Promise<RoundResult<GetPromptResult>> | undefined {
  const { gateway, caller } = context
  const all = gateway.registry.capabilities()
  const found = promptNames(gateway.capabilitiesFor(caller), all, taken).get(name)
  const { prompt: getPrompt } = found?.entry.library.ids ?? {}
  if (!found || getPrompt === undefined) return undefined
  const request = { name: found.prompt.name, ...(given && { arguments: given }) }
  const sent = read<GetPromptResult>(getPrompt, found.entry, request, context)
  return sent.then((result) => promptForClients(result, found.entry.serverId))
}

/** A prompt with the addresses of Apps that the client knows. */
function promptForClients(result: RoundResult<GetPromptResult>, serverId: string): RoundResult<GetPromptResult> {
  if (!('messages' in result) || !Array.isArray(result.messages)) return result
  const messages = (result as GetPromptResult).messages.map((one) => ({
    ...one,
    content: partForClients(serverId, one.content),
  }))
  return { ...result, messages } as GetPromptResult
}

/** Undefined when no service can have such a resource. */
export function readServiceResource(
  uri: string,
  context: MetaContext,
): Promise<RoundResult<ReadResourceResult>> | undefined {
  const found = entryFor(uri, context.gateway.capabilitiesFor(context.caller))
  if (found?.capabilityId === undefined) return undefined
  const sent = read<ReadResourceResult>(found.capabilityId, found, { uri: found.uri }, context)
  return isAppAddress(uri) ? sent.then((result) => forClients(result, found.serverId)) : sent
}

/** The contents of a page under the addresses that the client knows. */
function forClients(result: RoundResult<ReadResourceResult>, serverId: string): RoundResult<ReadResourceResult> {
  if (!('contents' in result) || !Array.isArray(result.contents)) return result
  const contents = (result as ReadResourceResult).contents.map((one) => ({
    ...one,
    uri: addressForClients(serverId, String(one.uri)),
  }))
  return { ...result, contents } as ReadResourceResult
}

/** The readable service that can have a resource, and how to read it. */
function entryFor(
  uri: string,
  capabilities: OffersByCapability,
): (LibraryEntry & { readonly capabilityId: string | undefined; readonly uri: string }) | undefined {
  const libraries = librariesOf(capabilities).flatMap((entry) => {
    const atService = addressAtService(entry.serverId, uri)
    return atService === undefined ? [] : [{ ...entry, uri: atService }]
  })
  const listed = libraries.find(({ library, uri: own }) => library.resources.some((one) => one.uri === own))
  if (listed) return { ...listed, capabilityId: listed.library.ids.resource }
  const made = libraries.find(({ library, uri: own }) =>
    library.templates.some(({ uriTemplate }) => coversAddress(String(uriTemplate), own)),
  )
  return made && { ...made, capabilityId: made.library.ids.template }
}

/** Whether a client may subscribe to a resource of a service: if it may read it. */
export const mayFollowAtService = (
  uri: string,
  { gateway, caller }: Pick<MetaContext, 'gateway' | 'caller'>,
): boolean => !gateway.refusalOf(caller) && entryFor(uri, gateway.capabilitiesFor(caller))?.follow !== undefined

/**
 * Subscribes to a resource of a service, and calls back while one of the callers may read it.
 *
 * @param callers the subscribers; default: the one of the context
 * @returns the function that ends it; undefined when no service can have it
 */
export function followAtService(
  uri: string,
  { gateway, caller }: Pick<MetaContext, 'gateway' | 'caller'>,
  follower: (uri: string) => void,
  callers: () => readonly Caller[] = () => [caller],
): (() => void) | undefined {
  const entry = entryFor(uri, gateway.capabilitiesFor(caller))
  return entry?.follow?.(entry.uri, (changed) => {
    const mayRead = (one: Caller) =>
      !gateway.refusalOf(one) && entryFor(uri, gateway.capabilitiesFor(one))?.serverId === entry.serverId
    if (callers().some(mayRead)) follower(addressForClients(entry.serverId, changed))
  })
}

/** Called when a service's prompts or resources change. */
export function onDidChangeServiceLists({ registry }: Pick<Invoker, 'registry'>, listener: () => void): () => void {
  const listed = () =>
    librariesOf(registry.capabilities())
      .map(({ serverId, library: { ids, digests, prefix } }) =>
        [
          serverId,
          JSON.stringify(prefix),
          ...kinds.map((kind) => ids[kind] !== undefined && `${ids[kind]} ${digests[kind]}`),
        ].join(' '),
      )
      .join('\n')
  let before = listed()
  return registry.onDidChangeCapabilities(() => {
    const now = listed()
    if (now === before) return
    before = now
    listener()
  })
}

type CompletionParams = Readonly<Record<string, unknown>> & {
  readonly ref: { readonly type: string; readonly name?: string; readonly uri?: string }
}

/** Undefined for an address of no service. */
export function completeAtService(
  { ref, argument, context: values }: CompletionParams,
  taken: ReadonlySet<string>,
  context: MetaContext,
): Promise<RoundResult<CompleteResult>> | undefined {
  const capabilities = context.gateway.capabilitiesFor(context.caller)
  const names = () => promptNames(capabilities, context.gateway.registry.capabilities(), taken)
  const prompt = ref.type === 'ref/prompt' ? names().get(String(ref.name)) : undefined
  const entry =
    prompt?.entry ??
    librariesOf(capabilities).find(({ serverId, library }) =>
      library.templates.some(({ uriTemplate }) => addressForClients(serverId, String(uriTemplate)) === ref.uri),
    )
  const { completion: complete } = entry?.library.ids ?? {}
  if (!entry || complete === undefined) return undefined
  const about = prompt
    ? { ...ref, name: prompt.prompt.name }
    : { ...ref, ...(ref.uri !== undefined && { uri: addressAtService(entry.serverId, ref.uri) }) }
  return read(complete, entry, { ref: about, argument, ...(values !== undefined && { context: values }) }, context)
}

const read = <Result extends object>(
  capabilityId: string,
  { serverId }: LibraryEntry,
  given: JsonObject,
  context: MetaContext,
): Promise<RoundResult<Result>> =>
  runCall<Result>({ capabilityId, server: serverId, arguments: given }, (report) => sentIn(report) as Result, {
    ...context,
    // Only tools run as tasks.
    ...(context.round && { round: { ...context.round, tasks: undefined } }),
  })

/** Refused or failed; a read has no error result. */
const notDone = -32_000

/** @throws ProtocolError with the service's error, or why it was not called */
function sentIn(report: CallReport): object {
  const sent = relayedBy(report)
  if (sent && 'result' in sent) return sent.result
  if (sent) throw relayedError(sent.error)
  const { outcome } = report
  if (!isRefusal(outcome)) throw new ProtocolError(notDone, 'The service sent nothing that can be shown.')
  const error = errorOf(outcome)
  const code = clientCodeOf(error.code)
  throw new ProtocolError(notDone, errorText(error, code), {
    code,
    contractCode: error.code,
    suggestion: error.suggestion,
  })
}
