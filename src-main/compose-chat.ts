/** Compose chat: the AI that players talk to in the game, put together. */
import { ChatConsumer } from './consumers/chat/chat-consumer.js'
import { chatRoute } from './consumers/chat/chat-route.js'
import type { Caller } from './contract/call.js'
import type { Rights } from './contract/client.js'
import type { Gateway } from './gateway/gateway.js'
import type { Clock, Log } from './gateway/ports.js'
import type { BodyRoom } from './http/body-room.js'
import type { GuardedRoute } from './http/route.js'
import { mayAskAsProgram } from './policy/chat/program-access.js'
import { openChatSpendingFile } from './storage/chat-spending-file.js'
import type { SettingsStore } from './storage/settings-store.js'

export interface ComposeChatOptions {
  readonly profile: string
  readonly gateway: Gateway
  readonly settings: SettingsStore
  readonly clock: Clock
  readonly log: Log
  readonly bodies: BodyRoom
  readonly language: () => 'en' | 'zh'
  readonly toolNameOf: (capabilityId: string) => string
  /** What the holder of a key may do. */
  readonly rightsOf: (caller: Caller) => Rights
  /** The key that was entered for the origin of a model. */
  readonly keyFor: (origin: string) => string | undefined
}

export interface ComposedChat {
  readonly chat: ChatConsumer
  /** `POST /api/v1/chat`. */
  readonly route: GuardedRoute
  stop(): void
}

export function composeChat({
  profile,
  gateway,
  settings,
  bodies,
  rightsOf,
  ...parts
}: ComposeChatOptions): ComposedChat {
  const chat = new ChatConsumer({
    ...parts,
    gateway,
    logins: gateway.logins,
    settings: () => settings.get().chat,
    mayAskAsProgram: (caller, serverId) => mayAskAsProgram(rightsOf(caller), serverId),
    spending: openChatSpendingFile(profile),
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

/** Who the chat consumer calls as has the rights that it says; everybody else those of their key. */
export const withChatRights =
  <Held>(chat: () => Pick<ChatConsumer, 'rightsOf'> | undefined, rightsOf: (caller: Caller) => Held) =>
  (caller: Caller) =>
    chat()?.rightsOf(caller) ?? rightsOf(caller)
