/**
 * Follow services: keeps the running services in sync with the file. One change at a time; of several pending ones only
 * the last is applied.
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
  let next: ServicesConfig | undefined = store.get()
  let running: Promise<void> | undefined
  let isStopped = false

  async function applyAll(): Promise<void> {
    while (next && !isStopped) {
      const config = next
      next = undefined
      await services.apply(isPaused ? disabled(config) : config).catch((error: unknown) => {
        log.error('the configuration of services could not be applied', { error: `${error}` })
      })
    }
    running = undefined
  }

  const follow = (config: ServicesConfig): void => {
    next = config
    running ??= applyAll()
  }
  const endFollowing = store.onDidChange(follow)
  const endWatching = store.watch()
  running = applyAll()
  return {
    async settled() {
      while (running) await running
    },
    release() {
      if (!isPaused) return
      isPaused = false
      follow(store.get())
    },
    stop() {
      isStopped = true
      endFollowing()
      endWatching()
    },
  }
}
