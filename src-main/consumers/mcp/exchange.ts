/**
 * Exchange: what one request of a client says besides its parameters, and what can be told to the client meanwhile.
 *
 * What a client says of itself is shown, never trusted.
 */
import { CLIENT_INFO_META_KEY, type Server, type ServerContext } from '@modelcontextprotocol/server'
import type { Caller, JsonObject } from '../../contract/call.js'
import type { CallBack } from '../../contract/call-back.js'
import type { AuthenticatedClient, Clock } from '../../gateway/ports.js'
import { type Claim, callerOf } from '../../http/authenticated-client.js'
import { plainName, untrusted } from '../../policy/untrusted-text.js'
import { capabilitiesOf, metaOf, notifierOf, sessionCallBack } from './client-call-back.js'
import type { Round } from './tasks/call-in-rounds.js'
import type { CallsAwaitingInput } from './tasks/calls-awaiting-input.js'
import { declaresTasks } from './tasks/declares-tasks.js'
import type { TaskList } from './tasks/task-list.js'

export interface Exchange {
  readonly caller: Caller
  /** Aborts when the client cancels, and when it hangs up: then nobody would hear the answer. */
  readonly signal: AbortSignal
  /** Of the door, where it is known: for the link to what an error means. */
  readonly origin?: string
  /** Tells a client that asked for progress that the request is alive, at once and every five seconds; returns the end of it. */
  reportProgress(message: string): () => void
  /** What the client says that it can do. */
  readonly capabilities?: JsonObject
  /** Of revision 2026-07-28: this request may be one of several of a call. */
  readonly round?: Round
  /** Of a session: the way back to its client. */
  readonly sessionCallBack?: CallBack
}

/** Calls of modern clients that go on between their requests. */
export interface ModernCalls {
  readonly tasks: TaskList
  readonly awaiting: CallsAwaitingInput
}

/** Milliseconds between two signs of life. */
const progressEveryMs = 5_000

/** Who asks over a session, or with one request. */
export interface Asker {
  /** Whose key came with the request. */
  readonly authenticated: AuthenticatedClient
  /** Of the door where a session began; the request names it where there is none. */
  readonly origin?: string | undefined
}

export function exchangeOf(
  server: Server,
  context: ServerContext,
  clock: Clock,
  asker: Asker,
  modern?: ModernCalls,
): Exchange {
  const { authenticated, origin = originOf(context) } = asker
  const caller = callerOf(authenticated, claimOf(server, context))
  const signal = signalOf(context)
  return {
    caller,
    signal,
    capabilities: capabilitiesOf(server, context),
    ...(modern
      ? { round: roundOf(caller, signal, context, modern) }
      : { sessionCallBack: sessionCallBack(server, context) }),
    ...(origin && { origin }),
    reportProgress: (message) => reportProgress(message, context, clock),
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

function signalOf({ mcpReq, http }: ServerContext): AbortSignal {
  return http?.req ? AbortSignal.any([mcpReq.signal, http.req.signal]) : mcpReq.signal
}

/** The door has compared the `Host` header with its own names. */
function originOf({ http }: ServerContext): string | undefined {
  const host = http?.req?.headers.get('host')
  return host ? `http://${host}` : undefined
}

function claimOf(server: Server, { mcpReq, sessionId }: ServerContext): Claim {
  const envelope = mcpReq.envelope as Readonly<Record<string, unknown>> | undefined
  const info: object = (envelope?.[CLIENT_INFO_META_KEY] as object | undefined) ?? server.getClientVersion() ?? {}
  return { says: nameOf(info), otherwise: 'An MCP client', sessionId }
}

/** What a client says of itself in the object that introduces it; undefined when it says nothing. */
export const saidBy = (info: unknown): string | undefined =>
  typeof info === 'object' && info !== null ? nameOf(info) : undefined

/** Of what a session began with: it is cleaned once, not with each of its requests. */
const cleaned = new WeakMap<object, string | undefined>()

function nameOf(info: object): string | undefined {
  if (!cleaned.has(info)) cleaned.set(info, textOf(info, 'title') ?? textOf(info, 'name'))
  return cleaned.get(info)
}

const textOf = (value: object, name: string): string | undefined => {
  const text = untrusted((value as Record<string, unknown>)[name])
  return plainName(text) || undefined
}

function reportProgress(message: string, { mcpReq }: ServerContext, clock: Clock): () => void {
  const progressToken = mcpReq._meta?.progressToken
  if (progressToken === undefined) return () => {}
  let progress = 0
  let stop = () => {}
  const tell = (): void => {
    progress += 1
    void mcpReq
      .notify({ method: 'notifications/progress', params: { progressToken, progress, message } })
      .catch(() => {})
    stop = clock.after(progressEveryMs, tell)
  }
  tell()
  return () => stop()
}
