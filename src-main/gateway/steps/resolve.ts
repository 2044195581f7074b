/**
 * Resolve: which server, which manifest. Who may use only one of several servers need not name it.
 *
 * Guards invariant 4: what waits for a person's acceptance is not called.
 */
import { listedIdOf } from '../../contract/capability-aliases.js'
import type { Rights } from '../../contract/client.js'
import { GatewayError } from '../../contract/gateway-error.js'
import { isInternal } from '../../contract/namespaces.js'
import type { Server } from '../../contract/server.js'
import { answers } from '../../contract/versions.js'
import { waitsForAcceptance } from '../../policy/manifest-trust.js'
import { quoted } from '../../policy/model-text.js'
import { type Ended, end } from '../call-path.js'
import { orderedOffer } from '../ordered-offer.js'
import type { Offer } from '../registry.js'
import { judgeOffer } from '../rights.js'
import type { Gatehouse, Received, Resolved, Undoing } from './call-stages.js'

export function resolve(asked: Received, { registry, rightsOf }: Gatehouse): Resolved | Ended {
  if (asked.undoing) return resolveUndo(asked, asked.undoing, registry)
  if (asked.ordering) return resolveOrder(asked, registry)
  const isOffered = registry.offersOf(asked.capabilityId).length > 0
  const call = isOffered ? asked : { ...asked, capabilityId: listedIdOf(asked.capabilityId) }
  if (isInternal(call.capabilityId)) return fail('PROTOCOL.CAPABILITY_NOT_FOUND', { capabilityId: call.capabilityId })
  const offers = callableFirst(registry.offersOf(call.capabilityId))
  const offer =
    call.server === undefined
      ? (only(offers) ?? only(permitted(offers, rightsOf(call.caller))))
      : chosen(offers, call.server)
  const unlisted = offer ? undefined : waitingServer(call, offers, registry)
  if (unlisted) return waits(unlisted, call.capabilityId)
  if (offers.length === 0) {
    return fail('PROTOCOL.CAPABILITY_NOT_FOUND', { capabilityId: call.capabilityId })
  }
  if (!offer) {
    const servers = offers.map(({ link }) => link.server.name)
    return call.server === undefined
      ? end({
          kind: 'failed',
          error: new GatewayError('PROTOCOL.INVALID_REQUEST', {
            message: `Several servers offer this: say which one with the argument "server" (${servers.map((name) => quoted(name)).join(', ')}).`,
            details: { servers },
          }),
        })
      : end({
          kind: 'failed',
          error: new GatewayError('PROTOCOL.SERVER_NOT_FOUND', {
            message: `There is no server ${quoted(call.server)} that offers this.`,
            suggestion: `Use one of: ${servers.map((name) => quoted(name)).join(', ')}.`,
            details: { servers },
          }),
        })
  }
  if (waitsForAcceptance(offer.link.server, call.capabilityId)) return waits(offer.link.server, call.capabilityId)
  if (offer.manifest.type === 'event') return fail('PROTOCOL.UNSUPPORTED_TYPE', { capabilityId: call.capabilityId })
  if (call.version !== undefined && !answers(offer.manifest.version, call.version)) {
    return fail('PROTOCOL.VERSION_MISMATCH', { asked: call.version, offered: offer.manifest.version })
  }
  return { ...call, ...offer }
}

/** What undoes is asked of the server where it was done, also what no consumer may call. */
function resolveUndo(call: Received, { entry }: Undoing, registry: Gatehouse['registry']): Resolved | Ended {
  const offer = registry.offerBy(entry.server.id, call.capabilityId)
  if (offer?.manifest.type !== 'action') {
    return fail('PROTOCOL.CAPABILITY_NOT_FOUND', { capabilityId: call.capabilityId, server: entry.server.name })
  }
  return waitsForAcceptance(offer.link.server, call.capabilityId)
    ? waits(offer.link.server, call.capabilityId)
    : { ...call, ...offer }
}

function resolveOrder(call: Received, registry: Gatehouse['registry']): Resolved | Ended {
  const offer = orderedOffer(registry, call.server ?? '', call.capabilityId)
  return offer ? { ...call, ...offer } : fail('PROTOCOL.CAPABILITY_NOT_FOUND', { capabilityId: call.capabilityId })
}

/** What one server calls an event does not stand in the way of the others. */
function callableFirst(offers: readonly Offer[]): readonly Offer[] {
  const callable = offers.filter(({ manifest }) => manifest.type !== 'event')
  return callable.length > 0 ? callable : offers
}

const permitted = (offers: readonly Offer[], rights: Rights): readonly Offer[] =>
  offers.length === 0 ? offers : offers.filter((offer) => judgeOffer(rights, offer).may)

const only = (offers: readonly Offer[]): Offer | undefined => (offers.length === 1 ? offers[0] : undefined)

/** By id, or by a name that only one of those who offer it has. */
const chosen = (offers: readonly Offer[], server: string): Offer | undefined =>
  offers.find(({ link }) => link.server.id === server) ?? only(offers.filter(({ link }) => link.server.name === server))

/** The server that is meant, where what it offers is new and so not listed yet. */
const waitingServer = (
  { capabilityId, server: named }: Received,
  offers: readonly Offer[],
  registry: Gatehouse['registry'],
): Server | undefined =>
  registry
    .servers()
    .filter(({ id, name }) => (named === undefined ? offers.length === 0 : named === id || named === name))
    .find((server) => waitsForAcceptance(server, capabilityId))

const isRejected = ({ quarantined }: Server, capabilityId: string): boolean =>
  quarantined?.some(({ id, rejected }) => id === capabilityId && rejected !== undefined) ?? false

const waits = (server: Server, capabilityId: string): Ended =>
  isRejected(server, capabilityId) ? rejected(server, capabilityId) : unaccepted(server, capabilityId)

const rejected = ({ name }: Server, capabilityId: string): Ended =>
  end({
    kind: 'failed',
    error: new GatewayError('RISK.OPERATION_BLOCKED', {
      message: `The owner has rejected what the server ${quoted(name)} offers here.`,
      suggestion:
        'Do not try another way to the same. The owner can look at it again in the Gatehouse window, under Capabilities.',
      details: { capabilityId, server: name },
    }),
  })

const unaccepted = ({ name }: Server, capabilityId: string): Ended =>
  end({
    kind: 'failed',
    error: new GatewayError('RISK.OPERATION_BLOCKED', {
      message: `What the server ${quoted(name)} offers here is new, or has changed, and waits until a person accepts it.`,
      suggestion: 'Ask the person to look at the servers in the Gatehouse window and accept it there, then call again.',
      details: { capabilityId, server: name },
    }),
  })

const fail = (code: ConstructorParameters<typeof GatewayError>[0], details: Record<string, unknown>): Ended =>
  end({ kind: 'failed', error: new GatewayError(code, { details }) })
