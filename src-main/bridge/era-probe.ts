/**
 * Era probe: clients detect the server's protocol era with `server/discover`, often in a bridge process of its own.
 *
 * It never waits for a gateway that is starting: a client that times out assumes the older era, or a broken server. A
 * test compares our response with the gateway's.
 */
import { instructions, modernCapabilities } from '@contract/instructions.js'
import { product } from '@contract/product.js'
import type { Message, RpcRequest } from './message.js'

export const probeMethod = 'server/discover'

export const isProbe = (message: Message): message is RpcRequest =>
  message.kind === 'request' && message.method === probeMethod

/** The gateway's response, with a TTL of zero so that clients query again. */
export const discoverResponse = (id: RpcRequest['id']): string =>
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
