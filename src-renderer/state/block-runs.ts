/**
 * Block runs: a player who builds causes an event for each block; the list has one row for blocks in a row.
 *
 * The row keeps the place and the time of its first event, and counts the others. Events of others in between do not
 * end it; a minute without a block does.
 */
import type { GameEntry, LiveEntry } from '@shared/trail/live.js'

const maxGapMs = 60_000

export interface BlockRun {
  /** Number of its row: that of its first event. */
  readonly number: number
  /** ISO 8601 of its last event. */
  last: string
  /** What the row shows. */
  shown: GameEntry
}

export type OpenRuns = Map<string, BlockRun>

const isOfBlock = (entry: LiveEntry): entry is GameEntry =>
  entry.kind === 'game' && (entry.eventId === 'world.block.placed' || entry.eventId === 'world.block.broken')

/** The run that an event begins or continues; undefined for other entries. @param open the latest run of each player */
export const runOf = (entry: LiveEntry, number: number, open: OpenRuns): BlockRun | undefined => {
  if (!isOfBlock(entry) || typeof entry.data.playerName !== 'string') return undefined
  const key = JSON.stringify([entry.server.id, entry.eventId, entry.data.playerName])
  const run = open.get(key)
  if (run && Date.parse(entry.at) - Date.parse(run.last) <= maxGapMs) {
    run.last = entry.at
    run.shown = { ...run.shown, count: (run.shown.count ?? 1) + 1 }
    return run
  }
  const begun = { number, last: entry.at, shown: entry }
  open.set(key, begun)
  return begun
}
