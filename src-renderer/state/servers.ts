/** Servers: all servers, followed without a lost update. The list of actions stays the same object until it changes. */

import type { Server } from '@shared/servers/server.js'
import { create, type StoreApi, type UseBoundStore } from 'zustand'
import type { SentServers } from '../../src-main/owner/table/shapes.js'
import { request, subscribe } from '../bridge.js'
import { type FeedSource, type FeedState, pushedFeed } from './feed.js'
import { linked } from './linked.js'
import { ServerCache, type UpdateResult } from './server-cache.js'

export interface ServersState extends FeedState<readonly Server[]> {
  /** The servers without their latest heartbeats: for large components that do not show heartbeats. */
  readonly stableServers: readonly Server[]
}

export interface ServersFeed {
  readonly use: UseBoundStore<StoreApi<ServersState>>
  /** Begins to follow; returns the function that ends it. */
  start(): () => void
  /** Requests all of them again. */
  refresh(): void
}

export const createServersFeed = (source: FeedSource<SentServers>): ServersFeed => {
  const use = create<ServersState>(() => ({ status: 'loading', value: [], stableServers: [] }))
  const ledger = new ServerCache()
  /** The latest request; responses to earlier ones are stale. */
  let latest = 0

  const refresh = () => {
    latest += 1
    const asked = latest
    ledger.expect()
    source.fetch().then(
      (whole) => {
        if (asked === latest) show(ledger.begin(whole))
      },
      () => {
        if (asked === latest) use.setState({ status: 'failed' })
      },
    )
  }
  const show = (taking: UpdateResult) => {
    if (taking === 'taken')
      use.setState({ status: 'ready', value: ledger.servers, stableServers: ledger.stableServers })
    else if (taking === 'missed' || use.getState().status === 'failed') refresh()
  }
  return {
    use,
    refresh,
    start: () => {
      const end = source.subscribe((news) => show(ledger.take(news)))
      const endLinked = linked.on(refresh)
      refresh()
      return () => {
        latest += 1
        endLinked()
        end()
      }
    },
  }
}

export const servers = createServersFeed({
  subscribe: (listener) => subscribe('servers:changed', listener),
  fetch: () => request('servers:list'),
})

export const useStableServers = (): readonly Server[] => servers.use(({ stableServers }) => stableServers)

/** The servers as the pop-up receives them. */
export const serverStates = pushedFeed('servers:states', 'servers:states-changed', [])
