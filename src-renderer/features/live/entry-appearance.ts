/** Entry appearance: the icon, colour, note and result of a line. */
import { isRefused, type LiveEntry, type RefusalReason } from '@shared/trail/live.js'
import { eventLocation } from '../../sentences/event-sentence.js'
import type { GameLocation } from '../../sentences/location.js'
import type { IconName } from '../../ui/theme/icon-paths.js'

export type Tone = 'go' | 'info' | 'gold' | 'copper' | 'redstone' | 'calm' | 'faint'

export interface EntryNote {
  readonly key: string
  /** Durations in milliseconds, inserted into the text. */
  readonly lasted?: Readonly<Record<string, number>>
  /** The reason, for the tooltip and the opened line. */
  readonly refused?: RefusalReason
  /** Where it happened: value `position` of the text. */
  readonly place?: GameLocation
}

export interface EntryAppearance {
  readonly icon: IconName
  readonly tone: Tone
  readonly note?: EntryNote
  /** The state of an AI's request; drawn in the tone. */
  readonly badge?: EntryNote
}

const eventAppearances: ReadonlyMap<string, EntryAppearance> = new Map<string, EntryAppearance>([
  ['player.join', { icon: 'join', tone: 'go' }],
  ['player.leave', { icon: 'leave', tone: 'faint' }],
  ['player.chat', { icon: 'chat', tone: 'calm' }],
  ['world.tick.health', { icon: 'server', tone: 'faint' }],
  ['ext.java.player.advancement', { icon: 'event', tone: 'gold' }],
  ['ext.java.player.command', { icon: 'call', tone: 'calm' }],
  ['ext.bedrock.script.event', { icon: 'event', tone: 'calm' }],
  ['ext.java.server.started', { icon: 'server', tone: 'go' }],
  ['ext.java.server.stopping', { icon: 'server', tone: 'faint' }],
  ['ext.java.server.behind', { icon: 'server', tone: 'gold' }],
])

const eventAppearance = (entry: Extract<LiveEntry, { kind: 'game' }>): EntryAppearance => {
  const place = eventLocation(entry.eventId, entry.data)
  if (place !== undefined) return { icon: 'event', tone: 'calm', note: { key: 'note.position', place } }
  return eventAppearances.get(entry.eventId) ?? { icon: 'event', tone: 'calm' }
}

const serverAppearances: Readonly<Record<Extract<LiveEntry, { kind: 'server' }>['state'], EntryAppearance>> = {
  online: { icon: 'server', tone: 'go' },
  connecting: { icon: 'server', tone: 'info' },
  degraded: { icon: 'server', tone: 'gold' },
  offline: { icon: 'server', tone: 'faint' },
}

/** The time of the decision does not count as run time. */
const tookNote = ({ milliseconds, answeredAfterMs }: Extract<LiveEntry, { kind: 'call' }>): EntryNote =>
  answeredAfterMs === undefined
    ? { key: 'asks.took.ran', lasted: { ran: milliseconds } }
    : {
        key: 'asks.took.answered',
        lasted: { answered: answeredAfterMs, ran: Math.max(0, milliseconds - answeredAfterMs) },
      }

/** How long it waited for a person who did not approve it. */
const waitedNote = ({ milliseconds, answeredAfterMs }: Extract<LiveEntry, { kind: 'call' }>): EntryNote => ({
  key: 'asks.took.waited',
  lasted: { waited: answeredAfterMs ?? milliseconds },
})

const callAppearance = (entry: Extract<LiveEntry, { kind: 'call' }>): EntryAppearance => {
  const { refused } = entry
  if (refused) return { icon: 'refused', tone: 'gold', badge: { key: 'note.notAllowed', refused } }
  const took = tookNote(entry)
  switch (entry.result) {
    case 'done':
      // A context only reads; everything else did something.
      return entry.risk === undefined || entry.risk === 'low'
        ? { icon: 'call', tone: 'calm', note: took, badge: { key: 'note.allowed' } }
        : { icon: 'done', tone: 'go', note: took, badge: { key: 'note.done' } }
    case 'denied':
      return { icon: 'refused', tone: 'redstone', note: waitedNote(entry), badge: { key: 'note.denied' } }
    case 'expired':
      return { icon: 'refused', tone: 'redstone', note: waitedNote(entry), badge: { key: 'note.expired' } }
    case 'withdrawn':
      return { icon: 'leave', tone: 'faint', note: waitedNote(entry), badge: { key: 'note.withdrawn' } }
    case 'failed':
      // Calls that the header counts as denied look denied.
      if (isRefused(entry)) return { icon: 'refused', tone: 'redstone', badge: { key: 'note.notAllowed' } }
      return { icon: 'warning', tone: 'gold', note: took, badge: { key: 'note.failed' } }
  }
}

/** The state of a request that has not ended: `unknown` when the gateway no longer handles it. */
export type OpenState = 'waiting' | 'running' | 'unknown'

const openAppearances: Readonly<Record<OpenState, EntryAppearance>> = {
  waiting: { icon: 'warning', tone: 'copper', badge: { key: 'note.waiting' } },
  running: { icon: 'call', tone: 'info', badge: { key: 'note.running' } },
  unknown: { icon: 'warning', tone: 'faint' },
}

export const appearanceOf = (entry: LiveEntry, open: OpenState = 'unknown'): EntryAppearance => {
  switch (entry.kind) {
    case 'game':
      return eventAppearance(entry)
    case 'server':
      return serverAppearances[entry.state]
    case 'asked':
      return openAppearances[open]
    case 'call':
      return callAppearance(entry)
  }
}
