/** Known servers: those of the settings, those handed over and not taken in yet, and those only the running program has. */

import type { ServerState } from '../../contract/server.js'
import { placeIdOf } from '../../contract/server-place.js'
import type { AgentServer } from '../../contract/settings.js'
import { type HandedOver, handedOver } from '../../storage/command-queue.js'
import { readSettings } from '../../storage/settings-store.js'
import { compiled, createContractAjv } from '../../validation/ajv.js'
import { UsageError } from '../verb.js'
import { askRunningGateway, type LiveServer, type Running } from './running-gateway.js'

export interface KnownServer {
  readonly id: string
  readonly name: string
  readonly address?: string
  /** SHA-256 fingerprint of the certificate that a person trusted. */
  readonly certificate?: string
  /** `running`: it is in no settings, and gone when the program ends. */
  readonly origin: 'settings' | 'handed-over' | 'running'
  /** Absent where it is not known: nothing runs, or it was not taken in yet. */
  readonly state?: ServerState
  readonly software?: string
  /** How many of its capabilities wait until a person accepts them in the window. */
  readonly unaccepted?: number
  /** Orders about it that wait. */
  readonly waiting: readonly HandedOver[]
}

export interface Known {
  readonly servers: readonly KnownServer[]
  readonly running: Running
}

/** @throws UsageError when the settings cannot be read */
export async function knownServers(profile: string): Promise<Known> {
  const settings = readSettings(profile, compiled(createContractAjv(), 'config-v1.json'))
  if (!settings) throw new UsageError(`Cannot read the settings of ${profile}. Start Gatehouse to repair them.`)
  const running = await askRunningGateway(profile)
  const live = running.kind === 'running' ? running.servers : []
  return { servers: merged(settings.servers, handedOver(profile), live), running }
}

/** @param waiting the oldest first */
export function merged(
  settings: readonly AgentServer[],
  waiting: readonly HandedOver[],
  live: readonly LiveServer[],
): KnownServer[] {
  const servers = new Map<string, KnownServer>()
  for (const { id, name, state, software, waiting: unaccepted } of live) {
    const known = { state, ...(software && { software }), ...(unaccepted > 0 && { unaccepted }) }
    servers.set(id, { id, name, origin: 'running', ...known, waiting: [] })
  }
  for (const { id, name, address, certificate } of settings) {
    const pinned = certificate && { certificate }
    servers.set(id, { ...servers.get(id), id, name, address, ...pinned, origin: 'settings', waiting: [] })
  }
  for (const one of waiting) {
    const { order } = one
    const id = order.kind === 'add' ? placeIdOf(order.address) : order.id
    const before = servers.get(id)
    if (order.kind === 'add') {
      const { name, address } = order
      servers.set(id, {
        ...(before ?? { id, origin: 'handed-over' }),
        name,
        address,
        waiting: [...(before?.waiting ?? []), one],
      })
    } else if (before) servers.set(id, { ...before, waiting: [...before.waiting, one] })
  }
  return [...servers.values()]
}

/** The one server that a person means by its name, id or address; undefined when there is none. @throws UsageError when there are several */
export function meant(servers: readonly KnownServer[], text: string): KnownServer | undefined {
  const exact = servers.find(({ id, address }) => id === text || address === text)
  const named = servers.filter(({ name }) => name === text)
  if (exact || named.length < 2) return exact ?? named[0]
  throw new UsageError(`Several servers have the name "${text}". Use the id (${named.map(({ id }) => id).join(', ')}).`)
}

export const unknownServer = (text: string, servers: readonly KnownServer[]): UsageError => {
  const names = servers.map(({ name, id }) => (name === id ? id : `"${name}" (${id})`))
  return new UsageError(
    `No server "${text}". ${names.length > 0 ? `Known servers: ${names.join(', ')}.` : 'Add one with: gatehouse servers add NAME ws://HOST:PORT'}`,
  )
}
