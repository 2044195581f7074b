/**
 * Exchange: a request's metadata, and messages to its client while it runs.
 *
 * A client's introduction is shown, never trusted.
 */

import type { Caller, JsonObject } from '@contract/call.js'
import type { ClientChannel } from '@contract/client-channel.js'
import { type TraceContext, traceContextIn } from '@contract/trace-context.js'
import {
  CLIENT_INFO_META_KEY,
  type ProgressNotificationParams,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { hasOwnKey } from '@shared/clients/client.js'
import { ClientGone } from '../../gateway/ports/cancellation.js'
import type { AuthenticatedClient } from '../../gateway/ports/client-access.js'
import type { Clock } from '../../gateway/ports/runtime.js'
import { type ClientClaim, callerOf } from '../../network/http/authenticated-client.js'
import type { ClientWait } from '../../network/http/client-wait.js'
import { plainName, untrusted } from '../../policy/text/untrusted-text.js'
import { capabilitiesOf, metaOf, notifierOf, sessionCallBack } from './client-call-back.js'
import { cancelReason } from './json-rpc.js'
import type { ModernSession } from './modern-requests.js'
import { ProgressReport } from './progress-report.js'
import { type ResultReader, readerOf } from './result-form.js'
import type { Round } from './tasks/call-in-rounds.js'
import type { CallsAwaitingInput } from './tasks/calls-awaiting-input.js'
import { declaresTasks } from './tasks/declares-tasks.js'
import type { TaskList } from './tasks/task-list.js'

export interface McpExchange extends ClientWait, ResultReader {
  readonly caller: Caller
  /** Aborts when the client cancels or disconnects. */
  readonly signal: AbortSignal
  readonly traceContext?: TraceContext
  /** Undefined when the client did not ask for progress. */
  progressReport(): ProgressReport | undefined
  /** The client's declared capabilities. */
  readonly capabilities?: JsonObject
  /** Of revision 2026-07-28: this request may be one of several of a call. */
  readonly round?: Round
  /** Of a session: sends requests to its client. */
  readonly sessionCallBack?: ClientChannel
}

/** Calls of modern clients that continue between their requests. */
export interface ModernCalls {
  readonly tasks: TaskList
  readonly awaiting: CallsAwaitingInput
}

/** The caller, of a session or of one request. */
export interface ExchangeClient extends ClientWait, ModernSession {
  /** The client of the request's key. */
  readonly authenticated: AuthenticatedClient
  /** Origin of the listener where a session started; used where the request has none. */
  readonly origin?: string | undefined
}

export function exchangeOf(
  server: Server,
  context: ServerContext,
  clock: Clock,
  exchangeClient: ExchangeClient,
  modern?: ModernCalls,
): McpExchange {
  const { authenticated, maxWaitMs, origin = originOf(context) } = exchangeClient
  const info = introductionOf(server, context)
  // A key of its own says more than the session of a bridge: the client is the same when it starts again.
  const sessionId = context.sessionId ?? (hasOwnKey(authenticated.client.id) ? undefined : exchangeClient.sessionId)
  const claim: ClientClaim = { says: nameOf(info), otherwise: 'An MCP client', sessionId }
  const caller = callerOf(authenticated, claim)
  const signal = signalOf(context, exchangeClient.cancelled)
  const traceContext = traceContextIn(context.mcpReq._meta)
  return {
    caller,
    signal,
    capabilities: capabilitiesOf(server, context),
    ...(modern
      ? { round: roundOf(caller, signal, context, modern) }
      : { sessionCallBack: sessionCallBack(server, context) }),
    ...(origin && { origin }),
    ...(traceContext && { traceContext }),
    ...(maxWaitMs !== undefined && { maxWaitMs }),
    ...readerOf(info),
    progressReport: () => progressReport(context, clock),
  }
}

function roundOf(caller: Caller, signal: AbortSignal, context: ServerContext, { tasks, awaiting }: ModernCalls): Round {
  const { inputResponses, requestState } = context.mcpReq
  const mayBeTask = declaresTasks(context) && tasks.hasRoomFor(caller)
  return {
    caller,
    signal,
    notify: notifierOf(context),
    meta: metaOf(context),
    inputResponses,
    requestState: requestState<string>(),
    awaiting,
    ...(mayBeTask && { tasks }),
  }
}

/** The first reason counts: a client that says why it leaves closes its connection after that. */
function signalOf({ mcpReq, http }: ServerContext, cancelled?: AbortSignal): AbortSignal {
  const cancelling = new AbortController()
  const onAbort = (signal: AbortSignal | undefined, reasonOf: () => unknown): void => {
    const cancel = (): void => cancelling.abort(reasonOf())
    if (signal?.aborted) cancel()
    else signal?.addEventListener('abort', cancel, { once: true })
  }
  onAbort(cancelled, () => cancelled?.reason)
  // The SDK aborts the request of a closed connection too, with a reason of its own.
  const connection = http?.req?.signal
  onAbort(connection, () => new ClientGone('disconnected'))
  onAbort(mcpReq.signal, () =>
    connection?.aborted ? new ClientGone('disconnected') : cancelReason(mcpReq.signal.reason),
  )
  return cancelling.signal
}

/** The listener has checked the `Host` header. Another computer cannot open the address. */
function originOf({ http }: ServerContext): string | undefined {
  const host = http?.req?.headers.get('host')
  return host && isLoopback(host) ? `http://${host}` : undefined
}

const isLoopback = (host: string): boolean => host.startsWith('127.0.0.1:') || host.startsWith('localhost:')

function introductionOf(server: Server, { mcpReq }: ServerContext): object {
  const envelope = mcpReq.envelope as Readonly<Record<string, unknown>> | undefined
  return (envelope?.[CLIENT_INFO_META_KEY] as object | undefined) ?? server.getClientVersion() ?? {}
}

/** The client's name from its introduction; undefined without one. */
export const clientNameIn = (info: unknown): string | undefined =>
  typeof info === 'object' && info !== null ? nameOf(info) : undefined

/** Cached per session: cleaned once, not for each request. */
const cleaned = new WeakMap<object, string | undefined>()

function nameOf(info: object): string | undefined {
  if (!cleaned.has(info)) cleaned.set(info, textOf(info, 'title') ?? textOf(info, 'name'))
  return cleaned.get(info)
}

const textOf = (value: object, name: string): string | undefined => {
  const text = untrusted((value as Record<string, unknown>)[name])
  return plainName(text) || undefined
}

function progressReport({ mcpReq }: ServerContext, clock: Clock): ProgressReport | undefined {
  const progressToken = mcpReq._meta?.progressToken
  if (progressToken === undefined) return undefined
  const send = (params: ProgressNotificationParams): void =>
    void mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {})
  return new ProgressReport(progressToken, send, clock)
}
