/** Compose chat: creates the AI that players talk to in the game. */

import type { Caller } from '@contract/call.js'
import type { Rights } from '@shared/clients/client.js'
import type { AppLanguage } from '@shared/text/language.js'
import { ChatConsumer } from '../consumers/chat/chat-consumer.js'
import { chatRoute } from '../consumers/chat/chat-route.js'
import type { Gateway } from '../gateway/gateway.js'
import type { Clock, Log } from '../gateway/ports/runtime.js'
import type { BodyQuota } from '../network/http/body-quota.js'
import type { GuardedRoute } from '../network/http/route.js'
import { mayAskAsProgram } from '../policy/chat/program-access.js'
import type { ChatSpending } from '../storage/chat-spending.js'
import type { SettingsStore } from '../storage/settings-store.js'

export interface ComposeChatOptions {
  readonly spending: ChatSpending
  readonly gateway: Gateway
  readonly settings: SettingsStore
  readonly clock: Clock
  readonly log: Log
  readonly bodies: BodyQuota
  readonly language: () => AppLanguage
  readonly toolNameOf: (capabilityId: string) => string
  /** Rights of the client with this key. */
  readonly rightsOf: (caller: Caller) => Rights
  /** The key entered for the origin of a model. */
  readonly keyFor: (origin: string) => string | undefined
}

export interface ComposedChat {
  readonly chat: ChatConsumer
  /** `POST /api/v1/chat`. */
  readonly route: GuardedRoute
  stop(): void
}

export function composeChat({ gateway, settings, bodies, rightsOf, ...parts }: ComposeChatOptions): ComposedChat {
  const chat = new ChatConsumer({
    ...parts,
    gateway,
    logins: gateway.logins,
    settings: () => settings.get().chat,
    mayAskAsProgram: (caller, serverId) => mayAskAsProgram(rightsOf(caller), serverId),
    isStopped: () => gateway.panic.stops('action'),
    onDidStop: gateway.panic.onDidPanic,
  })
  const endFollowing = settings.onDidChange(() => chat.settingsChanged())
  return {
    chat,
    route: chatRoute({ chat, bodies, ...parts }),
    stop() {
      endFollowing()
      chat.stop()
    },
  }
}

/** Callers of the chat consumer have the rights that it assigns; all others have those of their key. */
export const withChatRights =
  <Held>(chat: () => Pick<ChatConsumer, 'rightsOf'> | undefined, rightsOf: (caller: Caller) => Held) =>
  (caller: Caller) =>
    chat()?.rightsOf(caller) ?? rightsOf(caller)
