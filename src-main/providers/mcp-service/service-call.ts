/** Service call: one call of a capability, made at the service and sized for whoever reads the result. */
import type { JsonObject } from '../../contract/call.js'
import type { GatewayError } from '../../contract/gateway-error.js'
import { serviceError } from '../../contract/service-error.js'
import type { Log, ProviderAnswer, ProviderRequest } from '../../gateway/ports.js'
import { type Connected, callFailure } from './connection/connection.js'
import { type RelayedRequest, relay } from './connection/relay.js'
import { toolFailure } from './service-failure.js'
import { sized } from './tools/result-size.js'
import type { ToolOffer } from './tools/tool-offer.js'

/** The service that is called, as it stands. */
export interface CalledService {
  readonly name: string
  readonly offer: ToolOffer
  readonly connected: Connected | undefined
  /** Bytes. */
  readonly largestResult: number | undefined
  readonly log: Log
  offline(): GatewayError
  /** Begins a new session in place of one that the server forgot. */
  reconnect(stale: Connected): Promise<void>
}

/** @throws GatewayError */
export async function callService(
  service: CalledService,
  request: ProviderRequest,
  signal: AbortSignal,
): Promise<ProviderAnswer> {
  const { offer, largestResult, log, name } = service
  const tool = offer.toolOf.get(request.capabilityId)
  const method = offer.methodOf?.get(request.capabilityId)
  const relayed =
    method === undefined
      ? { method: 'tools/call', params: { name: tool, arguments: request.arguments } }
      : { method, params: request.arguments }
  const sent = await requestOnce(service, relayed, request, signal)
  const { result, cutFrom } = sized(sent, largestResult)
  if (cutFrom !== undefined) {
    log.warn('a result was too large and was cut', {
      service: name,
      ...(tool !== undefined && { tool }),
      bytes: cutFrom,
      code: 3003,
    })
  }
  if (result.isError === true) throw toolFailure(result)
  return { data: result, relayed: { result } }
}

/** Whether the service has a tool or a list behind this capability. @throws GatewayError 3001 */
export function refuseUnknown(offer: ToolOffer, capabilityId: string): void {
  if (!offer.toolOf.has(capabilityId) && !offer.methodOf?.has(capabilityId)) throw serviceError(3001)
}

/** A session that the server forgot is begun again, once. */
async function requestOnce(
  service: CalledService,
  relayed: RelayedRequest,
  request: ProviderRequest,
  signal: AbortSignal,
): Promise<JsonObject> {
  const { connected } = service
  if (!connected) throw service.offline()
  try {
    return await relay(connected, relayed, request, signal)
  } catch (thrown) {
    if (!connected.isExpired?.(thrown)) throw callFailure(thrown, signal.aborted)
  }
  await service.reconnect(connected)
  const fresh = service.connected
  if (!fresh) throw service.offline()
  try {
    return await relay(fresh, relayed, request, signal)
  } catch (thrown) {
    throw callFailure(thrown, signal.aborted)
  }
}
