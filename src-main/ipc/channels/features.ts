/** Channels for voice devices, chat with players, and the overlay. */
import { clientLimits } from '@shared/clients/client.js'
import { type ChatPage, chatLimits, type LocalModels, type ModelTest, modelProviders } from '@shared/features/chat.js'
import type { OverlayState } from '@shared/features/overlay.js'
import { type XiaozhiState, type XiaozhiTest, xiaozhiLimits } from '@shared/features/xiaozhi.js'
import { as, flag, id, integer, nothing, object, offered, oneOf, text } from '../payload-schema.js'
import { of, type PushTable, type RequestTable } from '../table.js'

const { resultBytes, address: maxAddressLength } = xiaozhiLimits
const xiaozhiAddress = text({ maxLength: maxAddressLength })

export const featuresRequests = {
  'xiaozhi:state': { page: 'window', takes: nothing, returns: of<readonly XiaozhiState[]>() },
  /** Connects once, and reports whether the token was accepted. */
  'xiaozhi:test': { page: 'window', takes: object({ address: xiaozhiAddress }), returns: of<XiaozhiTest>() },
  'xiaozhi:add': {
    page: 'window',
    takes: object({
      name: text({ maxLength: clientLimits.name }),
      address: xiaozhiAddress,
      language: oneOf(['en', 'zh']),
    }),
    returns: of<{ readonly id: string; readonly isKept: boolean }>(),
  },
  'xiaozhi:change': {
    page: 'window',
    takes: object({
      id,
      change: object(
        {},
        {
          enabled: flag,
          language: oneOf(['en', 'zh']),
          tools: as<readonly string[] | null>({
            type: ['array', 'null'],
            maxItems: 1_000,
            items: offered({ maxLength: 128 }),
          }),
          resultBytes: integer({ minimum: resultBytes.least, maximum: resultBytes.most }),
        },
      ),
    }),
    returns: of<null>(),
  },
  'xiaozhi:readdress': {
    page: 'window',
    takes: object({ id, address: xiaozhiAddress }),
    returns: of<{ readonly isKept: boolean }>(),
  },
  'xiaozhi:remove': { page: 'window', takes: object({ id }), returns: of<null>() },
  'xiaozhi:connect': { page: 'window', takes: object({ id }), returns: of<null>() },
  'chat:state': { page: 'window', takes: nothing, returns: of<ChatPage>() },
  /** Selects the conversation and search of the page; the data is pushed. */
  'chat:show': { page: 'window', takes: object({}, { open: id, words: text({ maxLength: 64 }) }), returns: of<null>() },
  'chat:test': {
    page: 'window',
    takes: object({
      provider: oneOf(modelProviders),
      baseUrl: offered({ maxLength: chatLimits.baseUrl }),
      name: text({ maxLength: chatLimits.modelName }),
    }),
    returns: of<ModelTest>(),
  },
  /** Programs on this computer that serve models. */
  'chat:local-models': { page: 'window', takes: nothing, returns: of<readonly LocalModels[]>() },
  /** Stores the key of a model for its address in the credential store; an empty key removes it. */
  'chat:keep-key': {
    page: 'window',
    takes: object({
      baseUrl: offered({ minLength: 1, maxLength: chatLimits.baseUrl }),
      token: text({ maxLength: 512 }),
    }),
    returns: of<{ readonly isKept: boolean }>(),
  },
  /** The key that players log in with. */
  'chat:login-key': { page: 'window', takes: nothing, returns: of<{ readonly text: string }>() },
  'chat:renew-login-key': { page: 'window', takes: nothing, returns: of<{ readonly text: string }>() },
  'chat:copy-login-key': { page: 'window', takes: nothing, returns: of<null>() },
  'overlay:state': { page: 'window', takes: nothing, returns: of<OverlayState>() },
  /** Copies the address for OBS with its key, which no page sees; creates the first key. */
  'overlay:copy': { page: 'window', takes: nothing, returns: of<null>() },
  /** Replaces the key, which closes the open overlay pages, and copies the address. */
  'overlay:renew': { page: 'window', takes: nothing, returns: of<null>() },
} satisfies RequestTable

export const featuresPushes = {
  'xiaozhi:changed': { page: 'window', carries: of<readonly XiaozhiState[]>() },
  'chat:changed': { page: 'window', carries: of<ChatPage>() },
  'overlay:changed': { page: 'window', carries: of<OverlayState>() },
} satisfies PushTable
