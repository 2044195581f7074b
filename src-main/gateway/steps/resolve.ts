/** Resolve: which server, which manifest. */
import { GatewayError } from '../../contract/gateway-error.js'
import { answers } from '../../contract/versions.js'
import { cleanText } from '../../policy/untrusted-text.js'
import { type Ended, end } from '../call-path.js'
import type { Offer } from '../registry.js'
import type { Gatehouse, Received, Resolved } from './call-stages.js'

export function resolve(call: Received, { registry }: Gatehouse): Resolved | Ended {
  const offers = callableFirst(registry.offersOf(call.capabilityId))
  if (offers.length === 0) {
    return fail('PROTOCOL.CAPABILITY_NOT_FOUND', { capabilityId: call.capabilityId })
  }
  const offer = call.server === undefined ? only(offers) : chosen(offers, call.server)
  if (!offer) {
    const servers = offers.map(({ link }) => link.server.name)
    return call.server === undefined
      ? end({
          kind: 'failed',
          error: new GatewayError('PROTOCOL.INVALID_REQUEST', {
            message: `Several servers offer this: say which one with the argument "server" (${servers.join(', ')}).`,
            details: { servers },
          }),
        })
      : end({
          kind: 'failed',
          error: new GatewayError('PROTOCOL.SERVER_NOT_FOUND', {
            message: `There is no server "${cleanText(call.server, 64)}" that offers this.`,
            suggestion: `Use one of: ${servers.join(', ')}.`,
            details: { servers },
          }),
        })
  }
  if (offer.manifest.type === 'event') return fail('PROTOCOL.UNSUPPORTED_TYPE', { capabilityId: call.capabilityId })
  if (call.version !== undefined && !answers(offer.manifest.version, call.version)) {
    return fail('PROTOCOL.VERSION_MISMATCH', { asked: call.version, offered: offer.manifest.version })
  }
  return { ...call, ...offer }
}

/** What one server calls an event does not stand in the way of the others. */
function callableFirst(offers: readonly Offer[]): readonly Offer[] {
  const callable = offers.filter(({ manifest }) => manifest.type !== 'event')
  return callable.length > 0 ? callable : offers
}

const only = (offers: readonly Offer[]): Offer | undefined => (offers.length === 1 ? offers[0] : undefined)

/** By id, or by a name that only one of those who offer it has. */
const chosen = (offers: readonly Offer[], server: string): Offer | undefined =>
  offers.find(({ link }) => link.server.id === server) ?? only(offers.filter(({ link }) => link.server.name === server))

const fail = (code: ConstructorParameters<typeof GatewayError>[0], details: Record<string, unknown>): Ended =>
  end({ kind: 'failed', error: new GatewayError(code, { details }) })
