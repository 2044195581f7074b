/** The AI in the chat of a model Bedrock game: real sockets to the game and to the model's server. */

import { normalRights } from '@shared/clients/client.js'
import { type ChatSettings, defaultChat } from '@shared/features/chat.js'
import { ChatConsumer } from '../../../src-main/consumers/chat/chat-consumer.js'
import type { Clock } from '../../../src-main/gateway/ports/runtime.js'
import { systemClock } from '../../../src-main/storage/system-clock.js'
import { BedrockScene } from '../bedrock/bedrock-scene.js'
import { ModelServer } from './model-server.js'

const readsEvents = {
  role: 'none',
  roles: {},
  permissions: [{ permission: 'mcp.event.**', effect: 'allow' }],
} as const

interface ChatDependencies {
  readonly model: ModelServer
  readonly bedrock: BedrockScene
  readonly clock: Clock
  /** Milliseconds that the clock is ahead. */
  readonly ahead: { ms: number }
  readonly change: Partial<ChatSettings>
}

export class BedrockChatScene {
  readonly model: ModelServer
  readonly bedrock: BedrockScene
  readonly chat: ChatConsumer
  settings: ChatSettings
  readonly #ahead: { ms: number }

  /** A game of its own waits for `bedrock.accepted`. */
  static async open(change: Partial<ChatSettings> = {}): Promise<BedrockChatScene> {
    const ahead = { ms: 0 }
    const clock: Clock = { ...systemClock, elapsed: () => systemClock.elapsed() + ahead.ms }
    const model = await new ModelServer().start()
    const late: { scene?: BedrockChatScene } = {}
    const bedrock = await BedrockScene.open(
      {},
      {
        clock,
        rightsOf: (caller) =>
          late.scene?.chat.rightsOf(caller) ?? (caller.type === 'system' ? readsEvents : normalRights),
      },
    )
    late.scene = new BedrockChatScene({ model, bedrock, clock, ahead, change })
    return late.scene
  }

  private constructor({ model, bedrock, clock, ahead, change }: ChatDependencies) {
    this.model = model
    this.bedrock = bedrock
    this.#ahead = ahead
    this.settings = {
      ...defaultChat,
      enabled: true,
      audience: 'all',
      model: { provider: 'openai-compatible', baseUrl: model.baseUrl, name: 'fake' },
      prices: { input: 0, output: 0 },
      ...change,
    }
    const { gateway, log } = bedrock.under
    this.chat = new ChatConsumer({
      ...{ gateway, clock, log, logins: gateway.logins },
      settings: () => this.settings,
      keyFor: () => undefined,
      language: () => this.bedrock.language,
      mayAskAsProgram: () => true,
      toolNameOf: (id) => id.replaceAll('.', '_'),
      spending: { read: () => undefined, write() {} },
      isStopped: () => gateway.panic.stops('action'),
      onDidStop: gateway.panic.onDidPanic,
    })
  }

  /** Lets the limits of questions and messages refill. */
  later(milliseconds: number): void {
    this.#ahead.ms += milliseconds
  }

  /** Polls, because real sockets are involved. @throws Error when the condition never holds */
  async until(isSo: () => boolean): Promise<void> {
    const deadline = performance.now() + 30_000
    while (!isSo()) {
      if (performance.now() > deadline) throw new Error('It did not happen.')
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
  }

  /** Resolves when no answer is written. */
  idle(): Promise<void> {
    return this.until(() => this.chat.state().conversations.every(({ state }) => state === 'idle'))
  }

  async close(): Promise<void> {
    this.chat.stop()
    await this.bedrock.close()
    await this.model.stop()
  }
}
