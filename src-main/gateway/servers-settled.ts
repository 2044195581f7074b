/** Servers settled: waits until no server is connecting. */
import type { Clock } from './ports/runtime.js'
import type { Registry } from './trust/registry.js'

/** Resolves when every server is online or offline, or after `timeoutMs` milliseconds. */
export function serversSettled(registry: Registry, clock: Clock, timeoutMs: number): Promise<void> {
  const areSettled = () => registry.servers().every(({ state }) => state !== 'connecting')
  return new Promise((resolve) => {
    const end = () => {
      cancel()
      unsubscribe()
      resolve()
    }
    const cancel = clock.after(timeoutMs, end)
    const unsubscribe = registry.onDidChangeServer(() => areSettled() && end())
    if (areSettled()) end()
  })
}
