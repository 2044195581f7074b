/**
 * Call sentence: what a call does, in words a server owner uses.
 *
 * Guards "sentences before data" without hiding data: a call whose arguments do not fit its sentence gets the general one, and a
 * sentence that leaves an argument out says so (`complete`).
 */
import type { JsonObject } from '../../src-main/contract/call.js'
import { type Reading, readArguments } from './arguments.js'
import { name, plain, quote, type Sentence, type Word } from './sentence.js'
import { ticksOf, timeOfDay } from './time-of-day.js'

/** `title` names the act; the others say who asks, did, was refused, failed or took it back. */
export type Tense = 'title' | 'question' | 'asks' | 'done' | 'refused' | 'failed' | 'withdrawn'

export interface CallToTell {
  readonly capabilityId: string
  readonly arguments: JsonObject
  readonly caller: { readonly name: string }
}

interface Telling {
  readonly key: string
  /** The words of the sentence; undefined when the arguments do not fit it. */
  readonly words: (given: Reading) => Readonly<Record<string, Word>> | undefined
}

const tellings: ReadonlyMap<string, Telling> = new Map<string, Telling>([
  [
    'world.time.get',
    {
      key: 'worldTimeGet',
      words: (given) => {
        const world = given.text('worldName', 'world')
        return world === undefined ? undefined : { world: name(world) }
      },
    },
  ],
  [
    'world.time.set',
    {
      key: 'worldTimeSet',
      words: (given) => {
        const world = given.text('worldName', 'world')
        const ticks = ticksOf(given.value('time'))
        if (world === undefined || ticks === undefined) return undefined
        return { world: name(world), time: timeWord(ticks) }
      },
    },
  ],
  ['player.list', { key: 'playerList', words: () => ({}) }],
  [
    'player.info.get',
    {
      key: 'playerInfoGet',
      words: (given) => {
        const player = given.player()
        return player === undefined ? undefined : { player: name(player) }
      },
    },
  ],
  [
    'player.teleport',
    {
      key: 'playerTeleport',
      words: (given) => {
        const player = given.player()
        const place = given.place()
        if (player === undefined || place?.world === undefined) return undefined
        return { player: name(player), position: plain(place.position), world: name(place.world) }
      },
    },
  ],
  [
    'chat.broadcast',
    {
      key: 'chatBroadcast',
      words: (given) => {
        const message = given.text('message')
        return message === undefined ? undefined : { message: quote(message) }
      },
    },
  ],
])

export const timeWord = (ticks: number): Word => ({ kind: 'time', key: `time.${timeOfDay(ticks)}`, ticks })

/** @param capabilityName what the manifest calls it; the id stands in where none is known. */
export const callSentence = (call: CallToTell, tense: Tense, capabilityName?: string): Sentence => {
  const caller = name(call.caller.name)
  const telling = tellings.get(call.capabilityId)
  const given = readArguments(call.arguments)
  const words = telling?.words(given)
  if (telling !== undefined && words !== undefined) {
    return { key: `sentence.${telling.key}.${tense}`, words: { ...words, caller }, complete: given.complete() }
  }
  return {
    key: `sentence.general.${tense}`,
    words: { caller, name: name(capabilityName ?? call.capabilityId) },
    complete: readArguments(call.arguments).complete(),
  }
}
