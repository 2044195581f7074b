/**
 * Connection: one session with a service, through the client of the SDK.
 *
 * Lists and calls go as plain requests: the typed ones drop members that they do not know, fail a whole list for one bad
 * tool, and lose results that break their schema.
 */
import {
  Client,
  type ConnectOptions,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  type StandardSchemaV1,
  type Transport,
  type VersionNegotiationOptions,
} from '@modelcontextprotocol/client'
import type { JsonObject } from '../../../contract/call.js'
import { GatewayError } from '../../../contract/gateway-error.js'
import { product } from '../../../contract/product.js'
import type { ServiceConfig } from '../../../contract/service.js'
import { serviceError } from '../../../contract/service-error.js'
import { cleanText } from '../../../policy/untrusted-text.js'
import { CallChannels, offeredToServices, type Root } from './call-channels.js'
import { mendTasks } from './mended-tasks.js'
import { droppedExcess, excessFailure } from './message-bounds.js'
import type { LogLevel } from './service-messages.js'

/** Anything is a result: it is handed on as it came. */
export const loose: StandardSchemaV1<unknown, JsonObject> = {
  '~standard': { version: 1, vendor: 'gatehouse', validate: (value) => ({ value: value as JsonObject }) },
}

/** Milliseconds from the start of a service to its tools. See docs/protocol.md#services-lifecycle. */
export const startMs = 30_000
/** Milliseconds without a sign of life that a call may take, and in all. */
export const callMs = 300_000
export const longestCallMs = 3_600_000
/** Pages of one list, and items and characters of JSON on all of them. */
const mostPages = 64
export const mostListed = { items: 2_000, characters: 16 * 1024 * 1024 }

export interface Connected {
  readonly client: Client
  /** What the service sends during calls. */
  readonly channels: CallChannels
  /** From which level on log messages are wanted; not configured when undefined. */
  readonly logLevel?: () => LogLevel | undefined
  /** The folders of another configuration. @throws GatewayError 1003 */
  setRoots?(config: ServiceConfig): void
  /** Ends the session and what was started for it. */
  close(): Promise<void>
  /** Whether the server has forgotten the session: a request that failed so was not done. */
  isExpired?(thrown: unknown): boolean
}

export interface ConnectTerms {
  readonly transport: Transport
  readonly versionNegotiation?: VersionNegotiationOptions
  readonly prior?: ConnectOptions['prior']
  readonly signal: AbortSignal
  readonly roots?: readonly Root[]
  /** Gets log messages that belong to no call. */
  readonly onUnclaimed?: (params: JsonObject) => void
}

/** @throws Error as the SDK does; the transport is closed then */
export async function connect({
  transport,
  versionNegotiation,
  prior,
  signal,
  roots,
  onUnclaimed,
}: ConnectTerms): Promise<Pick<Connected, 'client' | 'channels'>> {
  const client = new Client(
    { name: product.id, title: product.name, version: product.version },
    {
      capabilities: offeredToServices,
      inputRequired: { autoFulfill: false },
      ...(versionNegotiation && { versionNegotiation }),
    },
  )
  const channels = new CallChannels(roots, onUnclaimed)
  channels.attachTo(client)
  // The question for the era listens to no signal.
  const giveUp = (): void => void transport.close().catch(() => {})
  signal.addEventListener('abort', giveUp, { once: true })
  try {
    await client.connect(transport, { timeout: startMs, signal, ...(prior && { prior }) })
    mendTasks(transport)
    return { client, channels }
  } catch (thrown) {
    await transport.close().catch(() => {})
    throw thrown
  } finally {
    signal.removeEventListener('abort', giveUp)
  }
}

export interface ListTerms {
  readonly signal: AbortSignal
  /** The list is longer than what is taken of it. */
  readonly onCut?: (method: string) => void
}

/** Every item of a list, page by page; a service that never ends its list, or sends too much of it, is cut. */
export async function listAll(
  client: Pick<Client, 'request'>,
  method: string,
  member: string,
  { signal, onCut }: ListTerms,
): Promise<unknown[]> {
  const items: unknown[] = []
  const seen = new Set<string>()
  let characters = 0
  let cursor: string | undefined
  for (let page = 0; page < mostPages; page++) {
    const params = cursor === undefined ? {} : { cursor }
    const result = await client.request({ method, params }, loose, { signal, timeout: startMs })
    const some: unknown = result[member]
    for (const item of Array.isArray(some) ? (some as readonly unknown[]) : []) {
      characters += JSON.stringify(item).length
      if (items.length >= mostListed.items || characters > mostListed.characters) {
        onCut?.(method)
        return items
      }
      items.push(item)
    }
    const { nextCursor } = result
    if (typeof nextCursor !== 'string') return items
    if (seen.has(nextCursor)) break
    seen.add(nextCursor)
    cursor = nextCursor
  }
  onCut?.(method)
  return items
}

/** Whether a service says that it has this. */
export const offers = (client: Client, what: 'tools' | 'prompts' | 'resources'): boolean =>
  client.getServerCapabilities()?.[what] !== undefined

/** Resolves when a service answers at all; an error of its own is an answer. @throws Error when it does not */
export async function signOfLife(client: Client, timeout: number, signal: AbortSignal): Promise<void> {
  // The newer era has no ping.
  const method = client.getProtocolEra() === 'modern' ? 'server/discover' : 'ping'
  try {
    await client.request({ method, params: {} }, loose, { timeout, signal })
  } catch (thrown) {
    if (!(thrown instanceof ProtocolError)) throw thrown
  }
}

/** What the SDK threw during a call, as a failure that a caller can understand. */
export function callFailure(thrown: unknown, cancelled: boolean): GatewayError {
  if (thrown instanceof GatewayError) return thrown
  if (thrown instanceof ProtocolError) {
    const { code, message, data } = thrown
    const excess = droppedExcess(data)
    if (excess) return excessFailure(excess)
    return serviceError(3002, {
      message: cleanText(message, 512),
      theirs: true,
      relayed: { error: { code, message, ...(data !== undefined && { data }) } },
    })
  }
  if (cancelled) return serviceError(3002, { message: 'The call was cancelled. It may or may not have been done.' })
  if (thrown instanceof SdkError && thrown.code === SdkErrorCode.RequestTimeout) return serviceError(2003)
  if (
    thrown instanceof SdkError &&
    (thrown.code === SdkErrorCode.ConnectionClosed || thrown.code === SdkErrorCode.NotConnected)
  ) {
    return serviceError(2005, {
      message: 'The service ended during the call. It may or may not have done what was asked.',
    })
  }
  return serviceError(3002, {
    message: cleanText(thrown instanceof Error ? thrown.message : String(thrown), 512),
    theirs: true,
  })
}
