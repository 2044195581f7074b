/**
 * Pairing tokens: derives the token of a server from a one-time pairing code.
 *
 * Enforces invariant 8: the code is valid once, so reading it later is useless. The token is the code, a dot and a
 * random secret; the agent stores it at the first registration. A trial before the server is added uses the same token,
 * because it would use up the code. A program without a credential store keeps the tokens in a file that only its owner
 * can read, so that the code on its command line is valid after a restart too.
 */
import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { pairingCodeIn } from '@contract/pairing-code.js'
import { writePrivateFile } from './profile.js'

/** Maximum number of codes stored; the oldest is dropped. */
const maxCodes = 16

/** Returns the token for registration from the entered text. */
export type TokenFor = (entered: string) => string

/** @param profile where the tokens are kept; when omitted, until the program ends */
export function createPairingTokens(profile?: string): TokenFor {
  const file = profile === undefined ? undefined : path.join(profile, 'paired-agents.json')
  const tokens = file === undefined ? new Map<string, string>() : readTokens(file)
  return (entered) => {
    const code = pairingCodeIn(entered)
    if (code === undefined) return entered
    const key = createHash('sha256').update(code).digest('hex')
    const known = tokens.get(key)
    const token = known ?? `${code}.${randomBytes(32).toString('base64url')}`
    tokens.delete(key)
    tokens.set(key, token)
    for (const oldest of [...tokens.keys()].slice(0, -maxCodes)) tokens.delete(oldest)
    // Written before it is sent: a code that the agent has redeemed is useless without its token.
    if (file !== undefined && known === undefined)
      writePrivateFile(file, `${JSON.stringify(Object.fromEntries(tokens))}\n`)
    return token
  }
}

/** A file that cannot be read holds no tokens: the person pairs again. */
function readTokens(file: string): Map<string, string> {
  try {
    const entries = Object.entries(JSON.parse(readFileSync(file, 'utf8')) as object)
    return new Map(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string').slice(-maxCodes))
  } catch {
    return new Map()
  }
}
