/** Library: prompts and resources. The handlers serve any library. */

import type { Caller } from '@contract/call.js'
import type { Resource, ResourceTemplateType } from '@modelcontextprotocol/server'
import type { Server } from '@shared/servers/server.js'
import type { Invoker } from '../../gateway/ports/invoker.js'
import { prompts } from './prompts/catalogue.js'
import type { PromptTemplate } from './prompts/prompt.js'
import { addressOf, uriOf } from './resources/address.js'
import { resourcesOf, resourceTemplates } from './resources/listing.js'
import { type MayFollow, mayFollow } from './resources/may-follow.js'
import { type ResourceContents, type ResourceContext, read } from './resources/reading.js'

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
