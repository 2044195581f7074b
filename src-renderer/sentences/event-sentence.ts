/** Event sentence: what happened in the game. Every text in it is untrusted (invariant 5). */
import type { JsonObject } from '@contract/call.js'
import { isObject } from '@contract/json/json-object.js'
import type { ServerState } from '@shared/servers/server.js'
import type { NamedServer } from '@shared/servers/server-name.js'
import { shortened } from '../ui/text/visible-text.js'
import { capabilityValue } from './call-sentence.js'
import { isText } from './location.js'
import { game, name, number, quote, type Sentence, type SentenceValue, serverValue, span } from './sentence.js'

const maxDataLength = 4_000
/** Ticks a second below which players notice. */
const slowTicks = 15

/** The player that an event names; undefined when it names none. */
export const playerOf = (data: JsonObject): string | undefined => {
  const player = data.playerName ?? data.player ?? data.name
  const reported = isObject(player) ? player.name : player
  return typeof reported === 'string' && reported !== '' ? reported : undefined
}

const reported = (key: string, values: Readonly<Record<string, SentenceValue>>): Sentence => ({
  key,
  values,
  complete: true,
})

const general = (eventId: string, data: JsonObject): Sentence => {
  const event = capabilityValue(eventId)
  return Object.keys(data).length === 0
    ? reported('event.generalBare', { event })
    : reported('event.general', { event, data: quote(shortened(JSON.stringify(data), maxDataLength)) })
}

type FillTemplate = (data: JsonObject, player: string | undefined) => Sentence | undefined

const came =
  (key: string): FillTemplate =>
  (_data, player) =>
    player === undefined ? undefined : reported(key, { player: name(player) })

const block =
  (key: string): FillTemplate =>
  (data, player) => {
    return player === undefined || !isText(data.type)
      ? undefined
      : reported(key, { player: name(player), block: game('thing', data.type) })
  }

const chat: FillTemplate = (data, player) => {
  const message = data.message ?? data.text
  return player !== undefined && typeof message === 'string'
    ? reported('event.chat', { player: name(player), message: quote(message) })
    : undefined
}

const death: FillTemplate = (data, player) => {
  if (player === undefined) return undefined
  if (isText(data.killer)) return reported('event.deathBy', { player: name(player), killer: name(data.killer) })
  return isText(data.cause)
    ? reported('event.deathWithCause', { player: name(player), cause: quote(data.cause) })
    : reported('event.death', { player: name(player) })
}

const tick: FillTemplate = ({ tps, healthy }) => {
  if (typeof tps !== 'number' || !Number.isFinite(tps)) return undefined
  const slow = healthy === false || tps < slowTicks
  return reported(slow ? 'event.tickSlow' : 'event.tick', { tps: number(Math.round(tps * 10) / 10) })
}

const advancement: FillTemplate = ({ title }, player) =>
  player !== undefined && isText(title)
    ? reported('event.advancement', { player: name(player), title: quote(title) })
    : undefined

const command: FillTemplate = (data, player) => {
  if (player === undefined) return undefined
  if (isText(data.command))
    return reported('event.command', { player: name(player), command: quote(`/${data.command}`) })
  return isText(data.reply)
    ? reported('event.commandReply', { player: name(player), reply: quote(data.reply) })
    : undefined
}

const script: FillTemplate = ({ id, message }) =>
  isText(id) && typeof message === 'string'
    ? reported('event.script', { id: quote(id), message: quote(message) })
    : undefined

const plain =
  (key: string): FillTemplate =>
  () =>
    reported(key, {})

const behind: FillTemplate = ({ milliseconds }) =>
  typeof milliseconds === 'number' && Number.isFinite(milliseconds)
    ? reported('event.behind', { span: span(Math.max(1, Math.round(milliseconds / 1_000))) })
    : undefined

const templates: ReadonlyMap<string, FillTemplate> = new Map<string, FillTemplate>([
  ['player.join', came('event.join')],
  ['player.leave', came('event.leave')],
  ['player.chat', chat],
  ['player.death', death],
  ['world.block.placed', block('event.blockPlaced')],
  ['world.block.broken', block('event.blockBroken')],
  ['world.tick.health', tick],
  ['ext.java.player.advancement', advancement],
  ['ext.java.player.command', command],
  ['ext.java.server.started', plain('event.started')],
  ['ext.java.server.stopping', plain('event.stopping')],
  ['ext.java.server.behind', behind],
  ['ext.bedrock.script.event', script],
])

const runs: ReadonlyMap<string, string> = new Map([
  ['world.block.placed', 'event.blocksPlaced'],
  ['world.block.broken', 'event.blocksBroken'],
])

/** @param count how many such events one after the other */
export const gameSentence = (eventId: string, data: JsonObject, count = 1): Sentence => {
  const player = playerOf(data)
  const ofMany = count > 1 ? runs.get(eventId) : undefined
  if (ofMany !== undefined && player !== undefined)
    return reported(ofMany, { player: name(player), count: number(count) })
  return oneEvent(eventId, data)
}

const oneEvent = (eventId: string, data: JsonObject): Sentence =>
  templates.get(eventId)?.(data, playerOf(data)) ?? general(eventId, data)

export const serverSentence = (server: NamedServer, state: ServerState): Sentence =>
  reported(`event.server.${state}`, { server: serverValue(server) })
