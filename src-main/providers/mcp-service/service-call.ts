/**
 * Service call: runs one capability call at the service and limits the result for its reader.
 *
 * Guards invariant 3: only the approved tool is called. If it changed since the approval, also during a new session,
 * the call is rejected.
 */
import type { JsonObject } from '@contract/call.js'
import { GatewayError } from '@contract/gateway-error.js'
import { digestTagOf } from '@contract/relayed.js'
import { serviceError } from '@contract/service-error.js'
import { nextTurn } from '@shared/turns.js'
import type { ProviderRequest, ProviderResponse } from '../../gateway/ports/provider.js'
import { type Connected, callFailure } from './connection/connection.js'
import { type RelayedRequest, relay } from './connection/relay.js'
import { toolFailure } from './service-failure.js'
import { mayRead, methodOfRead } from './tools/library-reads.js'
import { sized } from './tools/result-size.js'
import type { ToolOffer } from './tools/tool-offer.js'

/** The called service; its state may change between two reads. */
export interface ServiceCallContext {
  readonly offer: ToolOffer
  readonly connected: Connected | undefined
  /** Bytes. */
  readonly maxResultSize: number
  offline(): GatewayError
  /** Opens a new session to replace one that the server forgot. */
  reconnect(stale: Connected): Promise<void>
  /** @param bytes of the result */
  cut(tool: string | undefined, bytes: number): void
}

/** @param seen what it offered when the call was approved. @throws GatewayError */
export async function callService(
  service: ServiceCallContext,
  seen: ToolOffer,
  request: ProviderRequest,
  signal: AbortSignal,
): Promise<ProviderResponse> {
  const { capabilityId } = request
  refuseChanged(seen, service.offer, capabilityId)
  const tool = seen.toolOf.get(capabilityId)
  const read = seen.readOf?.get(capabilityId)
  if (read && !(seen.readable && mayRead(read, seen.readable, request.arguments))) {
    throw serviceError(3001, { message: 'The service has nothing with this name or address.' })
  }
  const method = read && methodOfRead[read]
  const relayed =
    method === undefined
      ? { method: 'tools/call', params: { name: tool, arguments: request.arguments } }
      : { method, params: request.arguments }
  const sent = await requestOnce(service, seen, relayed, request, signal)
  // A large result is measured in one turn and passed on in the next.
  await nextTurn()
  const mustBeWhole = method !== undefined || seen.relays.get(capabilityId)?.definition.outputSchema !== undefined
  const { result, cutFrom } = sized(sent, { most: service.maxResultSize, mustBeWhole })
  await nextTurn()
  if (cutFrom !== undefined) service.cut(tool ?? method, cutFrom)
  if (result.isError === true) throw toolFailure(result)
  return { data: result, relayed: { result } }
}

/** Opens a session that the server forgot again, once. */
async function requestOnce(
  service: ServiceCallContext,
  seen: ToolOffer,
  relayed: RelayedRequest,
  request: ProviderRequest,
  signal: AbortSignal,
): Promise<JsonObject> {
  const { connected } = service
  if (!connected) throw service.offline()
  try {
    return await relay(connected, relayed, request, signal)
  } catch (thrown) {
    if (!(await connected.isExpired?.(thrown))) throw callFailure(thrown, signal.aborted)
  }
  await service.reconnect(connected)
  const fresh = service.connected
  if (!fresh) throw service.offline()
  refuseChanged(seen, service.offer, request.capabilityId)
  try {
    return await relay(fresh, relayed, request, signal)
  } catch (thrown) {
    throw callFailure(thrown, signal.aborted)
  }
}

/** @throws GatewayError 3001 when the service no longer offers it, RISK.OPERATION_BLOCKED when it changed */
function refuseChanged(seen: ToolOffer, now: ToolOffer, capabilityId: string): void {
  if (!now.toolOf.has(capabilityId) && !now.readOf?.has(capabilityId)) throw serviceError(3001)
  if (definitionOf(seen, capabilityId) === definitionOf(now, capabilityId)) return
  throw new GatewayError('RISK.OPERATION_BLOCKED', {
    message: 'The service changed this tool after the call was approved. Nothing was done.',
    suggestion: 'The owner must accept the tool again. Then call it again.',
  })
}

const definitionOf = ({ capabilities }: ToolOffer, capabilityId: string): string | undefined =>
  digestTagOf(capabilities.find(({ id }) => id === capabilityId))
