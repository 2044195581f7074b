/**
 * Pairing tokens: derives the token of a server from a one-time pairing code.
 *
 * Enforces invariant 8: the code is valid once, so reading it later is useless. The token is the code, a dot and a
 * random secret; the agent stores it at the first registration. A trial before the server is added uses the same token,
 * because it would use up the code.
 */
import { randomBytes } from 'node:crypto'
import { pairingCodeIn } from '@contract/pairing-code.js'

/** Maximum number of codes stored until the program ends. */
const maxCodes = 16

/** Returns the token for registration from the entered text. */
export type TokenFor = (entered: string) => string

export function createPairingTokens(): TokenFor {
  const tokens = new Map<string, string>()
  return (entered) => {
    const code = pairingCodeIn(entered)
    if (code === undefined) return entered
    const token = tokens.get(code) ?? `${code}.${randomBytes(32).toString('base64url')}`
    tokens.delete(code)
    tokens.set(code, token)
    for (const oldest of [...tokens.keys()].slice(0, -maxCodes)) tokens.delete(oldest)
    return token
  }
}
