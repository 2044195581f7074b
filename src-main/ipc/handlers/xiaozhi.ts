/**
 * XiaoZhi, for the window: endpoints of voice devices.
 *
 * Guards invariant 8: a page can set an address but never read one.
 */
import type { NewXiaozhi, XiaozhiChange, XiaozhiState, XiaozhiTest } from '@shared/features/xiaozhi.js'
import type { Handlers } from '../request-handling.js'

/** The methods throw a `GatewayError`. */
export interface XiaozhiAccess {
  state(): readonly XiaozhiState[]
  add(wanted: NewXiaozhi): { readonly id: string; readonly isKept: boolean }
  change(id: string, change: XiaozhiChange): void
  readdress(id: string, address: string): Promise<{ readonly isKept: boolean }>
  remove(id: string): void
  connect(id: string): void
  test(address: string): Promise<XiaozhiTest>
}

type Topic = Extract<keyof Handlers, `xiaozhi:${string}`>

export const xiaozhiHandlers = (endpoints: XiaozhiAccess): Pick<Handlers, Topic> => ({
  'xiaozhi:state': () => endpoints.state(),
  'xiaozhi:test': ({ address }) => endpoints.test(address),
  'xiaozhi:add': (wanted) => endpoints.add(wanted),
  'xiaozhi:change': ({ id, change }) => endpoints.change(id, change),
  'xiaozhi:readdress': ({ id, address }) => endpoints.readdress(id, address),
  'xiaozhi:remove': ({ id }) => endpoints.remove(id),
  'xiaozhi:connect': ({ id }) => endpoints.connect(id),
})
