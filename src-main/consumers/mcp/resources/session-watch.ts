/** Session watch: the resources that one session of the older era has subscribed to. Gone with the session. */
import type { Library } from '../library.js'
import { type FollowingOptions, followResources } from './following.js'

/** Resources that one session may subscribe to. */
export const mostWatched = 64

export interface SessionWatch {
  /** `unknown`: it is the address of nothing. */
  add(uri: string, options: FollowingOptions): 'added' | 'unknown' | 'too-many'
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
  let endFollowing: (() => void) | undefined
  const stop = (): void => {
    endFollowing?.()
    endFollowing = undefined
  }
  return {
    add(uri, options) {
      const ours = writtenAs(uri)
      if (ours === undefined) return 'unknown'
      if (!watched.has(ours) && watched.size >= mostWatched) return 'too-many'
      watched.set(ours, uri)
      endFollowing ??= followResources(options, (stale) => {
        for (const [known, asWritten] of watched) {
          if (stale.has(known) && mayFollow(known, options.caller, options.gateway) !== 'no') tell(asWritten)
        }
      })
      return 'added'
    },
    delete(uri) {
      const ours = writtenAs(uri)
      if (ours !== undefined) watched.delete(ours)
      if (watched.size === 0) stop()
    },
    end() {
      watched.clear()
      stop()
    },
  }
}
