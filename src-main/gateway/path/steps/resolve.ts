/**
 * Resolve: finds the server and the manifest. A caller with access to only one of several servers need not name it.
 *
 * Guards invariant 4: a capability that waits for acceptance is not called.
 */
import { listedIdOf } from '@contract/capability-aliases.js'
import { GatewayError } from '@contract/gateway-error.js'
import { isInternal } from '@contract/namespaces.js'
import { answers } from '@contract/versions.js'
import type { Rights } from '@shared/clients/client.js'
import type { Server } from '@shared/servers/server.js'
import { mayKnowServer } from '../../../policy/rights/rights.js'
import { quoted } from '../../../policy/text/model-text.js'
import { isQuarantined } from '../../../policy/trust/manifest-trust.js'
import type { CapabilityOffer } from '../../ports/registry.js'
import { orderedOffer } from '../../trust/ordered-offer.js'
import { type Ended, end } from '../call-path.js'
import type { GatewayDependencies } from '../gateway-dependencies.js'
import { permissionFor } from '../rights.js'
import type { Received, ResolvedCall, Undoing } from './call-stages.js'

export function resolve(received: Received, { registry, rightsOf }: GatewayDependencies): ResolvedCall | Ended {
  if (received.undoing) return resolveUndo(received, received.undoing, registry)
  if (received.ordering) return resolveOrder(received, registry)
  const isOffered = registry.offersOf(received.capabilityId).length > 0
  const call = isOffered ? received : { ...received, capabilityId: listedIdOf(received.capabilityId) }
  if (isInternal(call.capabilityId)) return fail('PROTOCOL.CAPABILITY_NOT_FOUND', { capabilityId: call.capabilityId })
  const offers = callableFirst(registry.offersOf(call.capabilityId))
  const offer =
    call.server === undefined
      ? (only(offers) ?? only(permitted(offers, rightsOf(call.caller))))
      : chosen(offers, call.server)
  const isKnown = ({ id }: Server) => mayKnowServer(rightsOf(call.caller), id)
  const unlisted = offer ? undefined : waitingServer(call, offers, registry)
  if (unlisted && isKnown(unlisted)) return failWaiting(unlisted, call.capabilityId)
  if (offers.length === 0) {
    return fail('PROTOCOL.CAPABILITY_NOT_FOUND', { capabilityId: call.capabilityId })
  }
  if (!offer) {
    const servers = offers.flatMap(({ link }) => (isKnown(link.server) ? [link.server.name] : []))
    return call.server === undefined
      ? end({
          kind: 'failed',
          error: new GatewayError('PROTOCOL.INVALID_REQUEST', {
            message: `Several servers offer this. Choose one with the argument "server" (${servers.map((name) => quoted(name)).join(', ')}).`,
            details: { servers },
          }),
        })
      : end({
          kind: 'failed',
          error: new GatewayError('PROTOCOL.SERVER_NOT_FOUND', {
            message: `There is no server ${quoted(call.server)} that offers this.`,
            ...(servers.length > 0 && {
              suggestion: `Use one of: ${servers.map((name) => quoted(name)).join(', ')}.`,
            }),
            details: { servers },
          }),
        })
  }
  if (isQuarantined(offer.link.server, call.capabilityId)) return failWaiting(offer.link.server, call.capabilityId)
  if (offer.manifest.type === 'event') return fail('PROTOCOL.UNSUPPORTED_TYPE', { capabilityId: call.capabilityId })
  if (call.version !== undefined && !answers(offer.manifest.version, call.version)) {
    return fail('PROTOCOL.VERSION_MISMATCH', { asked: call.version, offered: offer.manifest.version })
  }
  return { ...call, ...offer }
}

/** An undo goes to the server of the action, including capabilities that no consumer may call. */
function resolveUndo(
  call: Received,
  { entry }: Undoing,
  registry: GatewayDependencies['registry'],
): ResolvedCall | Ended {
  const offer = registry.offerBy(entry.server.id, call.capabilityId)
  if (offer?.manifest.type !== 'action') {
    return fail('PROTOCOL.CAPABILITY_NOT_FOUND', { capabilityId: call.capabilityId, server: entry.server.name })
  }
  return isQuarantined(offer.link.server, call.capabilityId)
    ? failWaiting(offer.link.server, call.capabilityId)
    : { ...call, ...offer }
}

function resolveOrder(call: Received, registry: GatewayDependencies['registry']): ResolvedCall | Ended {
  const offer = orderedOffer(registry, call.server ?? '', call.capabilityId)
  return offer ? { ...call, ...offer } : fail('PROTOCOL.CAPABILITY_NOT_FOUND', { capabilityId: call.capabilityId })
}

/** An id that one server offers as an event does not affect other servers. */
function callableFirst(offers: readonly CapabilityOffer[]): readonly CapabilityOffer[] {
  const callable = offers.filter(({ manifest }) => manifest.type !== 'event')
  return callable.length > 0 ? callable : offers
}

const permitted = (offers: readonly CapabilityOffer[], rights: Rights): readonly CapabilityOffer[] =>
  offers.length === 0 ? offers : offers.filter((offer) => permissionFor(rights, offer).may)

const only = (offers: readonly CapabilityOffer[]): CapabilityOffer | undefined =>
  offers.length === 1 ? offers[0] : undefined

/** Selects by id, or by a name that is unique among the servers that offer it. */
const chosen = (offers: readonly CapabilityOffer[], server: string): CapabilityOffer | undefined =>
  offers.find(({ link }) => link.server.id === server) ?? only(offers.filter(({ link }) => link.server.name === server))

/** The intended server, when its new offer is not listed yet. */
const waitingServer = (
  { capabilityId, server: named }: Received,
  offers: readonly CapabilityOffer[],
  registry: GatewayDependencies['registry'],
): Server | undefined =>
  registry
    .servers()
    .filter(({ id, name }) => (named === undefined ? offers.length === 0 : named === id || named === name))
    .find((server) => isQuarantined(server, capabilityId))

const isRejected = ({ quarantined }: Server, capabilityId: string): boolean =>
  quarantined?.some(({ id, rejected }) => id === capabilityId && rejected !== undefined) ?? false

const failWaiting = (server: Server, capabilityId: string): Ended =>
  isRejected(server, capabilityId) ? rejected(server, capabilityId) : unaccepted(server, capabilityId)

const rejected = ({ name }: Server, capabilityId: string): Ended =>
  end({
    kind: 'failed',
    error: new GatewayError('RISK.OPERATION_BLOCKED', {
      message: `The owner has rejected this action of the server ${quoted(name)}.`,
      suggestion: 'Do not try another way. The owner can review it again in the Gatehouse window, under Actions.',
      details: { capabilityId, server: name },
    }),
  })

const unaccepted = ({ name }: Server, capabilityId: string): Ended =>
  end({
    kind: 'failed',
    error: new GatewayError('RISK.OPERATION_BLOCKED', {
      message: `This action of the server ${quoted(name)} is new or has changed. A person must accept it first.`,
      suggestion: 'Ask the person to accept it in the Gatehouse window, then call again.',
      details: { capabilityId, server: name },
    }),
  })

const fail = (code: ConstructorParameters<typeof GatewayError>[0], details: Record<string, unknown>): Ended =>
  end({ kind: 'failed', error: new GatewayError(code, { details }) })
