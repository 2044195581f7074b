/** Server state: how a server is, as its owner would say it. */
import { isConnected, type Server, type ServerState } from '@shared/servers/server.js'
import type { PowerState } from '@shared/servers/server-way.js'

type ShownState = ServerState | Exclude<PowerState, 'unknown' | 'running'> | 'restarting'

/** What its host says of a server that is away, and the owner's order, say more than its connection. */
export function shownStateOf({ state, power }: Pick<Server, 'state' | 'power'>): ShownState {
  switch (power?.order) {
    case 'start':
      return 'starting'
    case 'stop':
      return 'stopping'
    case 'restart':
      return 'restarting'
    case undefined:
      if (!power || power.state === 'unknown' || power.state === 'running' || isConnected({ state })) return state
      return power.state
  }
}

/** Ticks a second below which players notice. */
export const slowTps = 15

export const isSlow = ({ health }: Pick<Server, 'health'>): boolean => health?.tps !== undefined && health.tps < slowTps

const ownHost = /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/iu

/** It runs on the computer of Gatehouse, by its address. */
export const isOnThisComputer = ({ address = '' }: Pick<Server, 'address'>): boolean =>
  URL.canParse(address) && ownHost.test(new URL(address).hostname)
