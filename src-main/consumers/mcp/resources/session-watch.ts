/** Session watch: the resources that one session of the older era has subscribed to. Gone with the session. */
import type { Library } from '../library.js'
import { type FollowingOptions, followResources } from './following.js'

/** Resources that one session may subscribe to. */
export const mostWatched = 64

/** Begins to follow; gets what sends an address, and returns the function that ends it. */
export type Follow = (tell: (uri: string) => void) => (() => void) | undefined

export interface SessionWatch {
  /** `unknown`: it is the address of nothing. */
  add(uri: string, options: FollowingOptions): 'added' | 'unknown' | 'too-many'
  /** A resource of a service. @param follow undefined when no service can have it */
  addAtService(uri: string, follow: Follow): 'added' | 'unknown' | 'too-many'
  delete(uri: string): void
  end(): void
}

/** @param tell sends the address, as the client wrote it */
export function createSessionWatch(
  { writtenAs, mayFollow }: Pick<Library, 'writtenAs' | 'mayFollow'>,
  tell: (uri: string) => void,
): SessionWatch {
  /** Address as we write it → as the client does. */
  const watched = new Map<string, string>()
  /** Resources of services, and what ends following them. */
  const followed = new Map<string, () => void>()
  const isFull = (): boolean => watched.size + followed.size >= mostWatched
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
          if (stale.has(known) && mayFollow(known, options.caller, options.gateway) !== 'no') tell(asWritten)
        }
      })
      return 'added'
    },
    addAtService(uri, follow) {
      if (followed.has(uri)) return 'added'
      if (isFull()) return 'too-many'
      const end = follow(tell)
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
