/**
 * Refetch: requests the whole state whenever a push without data announces a change.
 *
 * One request at a time: a change meanwhile causes one more, so that an older response never arrives last.
 */
export const refetchOnChange =
  <T>(onChange: (listener: () => void) => () => void, read: () => Promise<T>) =>
  (listener: (value: T) => void): (() => void) => {
    let reading = false
    let stale = false
    let ended = false
    const follow = async (): Promise<void> => {
      if (reading) {
        stale = true
        return
      }
      reading = true
      do {
        stale = false
        try {
          const value = await read()
          if (!ended) listener(value)
        } catch {
          // The last value stays until the next change.
        }
      } while (stale && !ended)
      reading = false
    }
    const end = onChange(() => void follow())
    return () => {
      ended = true
      end()
    }
  }
