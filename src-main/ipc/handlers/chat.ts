/**
 * Chat, for the window: conversations, the model's key and its test, and the key for players' logins.
 *
 * Guards invariant 8: the model's key is stored in the credential store and never sent to a page.
 */

import { GatewayError } from '@contract/gateway-error.js'
import type { LocalModels, ModelChoice, ModelTest } from '@shared/features/chat.js'
import type { SecretStore } from '../../gateway/ports/client-access.js'
import { originOf } from '../../policy/chat/model-address.js'
import type { ChatView } from '../chat-view.js'
import type { Handlers } from '../request-handling.js'
import { refuseOnStream } from './refuse-on-stream.js'

export interface ChatAccess {
  test(choice: ModelChoice): Promise<ModelTest>
  findLocalModels(): Promise<LocalModels[]>
}

/** The name of the key of a model in the credential store: one for each address. */
export const chatSecretOf = (origin: string): string => `chat-model:${origin}`

type Topic =
  | 'chat:state'
  | 'chat:show'
  | 'chat:test'
  | 'chat:local-models'
  | 'chat:keep-key'
  | 'chat:login-key'
  | 'chat:renew-login-key'
  | 'chat:copy-login-key'

export interface ChatHandlerDependencies {
  readonly stream: { readonly on: boolean }
  readonly copy: (text: string) => Promise<void>
  readonly view: Pick<ChatView, 'page' | 'show'>
}

export function chatHandlers(
  chat: ChatAccess,
  logins: { readonly key: string; renewKey(): string },
  secrets: SecretStore,
  { stream, copy, view }: ChatHandlerDependencies,
): Pick<Handlers, Topic> {
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
