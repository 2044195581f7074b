/** Tools: what `tools/list` and `tools/call` answer. See docs/protocol.md#mcp-results. */
import { type CallToolResult, ProtocolError, ProtocolErrorCode, type Tool } from '@modelcontextprotocol/server'
import { GatewayError } from '../../../contract/gateway-error.js'
import type { CapabilityManifest } from '../../../contract/generated/capability-manifest.js'
import type { Invoker } from '../../../gateway/gateway.js'
import type { Log } from '../../../gateway/ports.js'
import type { Offer } from '../../../gateway/registry.js'
import { quoted } from '../../../policy/model-text.js'
import { chosenServer } from '../../../policy/server-choice.js'
import { cleanText } from '../../../policy/untrusted-text.js'
import { dryRunOf } from '../dry-run.js'
import { callMetaTool, metaTools } from '../meta-tools/index.js'
import type { MetaContext } from '../meta-tools/meta-tool.js'
import { isOfService } from '../relayed-tools.js'
import { relayedResult, resultOf } from '../results.js'
import { runCall } from '../run-call.js'
import type { RoundResult } from '../tasks/call-in-rounds.js'
import type { ToolList } from '../tool-list.js'
import { toolNameOf } from '../tool-name.js'
import { type Capabilities, offersOf } from '../tools.js'

const ours: readonly Tool[] = [...metaTools.values()].map(({ tool }) => tool)

/** Ours first: clients that take only so many drop the last. @param shown to the client */
export const listTools = (list: ToolList, shown: Capabilities): Tool[] => [...ours, ...list.tools(shown)]

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
  const all = gateway.registry.capabilities()
  // What is hidden from the client is found all the same: the gateway refuses it, says why, and records it.
  const offers = offersOf(gateway.capabilitiesFor(context.caller), name, all) ?? offersOf(all, name)
  const [offer] = offers ?? []
  if (offer && isOfService(offer)) return callRelayed(offer, given ?? {}, context)
  if (offers && offer) return callCapability(offer.manifest, offers, given ?? {}, context)
  const waiting = idThatWaits(name, gateway)
  if (waiting === undefined) throw unknownTool(name, log)
  const { caller, signal } = context
  const report = await gateway.invoke({ capabilityId: waiting, arguments: given ?? {}, caller, signal })
  return resultOf(report, { id: waiting, name })
}

async function callCapability(
  manifest: CapabilityManifest,
  offers: readonly Offer[],
  asked: Readonly<Record<string, unknown>>,
  context: MetaContext,
): Promise<RoundResult<CallToolResult>> {
  const { dryRun, given } = dryRunOf(manifest, asked)
  const request = { capabilityId: manifest.id, ...chosenServer(given, manifest, offers), dryRun }
  return runCall(request, (report) => resultOf(report, manifest, context.origin), context)
}

/** Nothing is added to what a tool of a service takes, nor taken out of it. */
const callRelayed = (
  { manifest, link, relayed }: Offer,
  given: Readonly<Record<string, unknown>>,
  context: MetaContext,
): Promise<RoundResult<CallToolResult>> =>
  runCall(
    { capabilityId: manifest.id, server: link.server.id, arguments: given },
    (report) => relayedResult(report, manifest, relayed, context.origin),
    context,
  )

/** What is new on a server is not listed; who calls it all the same is told that it waits. */
const idThatWaits = (name: string, { registry }: Invoker): string | undefined =>
  registry
    .servers()
    .flatMap(({ quarantined = [] }) => quarantined)
    .find(({ id }) => toolNameOf(id) === name)?.id

function unknownTool(name: string, log: Log): ProtocolError {
  const error = new GatewayError('PROTOCOL.CAPABILITY_NOT_FOUND', {
    message: `There is no tool ${quoted(name)}.`,
    suggestion:
      'List the tools again. If it is not there, list_servers tells whether a server is missing, or offers it and waits until the owner accepts it in the window of Gatehouse.',
  })
  log.warn('an unknown tool was called', { tool: cleanText(name, 64) })
  const { code, suggestion } = error
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `${error.message} ${suggestion}`, { code, suggestion })
}
