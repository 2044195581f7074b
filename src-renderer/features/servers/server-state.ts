/** Server state: how a server is, as its owner would say it. */
import type { Server } from '@shared/servers/server.js'

export const isConnected = ({ state }: Pick<Server, 'state'>): boolean => state === 'online' || state === 'degraded'

/** Ticks a second below which players notice. */
export const slowTps = 15

export const isSlow = ({ health }: Pick<Server, 'health'>): boolean => health?.tps !== undefined && health.tps < slowTps

const ownHost = /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/iu

/** It runs on the computer of Gatehouse, by its address. */
export const isOnThisComputer = ({ address = '' }: Pick<Server, 'address'>): boolean =>
  URL.canParse(address) && ownHost.test(new URL(address).hostname)
