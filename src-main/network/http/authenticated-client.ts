/**
 * AuthenticatedClient as a caller of the gateway.
 *
 * Enforces invariant 3: a caller's rights come from its key. The name that a client declares is only shown; it affects
 * no decision.
 */
import type { Caller } from '@contract/call.js'
import type { ClientIdentity } from '@shared/clients/client.js'
import type { AuthenticatedClient } from '../../gateway/ports/client-access.js'

export interface ClientClaim {
  /** The name the client gives itself, safe to display. */
  readonly says: string | undefined
  /** Name when the client gives none. */
  readonly otherwise: string
  readonly sessionId?: string | undefined
}

/** An AI may use any token, so no HTTP client counts as a person. */
export function callerOf(
  { client, clientIp }: AuthenticatedClient,
  { says, otherwise, sessionId }: ClientClaim,
): Caller {
  const who = client.name === undefined ? { name: says ?? otherwise } : named(client, client.name, says)
  return { type: 'model', id: client.id, ...who, ...(sessionId && { sessionId }), ...(clientIp && { clientIp }) }
}

/** An OAuth client registered under a name of its own choice: shown as a claim. */
const named = ({ cameBy }: ClientIdentity, name: string, says: string | undefined) => ({
  name,
  ...(cameBy === undefined && { namedByOwner: true as const, ...(says && { says }) }),
})
