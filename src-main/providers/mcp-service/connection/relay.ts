/**
 * Relay: forwards one request of a client to a service, and the service's requests and messages back.
 *
 * Members of `_meta` are forwarded. Progress uses the service's own token and is forwarded under the client's token. A
 * service of revision 2026-07-28 receives the capabilities of this call's client, and asks with `input_required` or in
 * a task.
 */

import type { JsonObject } from '@contract/call.js'
import type { ClientChannel } from '@contract/client-channel.js'
import { appsExtension } from '@contract/instructions.js'
import { isObject } from '@contract/json/json-object.js'
import type { Client } from '@modelcontextprotocol/client'
import type { ProviderRequest } from '../../../gateway/ports/provider.js'
import { maxRequests, type Root, requestOver, tooManyRequests } from './call-channels.js'
import { anyResultSchema, type Connected, maxCallMs } from './connection.js'
import { taskIn } from './repaired-tasks.js'
import { followTask, tasksExtension } from './upstream-task.js'

export interface RelayedRequest {
  readonly method: string
  readonly params: JsonObject
}

/** Maximum requests of one call, so that a service cannot send requests forever. */
const maxRounds = 32

const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities'
const logLevelKey = 'io.modelcontextprotocol/logLevel'

/** @throws Error as the SDK does */
export async function relay(
  { client, channels, logLevel }: Pick<Connected, 'client' | 'channels' | 'logLevel'>,
  request: RelayedRequest,
  { clientChannel, sessionId, onAlive = () => {} }: Pick<ProviderRequest, 'clientChannel' | 'sessionId' | 'onAlive'>,
  signal: AbortSignal,
): Promise<JsonObject> {
  const closeChannel = channels.open(clientChannel, sessionId)
  const control: RelayOptions = {
    clientChannel,
    onAlive,
    signal,
    roots: channels.roots,
    logLevel: logLevel?.() ?? 'debug',
  }
  try {
    return client.getProtocolEra() === 'modern'
      ? await inRounds(client, request, control)
      : await send(client, request, metaFor(clientChannel), control)
  } finally {
    closeChannel()
  }
}

interface RelayOptions {
  readonly clientChannel: ClientChannel | undefined
  readonly onAlive: () => void
  readonly signal: AbortSignal
  /** Folders of the configuration, when the client has none. */
  readonly roots: readonly Root[]
  readonly logLevel: string
}

const metaFor = ({ meta }: Pick<ClientChannel, 'meta'> = {}): JsonObject => meta ?? {}

function send(
  client: Client,
  { method, params }: RelayedRequest,
  meta: JsonObject,
  { clientChannel, onAlive, signal }: RelayOptions,
): Promise<JsonObject> {
  return client.request(
    { method, params: { ...params, ...(Object.keys(meta).length > 0 && { _meta: meta }) } },
    anyResultSchema,
    {
      signal,
      // The gateway decides about inactivity timeouts: it knows when a person must decide.
      timeout: maxCallMs,
      allowInputRequired: true,
      onprogress(progress: object) {
        onAlive()
        clientChannel?.notify('notifications/progress', { ...progress })
      },
    },
  )
}

/** Repeats the request with the client's responses until there is a result. */
async function inRounds(client: Client, request: RelayedRequest, control: RelayOptions): Promise<JsonObject> {
  const { clientChannel, onAlive, roots, logLevel } = control
  const meta = {
    ...metaFor(clientChannel),
    [capabilitiesKey]: capabilitiesFor(clientChannel, request.method, roots),
    // Messages that the client does not accept are dropped when they are sent.
    ...(clientChannel && { [logLevelKey]: logLevel }),
  }
  let { params } = request
  let asked = 0
  for (let round = 0; round < maxRounds; round += 1) {
    const result = await send(client, { ...request, params }, meta, control)
    onAlive()
    const task = taskIn(result)
    if (task) return followTask(client, task, meta, control)
    if (result.resultType !== 'input_required') return result
    const { inputRequests, requestState } = result
    asked += Object.keys(inputRequests ?? {}).length
    if (asked > maxRequests) throw tooManyRequests()
    const inputResponses = await responsesTo(inputRequests, clientChannel, roots)
    params = { ...request.params, inputResponses, ...(requestState !== undefined && { requestState }) }
  }
  throw tooManyRequests()
}

/** The capabilities of this call's client; a service must not use others. */
const capabilitiesFor = (
  clientChannel: ClientChannel | undefined,
  method: string,
  own: readonly Root[],
): JsonObject => {
  const { elicitation, sampling, roots, extensions: declared } = clientChannel?.capabilities ?? {}
  const extensions = {
    ...(isObject(declared) && isObject(declared[appsExtension]) && { [appsExtension]: declared[appsExtension] }),
    ...(clientChannel?.knowsTasks && method === 'tools/call' && { [tasksExtension]: {} }),
  }
  return {
    ...(elicitation !== undefined && { elicitation }),
    ...(sampling !== undefined && { sampling }),
    ...(roots !== undefined ? { roots } : own.length > 0 && { roots: {} }),
    ...(Object.keys(extensions).length > 0 && { extensions }),
  }
}

async function responsesTo(
  requests: unknown,
  clientChannel: ClientChannel | undefined,
  roots: readonly Root[],
): Promise<JsonObject> {
  const all = Object.entries((requests ?? {}) as Record<string, { method?: unknown; params?: unknown }>)
  const responses = all.map(async ([key, { method, params }]) => {
    const response = await requestOver(clientChannel, String(method), (params ?? {}) as JsonObject, { key, roots })
    return [key, response] as const
  })
  return Object.fromEntries(await Promise.all(responses))
}
