/**
 * Orders about chat with players, voice devices and the overlay.
 *
 * Guards invariant 8: keys of models, addresses of devices and the key of the overlay can be set but are never sent to a
 * page. Unmasked data goes only to the pop-up, one open request at a time.
 */

import { GatewayError } from '@contract/gateway-error.js'
import type { LocalModels, ModelChoice, ModelTest } from '@shared/features/chat.js'
import type { OverlayState } from '@shared/features/overlay.js'
import type { NewXiaozhi, XiaozhiChange, XiaozhiState, XiaozhiTest } from '@shared/features/xiaozhi.js'
import type { SecretStore } from '../../gateway/ports/client-access.js'
import { originOf } from '../../policy/chat/model-address.js'
import type { ChatView } from '../chat-view.js'
import type { OrdersAbout } from '../table/table.js'
import { refuseOnStream } from './set-up.js'

export interface ChatAccess {
  test(choice: ModelChoice): Promise<ModelTest>
  findLocalModels(): Promise<LocalModels[]>
}

/** The name of the key of a model in the credential store: one for each address. */
export const chatSecretOf = (origin: string): string => `chat-model:${origin}`

export interface ChatOrdersDependencies {
  readonly stream: { readonly on: boolean }
  readonly copy: (text: string) => Promise<void>
  readonly view: Pick<ChatView, 'page' | 'show'>
}

export function chatOrders(
  chat: ChatAccess,
  logins: { readonly key: string; renewKey(): string },
  secrets: SecretStore,
  { stream, copy, view }: ChatOrdersDependencies,
): OrdersAbout<'chat'> {
  return {
    'chat:state': () => view.page,
    'chat:show': (viewed) => view.show(viewed),
    'chat:test': (choice) => chat.test(choice),
    'chat:local-models': () => chat.findLocalModels(),
    'chat:keep-key': ({ baseUrl, token }) => {
      const origin = originOf(baseUrl)
      if (!origin) throw new GatewayError('PROTOCOL.INVALID_REQUEST')
      if (token !== '') return { isKept: secrets.set(chatSecretOf(origin), token) }
      secrets.delete(chatSecretOf(origin))
      return { isKept: true }
    },
    'chat:login-key': () => {
      refuseOnStream(stream)
      return { text: logins.key }
    },
    'chat:renew-login-key': () => {
      refuseOnStream(stream)
      return { text: logins.renewKey() }
    },
    'chat:copy-login-key': () => copy(`#login ${logins.key}`),
  }
}

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

export const xiaozhiOrders = (endpoints: XiaozhiAccess): OrdersAbout<'xiaozhi'> => ({
  'xiaozhi:state': () => endpoints.state(),
  'xiaozhi:test': ({ address }) => endpoints.test(address),
  'xiaozhi:add': (wanted) => endpoints.add(wanted),
  'xiaozhi:change': ({ id, change }) => endpoints.change(id, change),
  'xiaozhi:readdress': ({ id, address }) => endpoints.readdress(id, address),
  'xiaozhi:remove': ({ id }) => endpoints.remove(id),
  'xiaozhi:connect': ({ id }) => endpoints.connect(id),
})

export interface OverlayAccess {
  readonly state: OverlayState
  /** @throws Error when the key cannot be stored */
  renewKey(): string
  /** Undefined when the overlay is off, or the key is wrong. */
  addressWith(key: string): string | undefined
}

/** The name of the key in the credential store. */
export const overlayKeySecret = 'overlay-key'

export function overlayOrders(
  overlay: OverlayAccess,
  secrets: SecretStore,
  copy: (text: string) => Promise<void>,
): OrdersAbout<'overlay'> {
  function renewed(): string {
    const key = overlay.renewKey()
    secrets.set(overlayKeySecret, key)
    return key
  }
  async function copied(key: string): Promise<void> {
    const address = overlay.addressWith(key)
    if (address === undefined) throw new GatewayError('PROTOCOL.INVALID_REQUEST', keyIsLost)
    await copy(address)
  }

  return {
    'overlay:state': () => overlay.state,
    'overlay:copy': () => {
      const { state } = overlay
      return copied(secrets.get(overlayKeySecret) ?? (state.kind === 'on' && !state.hasKey ? renewed() : ''))
    },
    'overlay:renew': () => copied(renewed()),
  }
}

/** Switches stream-safe mode, unless the person keeps what they typed. */
export const streamOrders = (
  switchStream: (on: boolean) => Promise<'switched' | 'kept' | 'unsaved'>,
): OrdersAbout<'stream'> => ({
  'stream:switch': async ({ on }) => {
    if ((await switchStream(on)) === 'unsaved') throw new GatewayError('SYSTEM.SETTINGS_UNWRITABLE')
  },
})

const keyIsLost = {
  message: 'The overlay key is no longer stored.',
  suggestion: 'Create a new address and paste it into OBS. The old one stops working.',
}
