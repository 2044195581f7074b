/**
 * Live entries: all entries that main keeps, followed without a lost one.
 *
 * Pushes contain only new entries. Subscribes first and requests the newest page second; older pages are fetched afterwards,
 * with pauses, so that neither side is blocked. The log is one mutable object: `version` changes when it grows.
 */

import type { CallEntry, LiveEntry, LivePage } from '@shared/trail/live.js'
import { create } from 'zustand'
import { attempt, type SentPage, subscribe } from '../bridge.js'
import type { FeedStatus } from './feed.js'
import { linked } from './linked.js'
import { LiveLog } from './live-log.js'

/** Maximum number of ended calls in the list. */
export const maxCalls = 200

/** Milliseconds between two pages of what is older. */
const pageEveryMs = 30

export interface LiveState {
  readonly status: FeedStatus
  readonly log: LiveLog
  /** Changes with every change of the log. */
  readonly version: number
  /** Number of the oldest entry that main keeps. */
  readonly oldest: number
  /** The newest calls that ended, oldest first. */
  readonly calls: readonly CallEntry[]
  /** Id of the newest entry about a call. */
  readonly newestAboutCalls: string | undefined
}

const nothing = (): LiveState => ({
  status: 'loading',
  log: new LiveLog(),
  version: 0,
  oldest: 0,
  calls: [],
  newestAboutCalls: undefined,
})

export const useLive = create<LiveState>(nothing)

/** Whether all older entries are loaded. */
export const isWhole = ({ log, oldest }: Pick<LiveState, 'log' | 'oldest'>): boolean =>
  log.isFull || log.first <= oldest

const isCall = (entry: LiveEntry): entry is CallEntry => entry.kind === 'call'

const byTime = (calls: readonly CallEntry[]): readonly CallEntry[] =>
  [...new Map(calls.map((call) => [call.id, call])).values()].slice(-maxCalls)

const take = (state: LiveState, page: LivePage): LiveState => {
  const { log } = state
  const before = log.size
  const first = log.first
  const added = log.take(page)
  const prepended = before > 0 && log.first < first ? page.entries.filter(isCall) : []
  const appended = added.filter(isCall)
  const isOfCalls = ({ kind }: LiveEntry) => kind === 'call' || kind === 'asked'
  return {
    ...state,
    version: state.version + 1,
    oldest: page.oldest,
    calls:
      appended.length > 0 || (prepended.length > 0 && state.calls.length < maxCalls)
        ? byTime([...prepended, ...state.calls, ...appended])
        : state.calls,
    newestAboutCalls: added.findLast(isOfCalls)?.id ?? state.newestAboutCalls,
  }
}

/** Begins to follow; returns the function that ends it. */
export const startLive = (): (() => void) => {
  let ended = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const put = ({ entries, ...page }: SentPage) =>
    useLive.setState((state) => take(state, { ...page, entries: JSON.parse(entries) as LivePage['entries'] }))
  const end = subscribe('live:arrived', put)

  const readOlder = async () => {
    const state = useLive.getState()
    if (ended || isWhole(state)) return
    const page = await attempt('live:page', { before: state.log.first })
    const before = state.log.first
    if (ended || !page.ok) return
    put(page.value)
    // An empty page would be requested endlessly.
    if (state.log.first === before) return
    timer = setTimeout(() => void readOlder(), pageEveryMs)
  }

  const begin = async () => {
    const page = await attempt('live:page', {})
    if (ended) return
    if (page.ok) put(page.value)
    useLive.setState({ status: page.ok ? 'ready' : 'failed' })
    timer = setTimeout(() => void readOlder(), pageEveryMs)
  }
  void begin()
  // Another run of the gateway numbers its entries from the start.
  const endLinked = linked.on(() => {
    clearTimeout(timer)
    useLive.setState(nothing())
    void begin()
  })

  return () => {
    ended = true
    endLinked()
    clearTimeout(timer)
    end()
    useLive.setState(nothing())
  }
}
