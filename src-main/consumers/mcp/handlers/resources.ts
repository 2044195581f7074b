/** Resources: what `resources/*` answers, in both eras. */
import {
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceNotFoundError,
} from '@modelcontextprotocol/server'
import { asGatewayError } from '../../../contract/gateway-error.js'
import { cleanText } from '../../../policy/untrusted-text.js'
import { errorText } from '../game-data.js'
import { addressOf } from '../resources/address.js'
import type { FollowingOptions } from '../resources/following.js'
import { type Reader, read } from '../resources/reading.js'
import { mostWatched, type SessionWatch } from '../resources/session-watch.js'
import { clientCodeOf } from '../results.js'

/** @throws ProtocolError when there is nothing, or it cannot be read */
export async function readResource(uri: string, reader: Reader): Promise<ReadResourceResult> {
  const address = addressOf(uri)
  const contents = address && (await read(address, reader).catch(refuse))
  if (!contents) throw notFound(uri)
  return { contents: [{ uri, ...contents }] }
}

/** @throws ProtocolError when there is no such address, or there are too many already */
export function subscribeTo(uri: string, watch: SessionWatch, options: FollowingOptions): Record<string, never> {
  const added = watch.add(uri, options)
  if (added === 'unknown') throw notFound(uri)
  if (added === 'too-many') {
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `A session may subscribe to ${mostWatched} resources. Unsubscribe from one first.`,
    )
  }
  return {}
}

const notFound = (uri: string) => new ResourceNotFoundError(cleanText(uri, 512))

/** A read has no result for what went wrong, as a tool has: it says so in the protocol's error. */
function refuse(thrown: unknown): never {
  const error = asGatewayError(thrown)
  const { code, suggestion } = error
  throw new ProtocolError(ProtocolErrorCode.InternalError, errorText(error, clientCodeOf(code)), {
    code: clientCodeOf(code),
    contractCode: code,
    suggestion,
  })
}
