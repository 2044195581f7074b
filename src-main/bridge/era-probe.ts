/**
 * The era probe: clients ask with `server/discover`, before anything else and often in a copy of the bridge that lives
 * only for it, which era the server is of.
 *
 * Guards that it never waits for a gateway that is being started: a client that gave up would take us for one of the
 * older era, or for broken. A test holds our own answer against the gateway's.
 */
import { instructions, modernCapabilities } from '../contract/instructions.js'
import { product } from '../contract/product.js'
import type { Message, Request } from './message.js'

export const isProbe = (message: Message): message is Request =>
  message.kind === 'request' && message.method === 'server/discover'

/** What the gateway would answer; to be asked again, since only the gateway knows. */
export const discoverAnswer = (id: Request['id']): string =>
  JSON.stringify({
    jsonrpc: '2.0',
    id,
    result: {
      resultType: 'complete',
      supportedVersions: ['2026-07-28'],
      capabilities: modernCapabilities,
      instructions,
      ttlMs: 0,
      cacheScope: 'private',
      _meta: {
        'io.modelcontextprotocol/serverInfo': { name: product.id, title: product.name, version: product.version },
      },
    },
  })
