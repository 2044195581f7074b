/** Servers settled: waits until no server is being connected any more. */
import type { Clock } from './ports.js'
import type { Registry } from './registry.js'

/** Resolves as soon as every server is online or offline, and after `mostMs` milliseconds in any case. */
export function serversSettled(registry: Registry, clock: Clock, mostMs: number): Promise<void> {
  const areSettled = () => registry.servers().every(({ state }) => state !== 'connecting')
  return new Promise((resolve) => {
    const end = () => {
      cancel()
      unsubscribe()
      resolve()
    }
    const cancel = clock.after(mostMs, end)
    const unsubscribe = registry.onDidChangeServer(() => areSettled() && end())
    if (areSettled()) end()
  })
}
