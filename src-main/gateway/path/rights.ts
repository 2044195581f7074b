/**
 * Rights: the permissions of callers for the offers of servers, the reasons for refusals, and the visible offers.
 *
 * Guards least privilege: a caller does not see what would be refused entirely. See docs/protocol.md#calls-permissions.
 */
import type { Caller } from '@contract/call.js'
import { coreCatalogue } from '@contract/core-catalogue.js'
import { GatewayError } from '@contract/gateway-error.js'
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import type { Rights } from '@shared/clients/client.js'
import { evaluatePermissions, type PermissionResult } from '../../policy/rights/rights.js'
import { riskOf } from '../../policy/risk/risk.js'
import { quoted } from '../../policy/text/model-text.js'
import type { CapabilityOffer, OfferMap } from '../ports/registry.js'

/** Server → result, cached by rights and manifest, which are immutable and replaced on change. */
const results = new WeakMap<Rights, WeakMap<CapabilityManifest, Map<string, PermissionResult>>>()

/** What a caller may do with one offer. */
export function permissionFor(
  rights: Rights,
  { manifest, link }: Pick<CapabilityOffer, 'manifest' | 'link'>,
): PermissionResult {
  const ofRights = results.get(rights) ?? new WeakMap<CapabilityManifest, Map<string, PermissionResult>>()
  const ofManifest = ofRights.get(manifest) ?? new Map<string, PermissionResult>()
  const known = ofManifest.get(link.server.id)
  if (known) return known
  const { level } = riskOf(manifest, coreCatalogue.get(manifest.id))
  const verdict = evaluatePermissions(rights, { manifest, level }, link.server.id)
  results.set(rights, ofRights.set(manifest, ofManifest.set(link.server.id, verdict)))
  return verdict
}

type Refused = Extract<PermissionResult, { may: false }>

/** Explains which role or permission is missing, on which server, and how the owner grants it. */
export function refusalOf(refused: Refused, { link }: CapabilityOffer, { id }: Pick<Caller, 'id'>): GatewayError {
  const { name, id: serverId } = link.server
  const { held } = refused
  const edit = (change: string): string => `gatehouse clients edit ${id} --server ${serverId} ${change}`
  const where = { serverId, client: id, role: held }
  if (refused.why === 'role') {
    return new GatewayError('PERMISSION.ROLE_REQUIRED', {
      message: `On ${quoted(name)} this needs the role ${refused.needed}, and this client ${held === 'none' ? 'has none' : `is ${held}`} there.`,
      suggestion: `The owner can grant it in the window under Clients, or with: ${edit(`--role ${refused.needed}`)}`,
      details: { ...where, requiredRole: refused.needed },
    })
  }
  const { missing, denials } = refused
  if (denials.length > 0) {
    const denied = [...new Set(denials.map(({ permission }) => permission))]
    return new GatewayError('PERMISSION.DENIED', {
      message: `The owner has denied this client ${denied.join(', ')} on ${quoted(name)}.`,
      suggestion:
        'Do not try another way. The owner can remove the denial in the window under Clients, or with gatehouse clients edit.',
      details: { ...where, denied, missing },
    })
  }
  return new GatewayError('PERMISSION.DENIED', {
    message: `On ${quoted(name)} this client lacks the permission ${missing.join(', ')}.`,
    suggestion: `The owner can grant it in the window under Clients, or with: ${edit(missing.map((permission) => `--allow ${permission}`).join(' '))}`,
    details: { ...where, missing },
  })
}

/** The offers visible to each caller: the same map until their rights or the servers change. */
export class ShownCapabilities {
  readonly #shown = new WeakMap<Rights, { readonly of: OfferMap; readonly shown: OfferMap }>()

  /** Every capability with the offers that are not refused entirely; `all` itself when nothing is removed. */
  of(rights: Rights, all: OfferMap): OfferMap {
    const known = this.#shown.get(rights)
    if (known?.of === all) return known.shown
    const shown = permittedOf(rights, all)
    this.#shown.set(rights, { of: all, shown })
    return shown
  }
}

function permittedOf(rights: Rights, all: OfferMap): OfferMap {
  let hides = false
  const shown = new Map<string, readonly CapabilityOffer[]>()
  for (const [id, offers] of all) {
    const permitted = offers.filter((offer) => permissionFor(rights, offer).may)
    if (permitted.length < offers.length) hides = true
    if (permitted.length > 0) shown.set(id, permitted)
  }
  return hides ? shown : all
}
