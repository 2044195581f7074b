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
  /** Starts the services that were held back. */
  release(): void
  stop(): void
}

/** Services that are known, and wait for a person or for the release. */
const held = (config: ServicesConfig): ServicesConfig => ({
  ...config,
  services: Object.fromEntries(
    Object.entries(config.services).map(([name, service]) => [name, { ...service, enabled: false }]),
  ),
})

/** Applies the configuration now, and again whenever it changes. @param isHeld nothing is started until the release */
export function followServices(
  store: Pick<ServicesStore, 'get' | 'onDidChange' | 'watch'>,
  services: Pick<Services, 'apply'>,
  log: Log,
  isHeld = false,
): FollowedServices {
  let isHolding = isHeld
  let next: ServicesConfig | undefined = store.get()
  let running: Promise<void> | undefined
  let isStopped = false

  async function applyAll(): Promise<void> {
    while (next && !isStopped) {
      const config = next
      next = undefined
      await services.apply(isHolding ? held(config) : config).catch((error: unknown) => {
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
      if (!isHolding) return
      isHolding = false
      follow(store.get())
    },
    stop() {
      isStopped = true
      endFollowing()
      endWatching()
    },
  }
}
