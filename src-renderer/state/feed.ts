/**
 * Feed: a list owned by main, followed without a lost update.
 *
 * Subscribes first and requests the snapshot second. Each push is the whole list, so a snapshot that arrives after a push is
 * stale and is dropped.
 */
import { create, type StoreApi, type UseBoundStore } from 'zustand'
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
