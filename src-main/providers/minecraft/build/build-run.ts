/**
 * Build run: a build as a state machine: what is recorded of it, what may happen to it, and its next step. Pure.
 *
 * A tile is `begun` before its first command and `done` after it was read again; a tile that is done is never set
 * again. What was begun is compared with the world and goes on from there. A build that is over stays so.
 */
import type { JsonObject } from '@contract/call.js'
import type { BuildPhase } from '@shared/build/build-state.js'

export type TileMark = 'fresh' | 'begun' | 'done'

/** Of blocks that the plan sets. */
export interface TileCounts {
  /** That are as planned. */
  readonly built: number
  /** That differ from before. */
  readonly changed: number
  /** That the game did not keep as planned. */
  readonly skipped: number
}

export interface BuildRecord {
  /** The request id of the call. */
  readonly id: string
  readonly groupId: string
  readonly name: string
  readonly caller: { readonly id: string; readonly name: string }
  readonly given: JsonObject
  /** Of the plan. */
  readonly hash: string
  /** Of the server on which it began. */
  readonly address: string
  readonly dimension: string
  readonly phase: Exclude<BuildPhase, 'waiting'>
  /** Every tile is saved, so that all can be undone. */
  readonly isSaved: boolean
  readonly tiles: readonly TileMark[]
  /** Blocks that the plan sets in each tile; its upper bound for the whole build until all are saved. */
  readonly planned: readonly number[]
  readonly most: number
  readonly counts: TileCounts & { readonly commands: number }
  /** Milliseconds in which it did not wait for a person. */
  readonly activeMs: number
  /** ISO 8601. */
  readonly startedAt: string
  readonly changedAt: string
  readonly problem?: { readonly code: string; readonly message: string }
}

export type BuildEvent =
  | { readonly kind: 'saved'; readonly planned: readonly number[] }
  | { readonly kind: 'begun'; readonly tile: number }
  | { readonly kind: 'tile-done'; readonly tile: number; readonly counts: TileCounts }
  | { readonly kind: 'worked'; readonly commands: number; readonly ms: number }
  | { readonly kind: 'paused' | 'resumed' | 'stopped' | 'finished' | 'undone' }
  | { readonly kind: 'failed'; readonly problem: { readonly code: string; readonly message: string } }

export const isOver = ({ phase }: Pick<BuildRecord, 'phase'>): boolean => phase !== 'running' && phase !== 'paused'

/** The same record when the event cannot happen now. @param at ISO 8601 */
export function nextBuild(record: BuildRecord, event: BuildEvent, at: string): BuildRecord {
  const to = (phase: BuildRecord['phase'], more: Partial<BuildRecord> = {}): BuildRecord => ({
    ...record,
    ...more,
    phase,
    changedAt: at,
  })
  if (event.kind === 'undone') return record.phase === 'undone' ? record : to('undone')
  if (event.kind === 'worked') return worked(record, event)
  if (isOver(record)) return record
  switch (event.kind) {
    case 'paused':
      return record.phase === 'running' ? to('paused') : record
    case 'resumed':
      return record.phase === 'paused' ? to('running') : record
    case 'stopped':
      return to('stopped')
    case 'failed':
      return to('failed', { problem: event.problem })
    case 'saved':
      return record.isSaved ? record : { ...record, isSaved: true, planned: event.planned }
    case 'begun':
      return marked(record, event.tile, 'fresh', 'begun')
    case 'tile-done':
      return added(marked(record, event.tile, 'begun', 'done'), record, event.counts)
    case 'finished':
      return record.isSaved && record.tiles.every((mark) => mark === 'done') ? to('done') : record
  }
}

const worked = (record: BuildRecord, { commands, ms }: { readonly commands: number; readonly ms: number }) => ({
  ...record,
  counts: { ...record.counts, commands: record.counts.commands + commands },
  activeMs: record.activeMs + ms,
})

/** No block is set before all are saved. */
function marked(record: BuildRecord, tile: number, from: TileMark, mark: TileMark): BuildRecord {
  if (!record.isSaved || record.tiles[tile] !== from) return record
  return { ...record, tiles: record.tiles.with(tile, mark) }
}

function added(next: BuildRecord, before: BuildRecord, { built, changed, skipped }: TileCounts): BuildRecord {
  if (next === before) return before
  const { counts } = before
  return {
    ...next,
    counts: {
      ...counts,
      built: counts.built + built,
      changed: counts.changed + changed,
      skipped: counts.skipped + skipped,
    },
  }
}

export type BuildStep =
  | { readonly kind: 'save' | 'verify' | 'finish' | 'wait-for-player' | 'none' }
  | { readonly kind: 'tile'; readonly tile: number }

/** Tiles that are sent before they are verified. */
const maxSent = 16

/**
 * @param blocked tiles in which a player stands; others go first
 * @param sent tiles whose commands were sent, and that are to be read again
 */
export function stepOf(record: BuildRecord, blocked: ReadonlySet<number>, sent: ReadonlySet<number>): BuildStep {
  if (record.phase !== 'running') return { kind: 'none' }
  if (!record.isSaved) return { kind: 'save' }
  const left = record.tiles.flatMap((mark, tile) => (mark === 'done' ? [] : [tile]))
  const tile = sent.size < maxSent ? left.find((one) => !blocked.has(one) && !sent.has(one)) : undefined
  if (tile !== undefined) return { kind: 'tile', tile }
  if (sent.size > 0) return { kind: 'verify' }
  return { kind: left.length === 0 ? 'finish' : 'wait-for-player' }
}

/** Blocks in tiles that are done, and of all tiles. */
export function progressOf({ tiles, planned, most, isSaved }: BuildRecord): { done: number; total: number } {
  if (!isSaved) return { done: 0, total: most }
  const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)
  return { done: sum(planned.filter((_, tile) => tiles[tile] === 'done')), total: sum(planned) }
}

/** Blocks that the plan sets in each of these tiles. */
export const plannedOf = ({ planned }: BuildRecord, tiles: readonly number[]): ReadonlyMap<number, number> =>
  new Map(tiles.map((tile) => [tile, planned[tile] ?? 0]))
