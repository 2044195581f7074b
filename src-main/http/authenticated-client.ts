/**
 * AuthenticatedClient: a client at the door as a caller of the gateway.
 *
 * Guards invariant 3: what a caller is bound by comes from its key. What it says of itself is shown beside the name a
 * person gave it, or in place of one; it decides nothing.
 */
import type { Caller } from '../contract/call.js'
import type { ClientIdentity } from '../contract/client.js'
import type { AuthenticatedClient } from '../gateway/ports.js'

export interface Claim {
  /** What the client says of itself, made harmless to show. */
  readonly says: string | undefined
  /** What it is called when nobody says anything. */
  readonly otherwise: string
  readonly sessionId?: string | undefined
}

/** Whoever has a token may be an AI, so nobody who comes through the door is called a person. */
export function callerOf({ client, clientIp }: AuthenticatedClient, { says, otherwise, sessionId }: Claim): Caller {
  const who = client.name === undefined ? { name: says ?? otherwise } : named(client, client.name, says)
  return { type: 'model', id: client.id, ...who, ...(sessionId && { sessionId }), ...(clientIp && { clientIp }) }
}

/** Who came by OAuth was let in under a name of its own making: that is shown as a claim. */
const named = ({ cameBy }: ClientIdentity, name: string, says: string | undefined) => ({
  name,
  ...(cameBy === undefined && { namedByOwner: true as const, ...(says && { says }) }),
})
