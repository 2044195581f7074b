/**
 * Follow services: keeps the running services in sync with the file. A change is passed on at once, also while services
 * of an earlier one still start.
 */
import type { Services, ServicesConfig } from '@shared/servers/service.js'
import type { Log } from '../../gateway/ports/runtime.js'
import type { ServicesStore } from './services-store.js'

export interface FollowedServices {
  /** Resolves when every known change was applied; never rejects. */
  settled(): Promise<void>
  /** Starts the services, when `startsPaused` was set. */
  release(): void
  stop(): void
}

/** The configuration with all services disabled. */
const disabled = (config: ServicesConfig): ServicesConfig => ({
  ...config,
  services: Object.fromEntries(
    Object.entries(config.services).map(([name, service]) => [name, { ...service, enabled: false }]),
  ),
})

/** Applies the configuration now and after each change. @param startsPaused starts no service before `release` */
export function followServices(
  store: Pick<ServicesStore, 'get' | 'onDidChange' | 'watch'>,
  services: Pick<Services, 'apply'>,
  log: Log,
  startsPaused = false,
): FollowedServices {
  let isPaused = startsPaused
  let isStopped = false
  const applying = new Set<Promise<void>>()

  function apply(config: ServicesConfig): void {
    if (isStopped) return
    const applied = services.apply(isPaused ? disabled(config) : config).catch((error: unknown) => {
      log.error('the configuration of services could not be applied', { error: `${error}` })
    })
    applying.add(applied)
    void applied.then(() => applying.delete(applied))
  }

  const endFollowing = store.onDidChange(apply)
  const endWatching = store.watch()
  apply(store.get())
  return {
    async settled() {
      while (applying.size > 0) await Promise.all(applying)
    },
    release() {
      if (!isPaused) return
      isPaused = false
      apply(store.get())
    },
    stop() {
      isStopped = true
      endFollowing()
      endWatching()
    },
  }
}
