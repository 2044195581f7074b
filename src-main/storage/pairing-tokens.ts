/**
 * Pairing tokens: derives the token of a server from a one-time pairing code.
 *
 * Enforces invariant 8: the code is valid once, so reading it later is useless. The token is the code, a dot and a
 * random secret; the agent stores it at the first registration. A trial before the server is added uses the same token,
 * because it would use up the code. A program without a credential store keeps the tokens in its state, so that the code
 * on its command line is valid after a restart too.
 */
import { createHash, randomBytes } from 'node:crypto'
import { pairingCodeIn } from '@contract/pairing-code.js'
import { StateDatabase } from './state-database.js'

/** Maximum number of codes stored; the oldest is dropped. */
const maxCodes = 16

/** Returns the token for registration from the entered text. */
export type TokenFor = (entered: string) => string

/** @param state where the tokens are kept; when omitted, until the program ends */
export function createPairingTokens(state = StateDatabase.inMemory()): TokenFor {
  return (entered) => {
    const code = pairingCodeIn(entered)
    if (code === undefined) return entered
    const codeHash = createHash('sha256').update(code).digest('hex')
    const known = state.prepare('SELECT token FROM pairing_token WHERE code_hash = ?').get(codeHash)?.token
    if (known !== undefined) return String(known)
    const token = `${code}.${randomBytes(32).toString('base64url')}`
    // Written before it is sent: a code that the agent has redeemed is useless without its token.
    state.together(() => {
      state.prepare('INSERT INTO pairing_token (code_hash, token) VALUES (?, ?)').run(codeHash, token)
      state
        .prepare(
          'DELETE FROM pairing_token WHERE sequence NOT IN (SELECT sequence FROM pairing_token ORDER BY sequence DESC LIMIT ?)',
        )
        .run(maxCodes)
    })
    return token
  }
}
