/** Orders and events for voice devices, an AI VTuber, chat with players, the overlay, and stream-safe mode. */
import { clientLimits } from '@shared/clients/client.js'
import { type ChatPage, chatLimits, type LocalModels, type ModelTest, modelProviders } from '@shared/features/chat.js'
import { type NeuroState, type NeuroTest, neuroLimits } from '@shared/features/neuro.js'
import type { OverlayState } from '@shared/features/overlay.js'
import { type XiaozhiState, type XiaozhiTest, xiaozhiLimits } from '@shared/features/xiaozhi.js'
import { as, flag, id, integer, nothing, object, offered, oneOf, text } from './payload-schema.js'
import { type EventTable, type OrderTable, of } from './row.js'

const { resultBytes, address: maxAddressLength } = xiaozhiLimits
const xiaozhiAddress = text({ maxLength: maxAddressLength })
const neuroAddress = offered({ maxLength: neuroLimits.address })
const chosenTools = as<readonly string[] | null>({
  type: ['array', 'null'],
  maxItems: 1_000,
  items: offered({ maxLength: 128 }),
})

export const featuresOrders = {
  'xiaozhi:state': { by: ['window'], takes: nothing, returns: of<readonly XiaozhiState[]>() },
  /** Connects once, and reports whether the token was accepted. */
  'xiaozhi:test': { by: ['window'], takes: object({ address: xiaozhiAddress }), returns: of<XiaozhiTest>() },
  'xiaozhi:add': {
    by: ['window'],
    takes: object({
      name: text({ maxLength: clientLimits.name }),
      address: xiaozhiAddress,
      language: oneOf(['en', 'zh']),
    }),
    returns: of<{ readonly id: string; readonly isKept: boolean }>(),
  },
  'xiaozhi:change': {
    by: ['window'],
    takes: object({
      id,
      change: object(
        {},
        {
          enabled: flag,
          language: oneOf(['en', 'zh']),
          tools: chosenTools,
          resultBytes: integer({ minimum: resultBytes.least, maximum: resultBytes.most }),
        },
      ),
    }),
    returns: of<null>(),
  },
  'xiaozhi:readdress': {
    by: ['window'],
    takes: object({ id, address: xiaozhiAddress }),
    returns: of<{ readonly isKept: boolean }>(),
  },
  'xiaozhi:remove': { by: ['window'], takes: object({ id }), returns: of<null>() },
  'xiaozhi:connect': { by: ['window'], takes: object({ id }), returns: of<null>() },
  'chat:state': { by: ['window'], takes: nothing, returns: of<ChatPage>() },
  /** Selects the conversation and search of the page; the data is pushed. */
  'chat:show': { by: ['window'], takes: object({}, { open: id, words: text({ maxLength: 64 }) }), returns: of<null>() },
  'chat:test': {
    by: ['window'],
    takes: object({
      provider: oneOf(modelProviders),
      baseUrl: offered({ maxLength: chatLimits.baseUrl }),
      name: text({ maxLength: chatLimits.modelName }),
    }),
    returns: of<ModelTest>(),
  },
  /** Programs on this computer that serve models. */
  'chat:local-models': { by: ['window'], takes: nothing, returns: of<readonly LocalModels[]>() },
  /** Stores the key of a model for its address in the credential store; an empty key removes it. */
  'chat:keep-key': {
    by: ['window'],
    takes: object({
      baseUrl: offered({ minLength: 1, maxLength: chatLimits.baseUrl }),
      token: text({ maxLength: 512 }),
    }),
    returns: of<{ readonly isKept: boolean }>(),
  },
  /** The key that players log in with. */
  'chat:login-key': { by: ['window'], takes: nothing, returns: of<{ readonly text: string }>() },
  'chat:renew-login-key': { by: ['window'], takes: nothing, returns: of<{ readonly text: string }>() },
  'chat:copy-login-key': { by: ['window'], takes: nothing, returns: of<null>() },
  'overlay:state': { by: ['window'], takes: nothing, returns: of<OverlayState>() },
  /** Copies the address for OBS with its key, which no page sees; creates the first key. */
  'overlay:copy': { by: ['window'], takes: nothing, returns: of<null>() },
  /** Replaces the key, which closes the open overlay pages, and copies the address. */
  'overlay:renew': { by: ['window'], takes: nothing, returns: of<null>() },
  'neuro:state': { by: ['window'], takes: nothing, returns: of<NeuroState | null>() },
  /** Connects once, and reports whether something listens. */
  'neuro:test': { by: ['window'], takes: object({ address: neuroAddress }), returns: of<NeuroTest>() },
  'neuro:add': {
    by: ['window'],
    takes: object({ name: text({ maxLength: clientLimits.name }), address: neuroAddress }),
    returns: of<null>(),
  },
  'neuro:change': {
    by: ['window'],
    takes: object(
      {},
      {
        enabled: flag,
        events: flag,
        address: neuroAddress,
        tools: chosenTools,
      },
    ),
    returns: of<null>(),
  },
  'neuro:remove': { by: ['window'], takes: nothing, returns: of<null>() },
  'neuro:connect': { by: ['window'], takes: nothing, returns: of<null>() },
  /** Switches stream-safe mode, unless the person keeps what they typed. Both pages are loaded again. */
  'stream:switch': { by: ['window'], takes: object({ on: flag }), returns: of<null>() },
} satisfies OrderTable

export const featuresEvents = {
  'xiaozhi:changed': { to: ['window', 'stdin'], carries: of<readonly XiaozhiState[]>() },
  'chat:changed': { to: ['window'], carries: of<ChatPage>() },
  'overlay:changed': { to: ['window'], carries: of<OverlayState>() },
  'neuro:changed': { to: ['window', 'stdin'], carries: of<NeuroState | null>() },
} satisfies EventTable
