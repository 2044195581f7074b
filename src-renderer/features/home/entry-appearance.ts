/** Entry appearance: the mark, the colour and the outcome of a row. */
import { isRefused, type LiveEntry, mayHaveBeenDone, type RefusalReason } from '@shared/trail/live.js'
import type { IconName } from '../../ui/theme/icon-paths.js'

export type Tone = 'go' | 'info' | 'gold' | 'copper' | 'redstone' | 'calm' | 'faint'

export interface EntryAppearance {
  readonly icon: IconName
  readonly tone: Tone
  /** Key of the outcome of an AI's request; drawn in the tone. */
  readonly outcome?: string
  /** Why it was refused, for the tooltip. */
  readonly refused?: RefusalReason
}

const eventAppearances: ReadonlyMap<string, EntryAppearance> = new Map<string, EntryAppearance>([
  ['player.join', { icon: 'join', tone: 'go' }],
  ['player.leave', { icon: 'leave', tone: 'faint' }],
  ['player.chat', { icon: 'chat', tone: 'calm' }],
  ['player.death', { icon: 'death', tone: 'calm' }],
  ['world.tick.health', { icon: 'server', tone: 'faint' }],
  ['ext.java.player.advancement', { icon: 'event', tone: 'gold' }],
  ['ext.java.player.command', { icon: 'call', tone: 'calm' }],
  ['ext.bedrock.script.event', { icon: 'event', tone: 'calm' }],
  ['ext.java.server.started', { icon: 'server', tone: 'go' }],
  ['ext.java.server.stopping', { icon: 'server', tone: 'faint' }],
  ['ext.java.server.behind', { icon: 'server', tone: 'gold' }],
])

const serverAppearances: Readonly<Record<Extract<LiveEntry, { kind: 'server' }>['state'], EntryAppearance>> = {
  online: { icon: 'server', tone: 'go' },
  connecting: { icon: 'server', tone: 'info' },
  degraded: { icon: 'server', tone: 'gold' },
  offline: { icon: 'server', tone: 'faint' },
}

const callAppearance = (entry: Extract<LiveEntry, { kind: 'call' }>): EntryAppearance => {
  const { refused } = entry
  if (refused) return { icon: 'refused', tone: 'gold', outcome: 'note.notAllowed', refused }
  switch (entry.result) {
    case 'done':
      // A context only reads; everything else did something.
      return entry.risk === undefined || entry.risk === 'low'
        ? { icon: 'call', tone: 'calm', outcome: 'note.allowed' }
        : { icon: 'done', tone: 'go', outcome: 'note.done' }
    case 'denied':
      return { icon: 'refused', tone: 'redstone', outcome: 'note.denied' }
    case 'expired':
      return { icon: 'refused', tone: 'redstone', outcome: 'note.expired' }
    case 'withdrawn':
      return { icon: 'leave', tone: 'faint', outcome: 'note.withdrawn' }
    case 'failed':
      if (isRefused(entry)) return { icon: 'refused', tone: 'redstone', outcome: 'note.notAllowed' }
      return {
        icon: 'warning',
        tone: 'gold',
        outcome: mayHaveBeenDone(entry) ? 'note.unknown' : 'note.failed',
      }
  }
}

/** The state of a request that has not ended: `unknown` when the gateway no longer handles it. */
export type OpenState = 'waiting' | 'running' | 'unknown'

const openAppearances: Readonly<Record<OpenState, EntryAppearance>> = {
  waiting: { icon: 'warning', tone: 'copper', outcome: 'note.waiting' },
  running: { icon: 'call', tone: 'info', outcome: 'note.running' },
  unknown: { icon: 'warning', tone: 'faint' },
}

export const appearanceOf = (entry: LiveEntry, open: OpenState = 'unknown'): EntryAppearance => {
  switch (entry.kind) {
    case 'game':
      return eventAppearances.get(entry.eventId) ?? { icon: 'event', tone: 'calm' }
    case 'server':
      return serverAppearances[entry.state]
    case 'asked':
      return openAppearances[open]
    case 'call':
      return callAppearance(entry)
  }
}
