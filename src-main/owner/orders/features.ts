/**
 * Orders about chat with players, voice devices, an AI VTuber, the overlay and stream-safe mode.
 *
 * Guards invariant 8: keys of models, addresses of devices and the key of the overlay can be set but are never sent to a
 * page. Unmasked data goes only to the pop-up, one open request at a time.
 */
import { GatewayError } from '@contract/gateway-error.js'
import type { LocalModels, ModelChoice, ModelTest } from '@shared/features/chat.js'
import type { NeuroChange, NeuroState, NeuroTest, NewNeuro } from '@shared/features/neuro.js'
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

/** The methods throw a `GatewayError`. */
export interface XiaozhiAccess {
  state(): readonly XiaozhiState[]
  /** @returns the id, and whether the address is persistent */
  add(wanted: NewXiaozhi): { readonly id: string; readonly isKept: boolean }
  change(id: string, change: XiaozhiChange): void
  /** Changes the address of an endpoint, for example for a new token. */
  readdress(id: string, address: string): Promise<{ readonly isKept: boolean }>
  /** Also revokes its client. */
  remove(id: string): void
  /** Connects now. */
  connect(id: string): void
  test(address: string): Promise<XiaozhiTest>
}

/** The methods throw a `GatewayError`. */
export interface NeuroAccess {
  /** Null until a person added it. */
  state(): NeuroState | null
  add(wanted: NewNeuro): void
  change(change: NeuroChange): void
  /** Also revokes its client. */
  remove(): void
  /** Connects now. */
  connect(): void
  test(address: string): Promise<NeuroTest>
}

export interface OverlayAccess {
  readonly state: OverlayState
  /** @throws Error when the key cannot be stored */
  renewKey(): string
  /** Undefined when the overlay is off, or the key is wrong. */
  addressWith(key: string): string | undefined
}

/** The name of the key in the credential store. */
export const overlayKeySecret = 'overlay-key'

export interface FeatureOrdersDependencies {
  readonly chat: ChatAccess
  readonly chatView: Pick<ChatView, 'page' | 'show'>
  readonly logins: { readonly key: string; renewKey(): string }
  readonly xiaozhi: XiaozhiAccess
  readonly neuro: NeuroAccess
  readonly overlay: OverlayAccess
  /** Keys of models and of the overlay. */
  readonly secrets: SecretStore
  readonly stream: { readonly on: boolean }
  readonly copy: (text: string) => Promise<void>
}

export const featureOrders = ({
  chat,
  chatView,
  logins,
  xiaozhi,
  neuro,
  overlay,
  secrets,
  stream,
  copy,
}: FeatureOrdersDependencies): OrdersAbout<'chat' | 'neuro' | 'overlay' | 'xiaozhi'> => ({
  'chat:state': () => chatView.page,
  'chat:show': (viewed) => chatView.show(viewed),
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
  'xiaozhi:state': () => xiaozhi.state(),
  'xiaozhi:test': ({ address }) => xiaozhi.test(address),
  'xiaozhi:add': (wanted) => xiaozhi.add(wanted),
  'xiaozhi:change': ({ id, change }) => xiaozhi.change(id, change),
  'xiaozhi:readdress': ({ id, address }) => xiaozhi.readdress(id, address),
  'xiaozhi:remove': ({ id }) => xiaozhi.remove(id),
  'xiaozhi:connect': ({ id }) => xiaozhi.connect(id),
  'neuro:state': () => neuro.state(),
  'neuro:test': ({ address }) => neuro.test(address),
  'neuro:add': (wanted) => neuro.add(wanted),
  'neuro:change': (change) => neuro.change(change),
  'neuro:remove': () => neuro.remove(),
  'neuro:connect': () => neuro.connect(),
  'overlay:state': () => overlay.state,
  'overlay:copy': () => {
    const { state } = overlay
    const isFirst = state.kind === 'on' && !state.hasKey
    return copyOverlay(overlay, secrets.get(overlayKeySecret) ?? (isFirst ? renewedKey(overlay, secrets) : ''), copy)
  },
  'overlay:renew': () => copyOverlay(overlay, renewedKey(overlay, secrets), copy),
})

function renewedKey(overlay: OverlayAccess, secrets: SecretStore): string {
  const key = overlay.renewKey()
  secrets.set(overlayKeySecret, key)
  return key
}

async function copyOverlay(overlay: OverlayAccess, key: string, copy: (text: string) => Promise<void>): Promise<void> {
  const address = overlay.addressWith(key)
  if (address === undefined) throw new GatewayError('PROTOCOL.INVALID_REQUEST', keyIsLost)
  await copy(address)
}

const keyIsLost = {
  message: 'The overlay key is no longer stored.',
  suggestion: 'Create a new address and paste it into OBS. The old one stops working.',
}

/** Switches stream-safe mode, unless the person keeps what they typed. */
export const streamOrders = (
  switchStream: (on: boolean) => Promise<'switched' | 'kept' | 'unsaved'>,
): OrdersAbout<'stream'> => ({
  'stream:switch': async ({ on }) => {
    if ((await switchStream(on)) === 'unsaved') throw new GatewayError('SYSTEM.SETTINGS_UNWRITABLE')
  },
})
