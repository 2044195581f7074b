/** Known servers: from the settings, from queued commands, and from the running program. */

import { type AddedServer, nameOfServer } from '@shared/servers/added-server.js'
import { serverIdOfAddress } from '@shared/servers/address-id.js'
import type { ServerState } from '@shared/servers/server.js'
import { type QueuedResult, queuedResults } from '../../storage/command-queue.js'
import { readSettings } from '../../storage/settings-store.js'
import { compiled, createContractAjv } from '../../validation/ajv.js'
import { UsageError } from '../verb.js'
import { type GatewayStatus, type LiveServer, queryRunningGateway } from './running-gateway.js'

export interface CliServerRow {
  readonly id: string
  readonly name: string
  readonly address?: string
  /** SHA-256 fingerprint of the pinned certificate. */
  readonly certificate?: string
  /** `running`: not in the settings, exists until the program ends. */
  readonly origin: 'settings' | 'handed-over' | 'running'
  /** Absent when unknown: no program runs, or the command is still queued. */
  readonly state?: ServerState
  readonly software?: string
  /** Number of capabilities that wait for a person to accept them. */
  readonly unaccepted?: number
  /** Queued commands for it. */
  readonly waiting: readonly QueuedResult[]
}

export interface KnownServers {
  readonly servers: readonly CliServerRow[]
  readonly running: GatewayStatus
}

/** @throws UsageError when the settings cannot be read */
export async function knownServers(profile: string): Promise<KnownServers> {
  const settings = readSettings(profile, compiled(createContractAjv(), 'config-v1.json'))
  if (!settings) throw new UsageError(`Cannot read the settings of ${profile}. Start Gatehouse to repair them.`)
  const running = await queryRunningGateway(profile)
  const live = running.kind === 'running' ? running.servers : []
  return { servers: merged(settings.servers, queuedResults(profile), live), running }
}

/** @param waiting queued commands, oldest first */
export function merged(
  settings: readonly AddedServer[],
  waiting: readonly QueuedResult[],
  live: readonly LiveServer[],
): CliServerRow[] {
  const servers = new Map<string, CliServerRow>()
  for (const { id, name, state, software, waiting: unaccepted } of live) {
    const known = { state, ...(software && { software }), ...(unaccepted > 0 && { unaccepted }) }
    servers.set(id, { id, name, origin: 'running', ...known, waiting: [] })
  }
  for (const server of settings) {
    const { id, address, certificate } = server
    servers.set(id, {
      ...servers.get(id),
      id,
      name: nameOfServer(server),
      address,
      ...(certificate && { certificate }),
      origin: 'settings',
      waiting: [],
    })
  }
  for (const one of waiting) {
    const { order } = one
    const id = order.kind === 'add' ? serverIdOfAddress(order.server.address) : order.id
    const before = servers.get(id)
    if (order.kind === 'add') {
      const { server } = order
      servers.set(id, {
        ...(before ?? { id, origin: 'handed-over' }),
        name: nameOfServer(server),
        address: server.address,
        waiting: [...(before?.waiting ?? []), one],
      })
    } else if (before) servers.set(id, { ...before, waiting: [...before.waiting, one] })
  }
  return [...servers.values()]
}

/** The server with this name, id or address; undefined when there is none. @throws UsageError when there are several */
export function serverMatching(servers: readonly CliServerRow[], text: string): CliServerRow | undefined {
  const exact = servers.find(({ id, address }) => id === text || address === text)
  const named = servers.filter(({ name }) => name === text)
  if (exact || named.length < 2) return exact ?? named[0]
  throw new UsageError(`Several servers have the name "${text}". Use the id (${named.map(({ id }) => id).join(', ')}).`)
}

export const unknownServer = (text: string, servers: readonly CliServerRow[]): UsageError => {
  const names = servers.map(({ name, id }) => (name === id ? id : `"${name}" (${id})`))
  return new UsageError(
    `No server "${text}". ${names.length > 0 ? `Known servers: ${names.join(', ')}.` : 'Add one with: gatehouse servers add NAME ws://HOST:PORT'}`,
  )
}
