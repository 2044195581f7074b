/**
 * Connection: one session with a service, through the client of the SDK.
 *
 * Lists and calls use untyped requests. Typed ones drop unknown members, fail a whole list for one invalid tool, and
 * discard results that break their schema.
 */

import type { JsonObject } from '@contract/call.js'
import { GatewayError } from '@contract/gateway-error.js'
import { product } from '@contract/product.js'
import { serviceError } from '@contract/service-error.js'
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
import type { ServiceConfig } from '@shared/servers/service.js'
import { cleanText } from '../../../policy/text/untrusted-text.js'
import type { ProcessExit } from '../process/service-process.js'
import { CallChannels, offeredToServices, type Root } from './call-channels.js'
import type { LogLevel } from './log-level.js'
import { droppedExcess, excessFailure } from './message-bounds.js'
import { repairTasks } from './repaired-tasks.js'

/** Accepts any result: it is passed on unchanged. */
export const anyResultSchema: StandardSchemaV1<unknown, JsonObject> = {
  '~standard': { version: 1, vendor: 'gatehouse', validate: (value) => ({ value: value as JsonObject }) },
}

/** The longest limit in milliseconds for the start of a service; the signal of a start ends it earlier. */
export const maxStartMs = 600_000
/** Maximum milliseconds of a call without progress, and in total. */
export const callMs = 300_000
export const maxCallMs = 3_600_000

export interface Connected {
  readonly client: Client
  /** Receives what the service sends during calls. */
  readonly channels: CallChannels
  /** Minimum level of log messages; not configured when undefined. */
  readonly logLevel?: () => LogLevel | undefined
  /** Folders of another configuration. @throws GatewayError 1003 */
  setRoots?(config: ServiceConfig): void
  /** How the program that was started for it ended; undefined while it runs, and where there is none. */
  exit?(): ProcessExit | undefined
  /** Closes the session and stops what was started for it. */
  close(): Promise<void>
  /** Whether the server has forgotten the session: a request that failed this way was not run. */
  isExpired?(thrown: unknown): Promise<boolean>
  /** Calls back when the session turns out to be forgotten outside a call. */
  onExpired?(listener: () => void): void
}

export interface ConnectionOptions {
  readonly transport: Transport
  readonly versionNegotiation?: VersionNegotiationOptions
  readonly prior?: ConnectOptions['prior']
  readonly signal: AbortSignal
  readonly roots?: readonly Root[]
  /** Receives log messages that belong to no call. */
  readonly onUnclaimed?: (params: JsonObject) => void
}

/** @throws Error as the SDK does; the transport is then closed */
export async function connect({
  transport,
  versionNegotiation,
  prior,
  signal,
  roots,
  onUnclaimed,
}: ConnectionOptions): Promise<Pick<Connected, 'client' | 'channels'>> {
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
  // The era probe does not support an abort signal.
  const giveUp = (): void => void transport.close().catch(() => {})
  signal.addEventListener('abort', giveUp, { once: true })
  try {
    await client.connect(transport, { timeout: maxStartMs, signal, ...(prior && { prior }) })
    repairTasks(transport)
    return { client, channels }
  } catch (thrown) {
    await transport.close().catch(() => {})
    throw thrown
  } finally {
    signal.removeEventListener('abort', giveUp)
  }
}

/** Whether a service declares this capability. */
export const offers = (client: Client, what: 'tools' | 'prompts' | 'resources'): boolean =>
  client.getServerCapabilities()?.[what] !== undefined

/** Resolves when a service responds, even with an error. @throws Error when it does not */
export async function checkResponding(client: Client, timeout: number, signal: AbortSignal): Promise<void> {
  // The newer era has no ping.
  const method = client.getProtocolEra() === 'modern' ? 'server/discover' : 'ping'
  try {
    await client.request({ method, params: {} }, anyResultSchema, { timeout, signal })
  } catch (thrown) {
    if (!(thrown instanceof ProtocolError)) throw thrown
  }
}

/** Converts an SDK error during a call to a failure that the caller can handle. */
export function callFailure(thrown: unknown, cancelled: boolean): GatewayError {
  if (thrown instanceof GatewayError) return thrown
  if (thrown instanceof ProtocolError) {
    const { code, message, data } = thrown
    const excess = droppedExcess(data)
    if (excess) return excessFailure(excess)
    return serviceError(3002, {
      message: cleanText(message, 512),
      hasProviderText: true,
      relayed: { error: { code, message, ...(data !== undefined && { data }) } },
    })
  }
  if (cancelled) return serviceError(3002, { message: 'The call was cancelled. It may have been done.' })
  if (thrown instanceof SdkError && thrown.code === SdkErrorCode.RequestTimeout) return serviceError(2003)
  if (
    thrown instanceof SdkError &&
    (thrown.code === SdkErrorCode.ConnectionClosed || thrown.code === SdkErrorCode.NotConnected)
  ) {
    return serviceError(2005, {
      message: 'The service stopped during the call. The action may have been done.',
    })
  }
  return serviceError(3002, {
    message: cleanText(thrown instanceof Error ? thrown.message : String(thrown), 512),
    hasProviderText: true,
  })
}
