/** Resources: what `resources/*` answers, in both eras. */
import {
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceNotFoundError,
} from '@modelcontextprotocol/server'
import { asGatewayError, GatewayError } from '../../../contract/gateway-error.js'
import { errorText } from '../../../gateway/model-answers.js'
import { cleanText } from '../../../policy/untrusted-text.js'
import type { Library } from '../library.js'
import type { FollowingOptions } from '../resources/following.js'
import type { Reader } from '../resources/reading.js'
import { mostWatched, type SessionWatch } from '../resources/session-watch.js'
import { clientCodeOf } from '../results.js'
import { followAtService } from '../service-library.js'

/** @throws ProtocolError when there is nothing, or it cannot be read */
export async function readResource(uri: string, library: Library, reader: Reader): Promise<ReadResourceResult> {
  const contents = await library.read(uri, reader).catch(refuse)
  if (!contents) throw notFound(uri)
  return { contents: [{ uri, ...contents }] }
}

/** @throws ProtocolError when nothing stands there, the caller may not follow it, or there are too many already */
export function subscribeTo(
  uri: string,
  library: Library,
  watch: SessionWatch,
  options: FollowingOptions,
): Record<string, never> {
  const isOurs = library.writtenAs(uri) !== undefined
  const may = isOurs ? library.mayFollow(uri, options.caller, options.gateway) : 'yes'
  if (may === 'nothing-there') throw notFound(uri)
  if (may === 'no') refuse(new GatewayError('PERMISSION.DENIED'))
  const added = isOurs
    ? watch.add(uri, options)
    : watch.addAtService(uri, (tell) => followAtService(uri, options, tell))
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

/** Refused, or it went wrong in the world; -32603 is for faults of ours. */
const notDone = -32_000

/** A read has no result for what went wrong, as a tool has: it says so in the protocol's error. */
function refuse(thrown: unknown): never {
  const error = asGatewayError(thrown)
  const { code, suggestion } = error
  const rpcCode = code === 'SYSTEM.INTERNAL_ERROR' ? ProtocolErrorCode.InternalError : notDone
  throw new ProtocolError(rpcCode, errorText(error, clientCodeOf(code)), {
    code: clientCodeOf(code),
    contractCode: code,
    suggestion,
  })
}
