/** Gateway: a gateway on another computer, as the desktop program stores and shows it. */
import type { RemotePersonTerms } from './wire.js'

/** As stored. The private key of this computer is in the credential store. */
export interface AddedGateway {
  /** As the gateway names itself; unique. */
  readonly id: string
  readonly name: string
  /** `host:port` */
  readonly address: string
  /** SHA-256 of the public key of its certificate (SPKI), in hexadecimal. */
  readonly pin: string
  /** Id of this computer at the gateway. */
  readonly device: string
  /** Name of the person at this computer. */
  readonly person: string
}

/**
 * State of the link. `revoked`: this computer may not connect any more. `forgotten`: the credential store has no key.
 */
export type LinkState =
  | { readonly kind: 'connecting' | 'connected' }
  /** `since`: ISO 8601. */
  | { readonly kind: 'lost'; readonly since: string }
  | { readonly kind: LinkEnd }

/** States that a new attempt does not change by itself. */
export const linkEnds = [
  'revoked',
  'forgotten',
  'other-certificate',
  'expired-certificate',
  'other-version',
  'other-gateway',
] as const
export type LinkEnd = (typeof linkEnds)[number]

/** Why a gateway could not be added, or an order was not answered: `details.gateway` of an error. */
export const gatewayProblems = [
  ...linkEnds,
  'unreachable',
  'no-gatehouse',
  'bad-address',
  'bad-code',
  'wrong-code',
  'added-already',
  'lost',
  'restarted',
  'unanswered',
] as const
export type GatewayProblem = (typeof gatewayProblems)[number]

/** A gateway and the person of this computer there. */
export interface GatewayIdentity {
  readonly id: string
  readonly name: string
  readonly person: RemotePersonTerms
  readonly link: LinkState
}

/** A gateway in the list of the window of this computer. */
export interface ListedGateway extends GatewayIdentity {
  readonly address: string
  /** Number of waiting requests. */
  readonly waiting: number
}

export const gatewayLimits = { gateways: 32, name: 64, address: 261, code: 64 } as const
