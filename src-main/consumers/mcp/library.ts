/** Library: the prompts and resources that stand beside the tools. The handlers serve whatever library they are given. */
import type { Resource, ResourceTemplateType } from '@modelcontextprotocol/server'
import type { Caller } from '../../contract/call.js'
import type { Server } from '../../contract/server.js'
import type { Invoker } from '../../gateway/gateway.js'
import { prompts } from './prompts/catalogue.js'
import type { PromptTemplate } from './prompts/prompt.js'
import { addressOf, uriOf } from './resources/address.js'
import { resourcesOf, resourceTemplates } from './resources/listing.js'
import { type MayFollow, mayFollow } from './resources/may-follow.js'
import { type Contents, type Reader, read } from './resources/reading.js'

export interface Library {
  readonly prompts: readonly PromptTemplate[]
  readonly templates: readonly ResourceTemplateType[]
  /** Those that are few enough to list. */
  resourcesOf(servers: readonly Server[]): Resource[]
  /** The one way to write the address; undefined for the address of nothing. */
  writtenAs(uri: string): string | undefined
  /** Whether a caller may learn that what stands there has changed. */
  mayFollow(uri: string, caller: Caller, gateway: Invoker): MayFollow
  /**
   * @returns undefined when nothing stands there
   * @throws GatewayError when it cannot be read
   */
  read(uri: string, reader: Reader): Promise<Contents | undefined>
}

/** What Gatehouse offers. */
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
