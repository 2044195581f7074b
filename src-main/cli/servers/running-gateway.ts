/** Running gateway: the servers of the running program, over its discovery API. */

import type { GatewayEndpoint } from '@contract/local/endpoint-file.js'
import type { ServerState } from '@shared/servers/server.js'
import { lookUpEndpoint } from '../../bridge/endpoint-lookup.js'

export interface LiveServer {
  readonly id: string
  readonly name: string
  readonly state: ServerState
  readonly software?: string
  /** Number of capabilities that wait for a person to accept them. */
  readonly waiting: number
}

export type GatewayStatus =
  | { readonly kind: 'running'; readonly servers: readonly LiveServer[] }
  | { readonly kind: 'absent' }
  /** `why` is a sentence. */
  | { readonly kind: 'unknown'; readonly why: string }

/** Timeout of one page, in milliseconds. */
const waitTimeoutMs = 5_000
const pageSize = 100
const maxPages = 20

export async function queryRunningGateway(profile: string): Promise<GatewayStatus> {
  const lookup = await lookUpEndpoint(profile)
  if (lookup.kind === 'absent') return { kind: 'absent' }
  if (lookup.kind === 'unsafe') return { kind: 'unknown', why: `The file ${lookup.path} ${lookup.why}.` }
  try {
    return { kind: 'running', servers: await liveServers(lookup.gateway) }
  } catch (error) {
    return {
      kind: 'unknown',
      why: `Gatehouse is running but does not respond (${error instanceof Error ? error.message : error}).`,
    }
  }
}

interface ServerPage {
  readonly data: { readonly items: readonly LiveServer[]; readonly hasNext: boolean }
}

async function liveServers({ endpoint, token }: GatewayEndpoint): Promise<LiveServer[]> {
  const found = new Map<string, LiveServer>()
  for (let page = 1; page <= maxPages; page++) {
    const response = await fetch(`${endpoint}/api/v1/servers?page=${page}&pageSize=${pageSize}`, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(waitTimeoutMs),
      redirect: 'error',
    })
    if (!response.ok) throw new Error(`HTTP ${response.status}`)
    const { data } = (await response.json()) as ServerPage
    for (const server of data.items) found.set(server.id, server)
    if (!data.hasNext) break
  }
  return [...found.values()]
}
