/**
 * Player list: parses the reply to `list`. A list without some of the players that the game counts is unknown: nobody
 * joined or left because of it.
 */
import { plainName } from '../../../policy/text/untrusted-text.js'
import type { BedrockReply } from '../link.js'

export interface PlayerList {
  readonly players: readonly { readonly name: string }[]
  readonly online: number
  readonly max: number
}

/** Maximum players to parse; no game has more. */
const maxPlayers = 1_000

/** Undefined when the reply does not list players, or not as many as it counts. */
export function playersIn({ statusCode, body }: BedrockReply): PlayerList | undefined {
  const { players, currentPlayerCount: online, maxPlayerCount: max } = body
  if (statusCode < 0 || typeof players !== 'string') return undefined
  const names = players
    .split(',', maxPlayers)
    .map((name) => plainName(name))
    .filter((name) => name !== '')
  if (Number.isSafeInteger(online) && Number(online) !== names.length) return undefined
  return {
    players: names.map((name) => ({ name })),
    online: names.length,
    max: Number.isSafeInteger(max) ? Number(max) : names.length,
  }
}
