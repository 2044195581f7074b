/** Tools: `tools/list` and `tools/call`. See docs/protocol.md#mcp-results. */

import { GatewayError } from '@contract/gateway-error.js'
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import { type CallToolResult, ProtocolError, ProtocolErrorCode, type Tool } from '@modelcontextprotocol/server'
import type { CallRequest } from '../../../gateway/ports/calls.js'
import type { Invoker } from '../../../gateway/ports/invoker.js'
import type { CapabilityOffer } from '../../../gateway/ports/registry.js'
import type { Log } from '../../../gateway/ports/runtime.js'
import { chosenServer } from '../../../policy/rules/server-choice.js'
import { quoted } from '../../../policy/text/model-text.js'
import { cleanText } from '../../../policy/text/untrusted-text.js'
import { isForAppsOnly } from '../apps.js'
import { dryRunOf } from '../dry-run.js'
import { callMetaTool, metaTools } from '../meta-tools/index.js'
import type { MetaContext } from '../meta-tools/meta-tool.js'
import { isOfService } from '../relayed-tools.js'
import type { ResultReader } from '../result-form.js'
import { relayedResult, resultOf } from '../results.js'
import { runCall } from '../run-call.js'
import type { RoundResult } from '../tasks/call-in-rounds.js'
import type { ToolList } from '../tool-list.js'
import { toolNameOf } from '../tool-name.js'
import { type OffersByCapability, offersOf } from '../tools.js'

const ours = [...metaTools.values()]

/**
 * Lists our own tools first: clients with a limit drop the last ones.
 *
 * @param shown to the client
 * @param withApps whether the client shows Apps, which have tools of their own
 */
export function listTools(
  list: ToolList,
  gateway: Pick<Invoker, 'offersSuggestions'>,
  shown: OffersByCapability,
  reader: ResultReader = {},
  withApps = false,
): Tool[] {
  const own = ours.filter(({ isListed }) => isListed?.(gateway) ?? true).map(({ tool }) => tool)
  const tools = [...own, ...list.tools(shown)].filter((tool) => withApps || !isForAppsOnly(tool))
  return reader.textAlone ? tools.map(withoutOutputSchema) : tools
}

/** A tool with an output schema must return structured content. A service's tool returns its own. */
const withoutOutputSchema = (tool: Tool): Tool => {
  if (tool._meta?.capabilityId === undefined && !metaTools.has(tool.name)) return tool
  const { outputSchema: _ours, ...rest } = tool
  return rest
}

/** @throws ProtocolError when there is no such tool */
export async function callTool(
  name: string,
  given: Readonly<Record<string, unknown>> | undefined,
  context: MetaContext,
  log: Log,
): Promise<RoundResult<CallToolResult>> {
  const meta = metaTools.get(name)
  if (meta) return callMetaTool(meta, given ?? {}, context)
  const { gateway } = context
  const offers = offersFor(name, context)
  const [offer] = offers ?? []
  if (offer && isOfService(offer)) return callRelayed(offer, given ?? {}, context)
  if (offers && offer) return callCapability(offer.manifest, offers, given ?? {}, context)
  const waiting = idThatWaits(name, context)
  if (waiting === undefined) throw unknownTool(name, log)
  const { caller, signal } = context
  const report = await gateway.invoke({ capabilityId: waiting, arguments: given ?? {}, caller, signal })
  return resultOf(report, { id: waiting, name }, context)
}

/** The fast path for one tool of a world, when the client needs only the result; undefined for every other tool. */
export function callWorld(
  name: string,
  given: Readonly<Record<string, unknown>>,
  context: Pick<MetaContext, 'gateway' | 'caller' | 'maxWaitMs'> & ResultReader & Pick<CallRequest, 'signal'>,
): Promise<CallToolResult> | undefined {
  if (metaTools.has(name)) return undefined
  const offers = offersFor(name, context)
  const [offer] = offers ?? []
  if (!offers || !offer || isOfService(offer)) return undefined
  const { manifest } = offer
  const { caller, signal, gateway, maxWaitMs, mayGiveUpSilently = false } = context
  const call = async () => {
    const report = await gateway.invoke({
      ...requestOf(manifest, offers, given),
      ...(maxWaitMs !== undefined && { maxWaitMs }),
      caller,
      signal,
      mayGiveUpSilently,
    })
    return resultOf(report, manifest, context)
  }
  return call()
}

/** Also finds tools that are hidden from the client: the gateway refuses the call with a reason, and records it. */
function offersFor(name: string, { gateway, caller }: Pick<MetaContext, 'gateway' | 'caller'>) {
  const all = gateway.registry.capabilities()
  return offersOf(gateway.capabilitiesFor(caller), name, all) ?? offersOf(all, name)
}

function requestOf(
  manifest: CapabilityManifest,
  offers: readonly CapabilityOffer[],
  asked: Readonly<Record<string, unknown>>,
): Pick<CallRequest, 'capabilityId' | 'server' | 'arguments' | 'dryRun'> {
  const { dryRun, given } = dryRunOf(manifest, asked)
  return { capabilityId: manifest.id, ...chosenServer(given, manifest, offers), dryRun }
}

async function callCapability(
  manifest: CapabilityManifest,
  offers: readonly CapabilityOffer[],
  asked: Readonly<Record<string, unknown>>,
  context: MetaContext,
): Promise<RoundResult<CallToolResult>> {
  return runCall(requestOf(manifest, offers, asked), (report) => resultOf(report, manifest, context), context)
}

/** The schema of a service's tool is not changed. */
const callRelayed = (
  offer: CapabilityOffer,
  given: Readonly<Record<string, unknown>>,
  context: MetaContext,
): Promise<RoundResult<CallToolResult>> =>
  runCall(
    { capabilityId: offer.manifest.id, server: offer.link.server.id, arguments: given },
    (report) => relayedResult(report, offer, context),
    context,
  )

/** A capability that waits for acceptance is not listed; a call gets that as its error. */
const idThatWaits = (name: string, { gateway, caller }: MetaContext): string | undefined =>
  gateway
    .serversFor(caller)
    .flatMap(({ quarantined = [] }) => quarantined)
    .find(({ id }) => toolNameOf(id) === name)?.id

function unknownTool(name: string, log: Log): ProtocolError {
  const error = new GatewayError('PROTOCOL.CAPABILITY_NOT_FOUND', {
    message: `There is no tool ${quoted(name)}.`,
    suggestion:
      'List the tools again. If it is missing, call list_servers. The server may be offline, or the owner must accept the tool in the Gatehouse window.',
  })
  log.warn('an unknown tool was called', { tool: cleanText(name, 64) })
  const { code, suggestion } = error
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `${error.message} ${suggestion}`, {
    code,
    message: error.message,
    suggestion,
  })
}
