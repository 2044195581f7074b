/**
 * Relay: one request of a client, sent to a service as it is, with what the service asks and says meanwhile.
 *
 * Members of `_meta` pass; the progress token is the service's own, and progress is sent on under that of the client. A
 * service of revision 2026-07-28 is sent what the client of this call can do, and asks by `input_required` or in a task.
 */
import type { Client } from '@modelcontextprotocol/client'
import type { JsonObject } from '../../../contract/call.js'
import type { CallBack } from '../../../contract/call-back.js'
import type { ProviderRequest } from '../../../gateway/ports.js'
import { askedTooOften, mostRequests, type Root, requestOver } from './call-channels.js'
import { type Connected, longestCallMs, loose } from './connection.js'
import { taskIn } from './mended-tasks.js'
import { followTask, tasksExtension } from './upstream-task.js'

export interface RelayedRequest {
  readonly method: string
  readonly params: JsonObject
}

/** Requests of one call; a service that asks for ever is stopped. */
const mostRounds = 32

const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities'
const logLevelKey = 'io.modelcontextprotocol/logLevel'

/** @throws Error as the SDK does */
export async function relay(
  { client, channels, logLevel }: Pick<Connected, 'client' | 'channels' | 'logLevel'>,
  request: RelayedRequest,
  { callBack, sessionId, onAlive = () => {} }: Pick<ProviderRequest, 'callBack' | 'sessionId' | 'onAlive'>,
  signal: AbortSignal,
): Promise<JsonObject> {
  const closeChannel = channels.open(callBack, sessionId)
  const control: Control = { callBack, onAlive, signal, roots: channels.roots, logLevel: logLevel?.() ?? 'debug' }
  try {
    return client.getProtocolEra() === 'modern'
      ? await inRounds(client, request, control)
      : await send(client, request, metaFor(callBack), control)
  } finally {
    closeChannel()
  }
}

interface Control {
  readonly callBack: CallBack | undefined
  readonly onAlive: () => void
  readonly signal: AbortSignal
  /** Folders of the configuration, where the client has none. */
  readonly roots: readonly Root[]
  readonly logLevel: string
}

const metaFor = ({ meta }: Pick<CallBack, 'meta'> = {}): JsonObject => meta ?? {}

function send(
  client: Client,
  { method, params }: RelayedRequest,
  meta: JsonObject,
  { callBack, onAlive, signal }: Control,
): Promise<JsonObject> {
  return client.request(
    { method, params: { ...params, ...(Object.keys(meta).length > 0 && { _meta: meta }) } },
    loose,
    {
      signal,
      // How long it may be silent is for the gateway to say: it knows when a person is being asked.
      timeout: longestCallMs,
      allowInputRequired: true,
      onprogress(progress: object) {
        onAlive()
        callBack?.notify('notifications/progress', { ...progress })
      },
    },
  )
}

/** Sends the request again with the responses of the client, until there is a result. */
async function inRounds(client: Client, request: RelayedRequest, control: Control): Promise<JsonObject> {
  const { callBack, onAlive, roots, logLevel } = control
  const meta = {
    ...metaFor(callBack),
    [capabilitiesKey]: capabilitiesFor(callBack, request.method, roots),
    // What the client does not want is dropped on the way to it.
    ...(callBack && { [logLevelKey]: logLevel }),
  }
  let { params } = request
  let asked = 0
  for (let round = 0; round < mostRounds; round += 1) {
    const result = await send(client, { ...request, params }, meta, control)
    onAlive()
    const task = taskIn(result)
    if (task) return followTask(client, task, meta, control)
    if (result.resultType !== 'input_required') return result
    const { inputRequests, requestState } = result
    asked += Object.keys(inputRequests ?? {}).length
    if (asked > mostRequests) throw askedTooOften()
    const inputResponses = await responsesTo(inputRequests, callBack, roots)
    params = { ...request.params, inputResponses, ...(requestState !== undefined && { requestState }) }
  }
  throw askedTooOften()
}

/** What the client of this call can do; a service must not ask for more. */
const capabilitiesFor = (callBack: CallBack | undefined, method: string, own: readonly Root[]): JsonObject => {
  const { elicitation, sampling, roots } = callBack?.capabilities ?? {}
  return {
    ...(elicitation !== undefined && { elicitation }),
    ...(sampling !== undefined && { sampling }),
    ...(roots !== undefined ? { roots } : own.length > 0 && { roots: {} }),
    ...(callBack?.knowsTasks && method === 'tools/call' && { extensions: { [tasksExtension]: {} } }),
  }
}

async function responsesTo(
  requests: unknown,
  callBack: CallBack | undefined,
  roots: readonly Root[],
): Promise<JsonObject> {
  const all = Object.entries((requests ?? {}) as Record<string, { method?: unknown; params?: unknown }>)
  const responses = all.map(async ([key, { method, params }]) => {
    const response = await requestOver(callBack, String(method), (params ?? {}) as JsonObject, { key, roots })
    return [key, response] as const
  })
  return Object.fromEntries(await Promise.all(responses))
}
