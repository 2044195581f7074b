/** Resources: `resources/*`, in both eras. */

import { asGatewayError, GatewayError } from '@contract/gateway-error.js'
import { ProtocolError, ProtocolErrorCode, type ReadResourceResult } from '@modelcontextprotocol/server'
import { clientCodeOf, errorText } from '../../../gateway/ports/model-responses.js'
import { quoted } from '../../../policy/text/model-text.js'
import { cleanText } from '../../../policy/text/untrusted-text.js'
import type { Library } from '../library.js'
import { invalidParameters } from '../protocol-errors.js'
import type { FollowingOptions } from '../resources/following.js'
import type { ResourceContext } from '../resources/reading.js'
import { maxWatched, type SessionWatch } from '../resources/session-watch.js'
import { followAtService } from '../service-library.js'

/** @throws ProtocolError when it does not exist or cannot be read */
export async function readResource(
  uri: string,
  library: Library,
  reader: ResourceContext,
): Promise<ReadResourceResult> {
  refuseUnlessAllowed(reader)
  const contents = await library.read(uri, reader).catch(refuse)
  if (!contents) throw notFound(uri)
  return { contents: [{ uri, ...contents }] }
}

/** @throws ProtocolError when it does not exist, the caller may not subscribe to it, or the limit is reached */
export function subscribeTo(
  uri: string,
  library: Library,
  watch: SessionWatch,
  options: FollowingOptions,
): Record<string, never> {
  refuseUnlessAllowed(options)
  const isOurs = library.writtenAs(uri) !== undefined
  const may = isOurs ? library.mayFollow(uri, options.caller, options.gateway) : 'yes'
  if (may === 'nothing-there') throw notFound(uri)
  if (may === 'no') refuse(new GatewayError('PERMISSION.DENIED'))
  const added = isOurs
    ? watch.add(uri, options)
    : watch.addAtService(uri, (notify) => followAtService(uri, options, notify))
  if (added === 'unknown') throw notFound(uri)
  if (added === 'too-many') {
    throw invalidParameters('SYSTEM.RATE_LIMITED', {
      message: `A session may subscribe to ${maxWatched} resources.`,
      suggestion: 'Unsubscribe from one first.',
    })
  }
  return {}
}

/** `uri` is the published protocol's member of this error. */
const notFound = (uri: string) =>
  invalidParameters(
    'PROTOCOL.INVALID_REQUEST',
    { message: `There is no resource ${quoted(uri)}.`, suggestion: 'List the resources again.' },
    { uri: cleanText(uri, 512) },
  )

/** A refusal or a failure in the game; -32603 is for our own errors. */
const notDone = -32_000

/** @throws ProtocolError when the owner has not allowed the program */
export function refuseUnlessAllowed({ gateway, caller }: Pick<ResourceContext, 'gateway' | 'caller'>): void {
  const refusal = gateway.refusalOf(caller)
  if (refusal) refuse(refusal)
}

/** Unlike a tool, a read has no error result: the protocol's error is used. */
function refuse(thrown: unknown): never {
  const error = asGatewayError(thrown)
  const { code, suggestion } = error
  const rpcCode = code === 'SYSTEM.INTERNAL_ERROR' ? ProtocolErrorCode.InternalError : notDone
  throw new ProtocolError(rpcCode, errorText(error, clientCodeOf(code)), {
    code: clientCodeOf(code),
    contractCode: code,
    message: error.message,
    suggestion,
  })
}
