/** Library: prompts and resources. The handlers serve any library. */

import type { Caller } from '@contract/call.js'
import type { Resource, ResourceTemplateType } from '@modelcontextprotocol/server'
import type { Server } from '@shared/servers/server.js'
import type { Invoker } from '../../gateway/ports/invoker.js'
import { prompts } from './prompts/catalogue.js'
import type { PromptTemplate } from './prompts/prompt.js'
import { type Address, addressOf, uriOf } from './resources/address.js'
import { resourcesOf, resourceTemplates } from './resources/listing.js'
import { type ResourceContents, type ResourceContext, read, serverNamed } from './resources/reading.js'

export interface Library {
  readonly prompts: readonly PromptTemplate[]
  readonly templates: readonly ResourceTemplateType[]
  /** Those that are listed. */
  resourcesOf(servers: readonly Server[]): Resource[]
  /** The canonical URI; undefined for an unknown one. */
  writtenAs(uri: string): string | undefined
  /** Whether a caller may be notified of its changes. */
  mayFollow(uri: string, caller: Caller, gateway: Invoker): MayFollow
  /**
   * @returns undefined when it does not exist
   * @throws GatewayError when it cannot be read
   */
  read(uri: string, reader: ResourceContext): Promise<ResourceContents | undefined>
}

/** The library of Gatehouse itself. */
export const gatehouseLibrary: Library = {
  prompts,
  templates: resourceTemplates,
  resourcesOf,
  mayFollow,
  writtenAs(uri) {
    const address = addressOf(uri)
    return address && uriOf(address)
  },
  async read(uri, reader) {
    const address = addressOf(uri)
    return address && read(address, reader)
  },
}

type MayFollow = 'yes' | 'no' | 'nothing-there'

/** Capabilities of which at least one must be readable. */
const readBy: Readonly<Partial<Record<Address['kind'], readonly string[]>>> = {
  players: ['player.list'],
  player: ['player.info.get'],
  world: ['world.time.get', 'world.weather.get'],
}

/**
 * Whether a caller may be notified of changes of a resource.
 *
 * Enforces invariant 2: a notification reveals a change, so it needs the permission to read.
 */
function mayFollow(uri: string, caller: Caller, gateway: Invoker): MayFollow {
  const address = addressOf(uri)
  if (gateway.refusalOf(caller)) return 'no'
  if (!address) return 'nothing-there'
  if (address.kind === 'servers' || address.kind === 'capability') return 'yes'
  const server = serverNamed(address.server, gateway.registry.servers())
  if (!server) return 'nothing-there'
  if (address.kind === 'status') return 'yes'
  if (address.kind === 'events') return gateway.eventsFor(caller, server.id).open.length > 0 ? 'yes' : 'no'
  const shown = gateway.capabilitiesFor(caller)
  const isRead = (id: string) => shown.get(id)?.some(({ link }) => link.server.id === server.id)
  return readBy[address.kind]?.some(isRead) ? 'yes' : 'no'
}
