/**
 * Chat player: who writes in the chat of a game, as far as it is proved.
 *
 * Enforces invariant 6: the id of a caller, its conversation and its costs belong to the account where the server proves
 * it, and to the name only where it does not. A name and an account never have the same id.
 */
import { createHash } from 'node:crypto'
import { plainName, untrusted } from '../../policy/text/untrusted-text.js'

const maxPlayerLength = 64

export interface ChatPlayer {
  readonly serverId: string
  readonly server: string
  readonly player: string
  /** Of the account, where the server proves it. */
  readonly uuid: string | undefined
  readonly key: string
}

export function chatPlayer(
  server: { readonly id: string; readonly name: string },
  playerName: string,
  uuid: string | undefined,
): ChatPlayer {
  const player = plainName(untrusted(playerName), maxPlayerLength)
  return { serverId: server.id, server: server.name, player, uuid, key: keyOf(server.id, player, uuid) }
}

/** Of a player on a server; rules are bound to it. */
export const keyOf = (serverId: string, player: string, uuid?: string): string =>
  createHash('sha256')
    .update(JSON.stringify(uuid === undefined ? [serverId, player] : [serverId, 'account', uuid]))
    .digest('hex')
    .slice(0, 32)
