/** Session watch: the resource subscriptions of one legacy session. They end with the session. */
import type { Library } from '../library.js'
import { type FollowingOptions, followResources } from './following.js'

/** Maximum subscriptions of one session. */
export const maxWatched = 64

/** Subscribes; gets a function that sends an address, and returns the function that ends it. */
export type StartFollowing = (notify: (uri: string) => void) => (() => void) | undefined

export interface SessionWatch {
  /** `unknown`: no such address. */
  add(uri: string, options: FollowingOptions): 'added' | 'unknown' | 'too-many'
  /** A resource of a service. @param follow undefined when no service can have it */
  addAtService(uri: string, follow: StartFollowing): 'added' | 'unknown' | 'too-many'
  delete(uri: string): void
  end(): void
}

/** @param notify sends the address as the client wrote it */
export function createSessionWatch(
  { writtenAs, mayFollow }: Pick<Library, 'writtenAs' | 'mayFollow'>,
  notify: (uri: string) => void,
): SessionWatch {
  /** Canonical address → the client's spelling. */
  const watched = new Map<string, string>()
  /** Resources of services, and the functions that end their subscriptions. */
  const followed = new Map<string, () => void>()
  const isFull = (): boolean => watched.size + followed.size >= maxWatched
  let endFollowing: (() => void) | undefined
  const stop = (): void => {
    endFollowing?.()
    endFollowing = undefined
  }
  return {
    add(uri, options) {
      const ours = writtenAs(uri)
      if (ours === undefined) return 'unknown'
      if (!watched.has(ours) && isFull()) return 'too-many'
      watched.set(ours, uri)
      endFollowing ??= followResources(options, (stale) => {
        for (const [known, asWritten] of watched) {
          if (stale.has(known) && mayFollow(known, options.caller, options.gateway) !== 'no') notify(asWritten)
        }
      })
      return 'added'
    },
    addAtService(uri, follow) {
      if (followed.has(uri)) return 'added'
      if (isFull()) return 'too-many'
      const end = follow(notify)
      if (!end) return 'unknown'
      followed.set(uri, end)
      return 'added'
    },
    delete(uri) {
      followed.get(uri)?.()
      followed.delete(uri)
      const ours = writtenAs(uri)
      if (ours !== undefined) watched.delete(ours)
      if (watched.size === 0) stop()
    },
    end() {
      for (const end of followed.values()) end()
      followed.clear()
      watched.clear()
      stop()
    },
  }
}
