/**
 * Methods: the five methods of the legacy dialect. See docs/protocol.md#mcp-legacy-methods.
 *
 * Every call goes through the gateway; reading a resource never runs an action.
 */
import type { JsonObject } from '@contract/call.js'
import { type ErrorCode, errorCatalogue } from '@contract/error-catalogue.js'
import { GatewayError } from '@contract/gateway-error.js'
import { instructions } from '@contract/instructions.js'
import { isObject } from '@contract/json/json-object.js'
import { product } from '@contract/product.js'
import { errorOf, isRefusal } from '../../gateway/ports/call-response.js'
import type { CallReport, CallRequest } from '../../gateway/ports/calls.js'
import type { Invoker } from '../../gateway/ports/invoker.js'
import { chosenServer } from '../../policy/rules/server-choice.js'
import { quoted } from '../../policy/text/model-text.js'
import { isQuarantined } from '../../policy/trust/manifest-trust.js'
import {
  type CallableCapability,
  capabilityIdOf,
  resourcesOf,
  targetOfResource,
  targetOfTool,
  toolsOf,
} from './listing.js'
import { RpcFailure, rpcCodes } from './message.js'

/** Caller, abort signal, how long the client waits, and callback for a waiting approval. */
export type LegacyRequestContext = Pick<CallRequest, 'caller' | 'signal' | 'maxWaitMs' | 'onWaiting'>

/** Opens a session for a client with this introduction. */
export type OpenSession = (params: JsonObject) => string

type Method = (params: JsonObject, context: LegacyRequestContext, gateway: Invoker, openSession: OpenSession) => unknown

const methods: Readonly<Record<string, Method>> = {
  'mcp/initialize': (params, _asking, _gateway, openSession) => ({
    name: product.id,
    title: product.name,
    version: product.version,
    methods: Object.keys(methods),
    transports: ['stdio', 'http', 'sse'],
    instructions,
    sessionId: openSession(params),
  }),
  'mcp/listTools': (_params, { caller }, gateway) => toolsOf(gateway.capabilitiesFor(caller)),
  'mcp/listResources': (_params, { caller }, gateway) => resourcesOf(gateway.capabilitiesFor(caller)),
  'mcp/tool/execute': ({ toolId, inputs }, context, gateway) => {
    if (typeof toolId !== 'string') throw wrongParams('"toolId" must be a string.')
    if (!isObject(inputs)) throw wrongParams('"inputs" must be an object.')
    const target = found(targetOfTool, toolId, context, gateway)
    return target ? call(target, inputs, context, gateway) : unlisted(toolId, inputs, context, gateway)
  },
  'mcp/resource/read': ({ resourceId, query: given }, context, gateway) => {
    const query = given ?? {}
    if (typeof resourceId !== 'string') throw wrongParams('"resourceId" must be a string.')
    if (!isObject(query)) throw wrongParams('"query" must be an object.')
    const target = found(targetOfResource, resourceId, context, gateway)
    if (!target) throw missing('resource', resourceId)
    return call(target, query, context, gateway)
  },
}

/**
 * The result of a method.
 *
 * @throws RpcFailure when there is none
 */
export async function respondTo(
  { method, params }: { readonly method: string; readonly params: unknown },
  context: LegacyRequestContext,
  gateway: Invoker,
  openSession: OpenSession,
): Promise<unknown> {
  const answer = Object.hasOwn(methods, method) ? methods[method] : undefined
  if (!answer) throw unknownMethod(method)
  if (!isObject(params)) throw wrongParams('"params" must be an object.')
  return answer(params, context, gateway, openSession)
}

/** As listed for this caller. Hidden tools are found too, and refused by the gateway. */
const found = (
  targetOf: typeof targetOfTool,
  id: string,
  { caller }: LegacyRequestContext,
  gateway: Invoker,
): CallableCapability | undefined =>
  targetOf(gateway.capabilitiesFor(caller), id) ?? targetOf(gateway.registry.capabilities(), id)

const call = async (
  { manifest, offers }: CallableCapability,
  given: JsonObject,
  context: LegacyRequestContext,
  gateway: Invoker,
) => resultOf(await gateway.invoke({ capabilityId: manifest.id, ...chosenServer(given, manifest, offers), ...context }))

function resultOf({ outcome }: CallReport): JsonObject {
  if (outcome.kind === 'done') return outcome.data
  if (!isRefusal(outcome)) throw new Error('This dialect does not support dry runs.')
  const error = errorOf(outcome)
  throw new RpcFailure(rpcCodeOf(error.code), error)
}

/** A capability that waits for acceptance is not listed; the gateway refuses and records the call. */
async function unlisted(
  toolId: string,
  given: JsonObject,
  context: LegacyRequestContext,
  gateway: Invoker,
): Promise<JsonObject> {
  const capabilityId = capabilityIdOf(toolId)
  const waits = gateway.serversFor(context.caller).some((server) => isQuarantined(server, capabilityId))
  if (!waits) throw missing('tool', toolId)
  return resultOf(await gateway.invoke({ capabilityId, arguments: given, ...context }))
}

/** Invalid requests are invalid params; refusals and failures are not. */
function rpcCodeOf(code: ErrorCode): number {
  if (code === 'SYSTEM.INTERNAL_ERROR') return rpcCodes.internalError
  const isAskedWrongly = code.startsWith('PROTOCOL.') && [400, 404].includes(errorCatalogue[code].httpStatus)
  return isAskedWrongly ? rpcCodes.invalidParams : rpcCodes.notDone
}

const missing = (kind: 'tool' | 'resource', id: string): RpcFailure =>
  new RpcFailure(
    rpcCodes.invalidParams,
    new GatewayError('PROTOCOL.CAPABILITY_NOT_FOUND', {
      message: `There is no ${kind} ${quoted(id)}.`,
      suggestion: `List the ${kind}s again. If there are none, the owner must add a server or accept its actions in the Gatehouse window.`,
    }),
  )

const wrongParams = (message: string): RpcFailure =>
  new RpcFailure(
    rpcCodes.invalidParams,
    new GatewayError('PROTOCOL.SCHEMA_VALIDATION_FAILED', {
      message: `The parameters are not valid: ${message}`,
      suggestion: 'Correct them and send the request again.',
    }),
  )

const unknownMethod = (method: string): RpcFailure =>
  new RpcFailure(
    rpcCodes.methodNotFound,
    new GatewayError('PROTOCOL.INVALID_REQUEST', {
      message: `There is no method ${quoted(method)}.`,
      suggestion: `Use one of: ${Object.keys(methods).join(', ')}.`,
    }),
  )
