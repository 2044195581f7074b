/**
 * Feed: a list owned by main, followed without a lost update.
 *
 * Subscribes first and requests the snapshot second. Each push is the whole list, so a snapshot that arrives after a push is
 * stale and is dropped. When the page is reset, every feed discards its data and requests it again.
 */
import { create, type StoreApi, type UseBoundStore } from 'zustand'

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

const followed = new Set<() => void>()

/** @returns the function that ends it */
export const onPageReset = (resetPage: () => void): (() => void) => {
  followed.add(resetPage)
  return () => void followed.delete(resetPage)
}

/** Every followed list discards its data and requests it again. */
export const resetFeeds = (): void => {
  for (const resetPage of followed) resetPage()
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
  const resetPage = () => {
    use.setState({ status: 'loading', value: initial })
    refresh()
  }
  return {
    use,
    refresh,
    start: () => {
      const stopListening = onPageReset(resetPage)
      const end = source.subscribe((value) => {
        latest += 1
        use.setState({ status: 'ready', value })
      })
      refresh()
      return () => {
        stopListening()
        latest += 1
        end()
      }
    },
  }
}
