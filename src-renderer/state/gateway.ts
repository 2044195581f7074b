/**
 * Gateway: the gateway on another computer that this window belongs to, and what its person may order there.
 *
 * What they may not order is not shown. The gateway refuses it in any case.
 */
import type { OpenApproval } from '@shared/approvals/approval.js'
import { includesRole } from '@shared/clients/person-role.js'
import type { GatewayIdentity } from '@shared/remote/gateway.js'
import { create } from 'zustand'
import { remoteOrders } from '../../src-main/owner/table/remote.js'
import type { PageOrder } from '../../src-main/owner/table/table.js'
import { subscribe } from '../bridge.js'
import { pushedFeed } from './feed.js'
import { linked } from './linked.js'

interface GatewayState {
  /** Undefined in a window of this computer's own gateway. */
  readonly gateway: GatewayIdentity | undefined
}

export const useGateway = create<GatewayState>(() => ({ gateway: undefined }))

/** @param gateway when the page was loaded */
export const startGateway = (gateway: GatewayIdentity | undefined): void => {
  useGateway.setState({ gateway: useGateway.getState().gateway ?? gateway })
}

/** Follows the link before the page knows its gateway. */
export const followGateway = (): (() => void) =>
  subscribe('gateway:changed', (gateway) => {
    const before = useGateway.getState().gateway?.link.kind
    useGateway.setState({ gateway })
    if (gateway.link.kind === 'connected' && before !== 'connected') linked.announce()
  })

const mayOrder = (gateway: GatewayIdentity | undefined, order: PageOrder): boolean => {
  if (!gateway) return true
  const needed = remoteOrders[order]
  if (needed === 'never') return false
  return needed === 'here' || includesRole(gateway.person.role, needed)
}

/** Whether the person of this window may give an order. */
export const useMayOrder = (order: PageOrder): boolean => useGateway(({ gateway }) => mayOrder(gateway, order))

/** Whether the person of this window may answer a request. */
export const useMayAnswer = ({ risk, server }: Pick<OpenApproval, 'risk' | 'server'>): boolean =>
  useGateway(({ gateway }) => {
    if (!gateway || gateway.person.role === 'owner') return true
    const { role, servers } = gateway.person
    return role === 'moderator' && risk !== 'critical' && (servers?.includes(server.id) ?? true)
  })

/** Whether this window belongs to a gateway on another computer. */
export const useIsElsewhere = (): boolean => useGateway(({ gateway }) => gateway !== undefined)

/** Gateways on other computers, in the window of this computer. */
export const gateways = pushedFeed('gateways:list', 'gateways:changed', [])
