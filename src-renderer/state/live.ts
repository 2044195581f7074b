/**
 * Live entries: the newest 5,000, oldest first.
 *
 * Pushes carry only what is new. What arrives before the snapshot is kept and joined to it, and an entry that both hold counts once.
 */
import { create } from 'zustand'
import type { LiveEntry } from '../../src-main/contract/live.js'
import { request, subscribe } from '../bridge.js'
import type { FeedStatus } from './feed.js'

export const liveCap = 5_000

/** Adds what arrived, each entry once, and keeps the newest `cap`. Returns `entries` itself when nothing is new. */
export const appendEntries = (
  entries: readonly LiveEntry[],
  arrived: readonly LiveEntry[],
  cap: number = liveCap,
): readonly LiveEntry[] => {
  const known = new Set(entries.map((entry) => entry.id))
  const fresh = arrived.filter((entry) => {
    if (known.has(entry.id)) return false
    known.add(entry.id)
    return true
  })
  if (fresh.length === 0) return entries
  const all = [...entries, ...fresh]
  return all.length > cap ? all.slice(all.length - cap) : all
}

export interface LiveState {
  readonly status: FeedStatus
  readonly entries: readonly LiveEntry[]
}

export const useLive = create<LiveState>(() => ({ status: 'loading', entries: [] }))

/** Begins to follow; returns the function that ends it. */
export const startLive = (): (() => void) => {
  let ended = false
  const end = subscribe('live:arrived', (arrived) =>
    useLive.setState((state) => ({ entries: appendEntries(state.entries, arrived) })),
  )
  request('live:recent').then(
    (recent) => {
      if (ended) return
      useLive.setState((state) => ({
        status: 'ready',
        entries: appendEntries(appendEntries([], recent), state.entries),
      }))
    },
    () => {
      if (!ended) useLive.setState({ status: 'failed' })
    },
  )
  return () => {
    ended = true
    end()
  }
}
