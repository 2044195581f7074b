/** Library: the prompts and resources that stand beside the tools. The handlers serve whatever library they are given. */
import type { Resource, ResourceTemplateType } from '@modelcontextprotocol/server'
import type { Server } from '../../contract/server.js'
import { prompts } from './prompts/catalogue.js'
import type { PromptTemplate } from './prompts/prompt.js'
import { addressOf, uriOf } from './resources/address.js'
import { resourcesOf, resourceTemplates } from './resources/listing.js'
import { type Contents, type Reader, read } from './resources/reading.js'

export interface Library {
  readonly prompts: readonly PromptTemplate[]
  readonly templates: readonly ResourceTemplateType[]
  /** Those that are few enough to list. */
  resourcesOf(servers: readonly Server[]): Resource[]
  /** The one way to write the address; undefined for the address of nothing. */
  writtenAs(uri: string): string | undefined
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
  writtenAs(uri) {
    const address = addressOf(uri)
    return address && uriOf(address)
  },
  async read(uri, reader) {
    const address = addressOf(uri)
    return address && read(address, reader)
  },
}
