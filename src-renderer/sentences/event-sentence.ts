/** Event sentence: what happened in the game. Every text in it is untrusted (invariant 5). */
import type { JsonObject } from '../../src-main/contract/call.js'
import type { ServerState } from '../../src-main/contract/server.js'
import { shortened } from '../ui/visible-text.js'
import { isObject } from './place.js'
import { name, quote, type Sentence } from './sentence.js'

const longestData = 4_000

const playerOf = (data: JsonObject): string | undefined => {
  const player = data.playerName ?? data.player ?? data.name
  const told = isObject(player) ? player.name : player
  return typeof told === 'string' && told !== '' ? told : undefined
}

const general = (eventId: string, data: JsonObject): Sentence => {
  const event = name(eventId)
  return Object.keys(data).length === 0
    ? { key: 'event.generalBare', words: { event }, complete: true }
    : {
        key: 'event.general',
        words: { event, data: quote(shortened(JSON.stringify(data), longestData)) },
        complete: true,
      }
}

export const gameSentence = (eventId: string, data: JsonObject): Sentence => {
  const player = playerOf(data)
  const message = data.message ?? data.text
  if (player === undefined) return general(eventId, data)
  if (eventId === 'player.join') return { key: 'event.join', words: { player: name(player) }, complete: true }
  if (eventId === 'player.leave') return { key: 'event.leave', words: { player: name(player) }, complete: true }
  if (eventId === 'player.chat' && typeof message === 'string') {
    return { key: 'event.chat', words: { player: name(player), message: quote(message) }, complete: true }
  }
  return general(eventId, data)
}

export const serverSentence = (server: { readonly name: string }, state: ServerState): Sentence => ({
  key: `event.server.${state}`,
  words: { server: name(server.name) },
  complete: true,
})
