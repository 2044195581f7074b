/** Player list: parses the reply to `list`. */
import { plainName } from '../../../policy/text/untrusted-text.js'
import { isAccountName } from '../command-text.js'
import type { BedrockReply } from '../link.js'

export interface PlayerList {
  readonly players: readonly { readonly name: string }[]
  readonly online: number
  readonly max: number
  /**
   * Exact names that belong to one player each. Empty when the count does not match: a name with a comma would read as
   * two players.
   */
  readonly accounts: ReadonlySet<string>
}

/** Maximum players to parse; no game has more. */
const maxPlayers = 1_000

/** Undefined when the reply does not list players. */
export function playersIn({ statusCode, body }: BedrockReply): PlayerList | undefined {
  const { players, currentPlayerCount: online, maxPlayerCount: max } = body
  if (statusCode < 0 || typeof players !== 'string') return undefined
  const listed = players.split(',', maxPlayers).map((name) => (name.startsWith(' ') ? name.slice(1) : name))
  const names = listed.map((name) => plainName(name)).filter((name) => name !== '')
  return {
    players: names.map((name) => ({ name })),
    online: Number.isSafeInteger(online) ? Number(online) : names.length,
    max: Number.isSafeInteger(max) ? Number(max) : names.length,
    accounts: new Set(online === listed.length ? listed.filter((name) => isAccount(name, names)) : []),
  }
}

const isAccount = (name: string, names: readonly string[]): boolean =>
  isAccountName(name) && names.indexOf(name) === names.lastIndexOf(name)
