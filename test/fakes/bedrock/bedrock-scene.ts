/** A gateway with a Bedrock provider that listens on a free loopback port; on the real clock unless it gets one. */
import type { AppLanguage } from '@shared/text/language.js'
import {
  type BedrockListenOptions,
  BedrockProvider,
  type BedrockProviderOptions,
} from '../../../src-main/providers/bedrock/bedrock-provider.js'
import { systemClock } from '../../../src-main/storage/system-clock.js'
import { GatewayUnderTest, type TestOptions } from '../gateway-under-test.js'
import { ModelGame, type ModelGameOptions } from './model-game.js'

export const chatKey = 'K7QM2XPA'

export class BedrockScene {
  readonly under: GatewayUnderTest
  readonly provider: BedrockProvider
  readonly games: ModelGame[] = []
  /** Language of the messages of Gatehouse in the game. */
  language: AppLanguage = 'en'

  private constructor({ clock = systemClock, ...options }: TestOptions, building?: BedrockProviderOptions['building']) {
    this.under = new GatewayUnderTest({
      clock,
      chatKey: { read: () => chatKey, write() {} },
      ...options,
    })
    const { gateway, log } = this.under
    this.provider = new BedrockProvider({
      clock,
      log,
      logins: gateway.logins,
      language: () => this.language,
      ...(building && { building }),
      onAccept: ({ id }) => gateway.trust.trustServer(id, 'desktop'),
    })
    gateway.provide(this.provider)
  }

  static async open(
    terms: Partial<BedrockListenOptions> = {},
    options: TestOptions = {},
    building?: BedrockProviderOptions['building'],
  ): Promise<BedrockScene> {
    const scene = new BedrockScene(options, building)
    await scene.provider.listen({ enabled: true, port: 0, network: false, encryption: true, ...terms })
    return scene
  }

  get port(): number {
    const { listener } = this.provider.state
    if (listener.kind !== 'listening') throw new Error(`not listening: ${listener.kind}`)
    return listener.port
  }

  async connect(options: Partial<ModelGameOptions> = {}): Promise<ModelGame> {
    const game = await ModelGame.connect({ port: this.port, ...options })
    this.games.push(game)
    return game
  }

  /** Resolves when the condition holds; checked whenever the provider or a server changes. */
  async until(condition: () => boolean): Promise<void> {
    if (condition()) return
    await new Promise<void>((resolve) => {
      const ends: (() => void)[] = []
      const check = () => {
        if (!condition()) return
        for (const end of ends) end()
        resolve()
      }
      const { gateway } = this.under
      ends.push(this.provider.onDidChange(check), gateway.feed.onDidArrive(check))
      ends.push(gateway.registry.onDidChangeServer(check), gateway.logins.onDidChange(check))
    })
  }

  /** A game that waits for acceptance: the id of its server, and of the connection. */
  async waiting(options: Partial<ModelGameOptions> = {}): Promise<{ game: ModelGame; id: string; connection: string }> {
    const before = new Set(this.provider.state.waiting.map(({ id }) => id))
    const game = await this.connect(options)
    await this.until(() => this.provider.state.waiting.some(({ id }) => !before.has(id)))
    const { id: connection = '', server: id = '' } =
      this.provider.state.waiting.find((one) => !before.has(one.id)) ?? {}
    await game.until(() => game.subscriptions.has('PlayerMessage') && game.shown.length > 0)
    return { game, id, connection }
  }

  /** A game that the owner accepted, once it is online. */
  async accepted(options: Partial<ModelGameOptions> = {}): Promise<{ game: ModelGame; id: string }> {
    const { game, connection } = await this.waiting(options)
    const id = this.provider.accept(connection)
    await this.online(id)
    return { game, id }
  }

  online(id: string): Promise<void> {
    return this.until(() => this.server(id)?.state === 'online')
  }

  server(id: string) {
    return this.under.gateway.registry.link(id)?.server
  }

  /** Events of the game that left the gateway. */
  events(eventId?: string) {
    return this.under.gateway.feed
      .recent()
      .flatMap((entry) => (entry.kind === 'game' && (!eventId || entry.eventId === eventId) ? [entry] : []))
  }

  async close(): Promise<void> {
    for (const game of this.games) game.close()
    await this.under.gateway.stop()
  }
}
