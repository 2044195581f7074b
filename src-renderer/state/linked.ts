/** Linked: the connection to the gateway of this window is back, so that what was shown may be old. */
const listeners = new Set<() => void>()

export const linked = {
  /** Returns the function that unsubscribes. */
  on: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  announce: (): void => {
    for (const listener of [...listeners]) listener()
  },
}
