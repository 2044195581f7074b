/**
 * Visitor: a client at the door as a caller of the gateway.
 *
 * Guards invariant 3: what a caller is bound by comes from its key. What it says of itself is shown beside the name a
 * person gave it, or in place of one; it decides nothing.
 */
import type { Caller } from '../contract/call.js'
import type { Visitor } from '../gateway/ports.js'

export interface Claim {
  /** What the client says of itself, made harmless to show. */
  readonly says: string | undefined
  /** What it is called when nobody says anything. */
  readonly otherwise: string
  readonly sessionId?: string | undefined
}

/** Whoever has a token may be an AI, so nobody who comes through the door is called a person. */
export function callerOf({ client }: Visitor, { says, otherwise, sessionId }: Claim): Caller {
  const who = client.name === undefined ? { name: says ?? otherwise } : named(client.name, says)
  return { type: 'model', id: client.id, ...who, ...(sessionId && { sessionId }) }
}

const named = (name: string, says: string | undefined) => ({ name, namedByOwner: true, ...(says && { says }) }) as const
