/**
 * Pairing tokens: makes the token of a server that a person pairs with a one-time code.
 *
 * Guards invariant 8: the code is good once, so whoever reads it later has nothing. The token is the code, a dot and a
 * secret of our own; the agent keeps it as a whole from the first registration on. A connection that is tried before the
 * server is added uses the same token, else the trial would use up the code.
 */
import { randomBytes } from 'node:crypto'
import { pairingCodeIn } from '../contract/pairing-code.js'

/** Codes that are remembered until the program ends. */
const mostCodes = 16

/** The token to register with, for what a person entered. */
export type TokenFor = (entered: string) => string

export function createPairingTokens(): TokenFor {
  const tokens = new Map<string, string>()
  return (entered) => {
    const code = pairingCodeIn(entered)
    if (code === undefined) return entered
    const token = tokens.get(code) ?? `${code}.${randomBytes(32).toString('base64url')}`
    tokens.delete(code)
    tokens.set(code, token)
    for (const oldest of [...tokens.keys()].slice(0, -mostCodes)) tokens.delete(oldest)
    return token
  }
}
