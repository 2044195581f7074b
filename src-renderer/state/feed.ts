/**
 * Feed: a list owned by main, followed without a lost update.
 *
 * Subscribes first and requests the snapshot second. Each push is the whole list, so a snapshot that arrives after a push is
 * stale and is dropped.
 */
import { create, type StoreApi, type UseBoundStore } from 'zustand'
import type { Carried, PageEvent, PageOrder, Payload, Returned } from '../../src-main/owner/table/table.js'
import { request, subscribe } from '../bridge.js'
import { linked } from './linked.js'

export type FeedStatus = 'loading' | 'ready' | 'failed'

export interface FeedState<T> {
  readonly status: FeedStatus
  readonly value: T
}

export interface FeedSource<T> {
  subscribe(listener: (value: T) => void): () => void
  fetch(): Promise<T>
}

export interface Feed<T> {
  readonly use: UseBoundStore<StoreApi<FeedState<T>>>
  /** Begins to follow; returns the function that ends it. */
  start(): () => void
  /** Requests again, for data that changes without a push. */
  refresh(): void
}

export const createFeed = <T>(initial: T, source: FeedSource<T>): Feed<T> => {
  const use = create<FeedState<T>>(() => ({ status: 'loading', value: initial }))
  /** The latest push or request; responses to earlier requests are stale. */
  let latest = 0
  const refresh = () => {
    latest += 1
    const asked = latest
    source.fetch().then(
      (value) => {
        if (asked === latest) use.setState({ status: 'ready', value })
      },
      () => {
        if (asked === latest) use.setState({ status: 'failed' })
      },
    )
  }
  return {
    use,
    refresh,
    start: () => {
      const end = source.subscribe((value) => {
        latest += 1
        use.setState({ status: 'ready', value })
      })
      const endLinked = linked.on(refresh)
      refresh()
      return () => {
        latest += 1
        endLinked()
        end()
      }
    },
  }
}

/** The orders that take nothing. */
type Read = { [O in PageOrder]: Payload<O> extends undefined ? O : never }[PageOrder]
/** The events that carry a value of a type. */
type EventOf<T> = { [E in PageEvent]: Carried<E> extends T ? E : never }[PageEvent]

/** @param initial until main has responded */
export const pushedFeed = <O extends Read>(
  order: O,
  event: EventOf<Returned<O>>,
  initial: Returned<O>,
): Feed<Returned<O>> =>
  createFeed(initial, {
    subscribe: (listener) => subscribe(event, (value) => listener(value as Returned<O>)),
    fetch: () => request<Read>(order) as Promise<Returned<O>>,
  })
