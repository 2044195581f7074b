/**
 * Follow services: what the file says is what runs. One change at a time; of several that come meanwhile only the last
 * is applied.
 */
import type { Services, ServicesConfig } from '../../contract/service.js'
import type { Log } from '../../gateway/ports.js'
import type { ServicesStore } from './services-store.js'

export interface FollowedServices {
  /** Resolves once everything that is known was applied; never rejects. */
  settled(): Promise<void>
  stop(): void
}

/** Applies the configuration now, and again whenever it changes. */
export function followServices(
  store: Pick<ServicesStore, 'get' | 'onDidChange' | 'watch'>,
  services: Pick<Services, 'apply'>,
  log: Log,
): FollowedServices {
  let next: ServicesConfig | undefined = store.get()
  let running: Promise<void> | undefined
  let isStopped = false

  async function applyAll(): Promise<void> {
    while (next && !isStopped) {
      const config = next
      next = undefined
      await services.apply(config).catch((error: unknown) => {
        log.error('the configuration of services could not be applied', { error: `${error}` })
      })
    }
    running = undefined
  }

  const endFollowing = store.onDidChange((config) => {
    next = config
    running ??= applyAll()
  })
  const endWatching = store.watch()
  running = applyAll()
  return {
    async settled() {
      while (running) await running
    },
    stop() {
      isStopped = true
      endFollowing()
      endWatching()
    },
  }
}
