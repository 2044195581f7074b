/** Running gateway: what the program that has the profile says of its servers, over its discovery API. */
import { lookUpEndpoint } from '../../bridge/endpoint-lookup.js'
import type { GatewayEndpoint } from '../../contract/endpoint-file.js'
import type { ServerState } from '../../contract/server.js'

export interface LiveServer {
  readonly id: string
  readonly name: string
  readonly state: ServerState
  readonly software?: string
  /** How many of its capabilities wait until a person accepts them. */
  readonly waiting: number
}

export type Running =
  | { readonly kind: 'running'; readonly servers: readonly LiveServer[] }
  | { readonly kind: 'absent' }
  /** `why` is a sentence. */
  | { readonly kind: 'unknown'; readonly why: string }

/** Milliseconds that one page may take. */
const patienceMs = 5_000
const pageSize = 100
const mostPages = 20

export async function askRunningGateway(profile: string): Promise<Running> {
  const lookup = await lookUpEndpoint(profile)
  if (lookup.kind === 'absent') return { kind: 'absent' }
  if (lookup.kind === 'unsafe') return { kind: 'unknown', why: `The file ${lookup.path} ${lookup.why}.` }
  try {
    return { kind: 'running', servers: await liveServers(lookup.gateway) }
  } catch (error) {
    return {
      kind: 'unknown',
      why: `The running gateway does not answer (${error instanceof Error ? error.message : error}).`,
    }
  }
}

interface ServerPage {
  readonly data: { readonly items: readonly LiveServer[]; readonly hasNext: boolean }
}

async function liveServers({ endpoint, token }: GatewayEndpoint): Promise<LiveServer[]> {
  const found = new Map<string, LiveServer>()
  for (let page = 1; page <= mostPages; page++) {
    const response = await fetch(`${endpoint}/api/v1/servers?page=${page}&pageSize=${pageSize}`, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(patienceMs),
      redirect: 'error',
    })
    if (!response.ok) throw new Error(`HTTP ${response.status}`)
    const { data } = (await response.json()) as ServerPage
    for (const server of data.items) found.set(server.id, server)
    if (!data.hasNext) break
  }
  return [...found.values()]
}
