/** Discord scene: a gateway whose requests are shown by the real library in a channel of the model of Discord. */
import type { PersonRole } from '@shared/clients/person-role.js'
import { defaultSettings, type Settings } from '@shared/program/settings.js'
import { beforeAll, expect, vi } from 'vitest'
import { Discord } from '../../../../src-main/approvers/discord/discord.js'
import { PeopleService } from '../../../../src-main/gateway/clients/people.js'
import { StreamSafe } from '../../../../src-main/gateway/feeds/stream-safe.js'
import { Emitter } from '../../../../src-main/gateway/ports/emitter.js'
import { DiscordModel, ids, type ModelMessage, type ModelUser } from '../../../fakes/discord/discord-model.js'
import { settled } from '../../../fakes/fake-clock.js'
import { GatewayUnderTest, noon } from '../../../fakes/gateway-under-test.js'

export const ada: ModelUser = { id: '7000000000000000001', username: 'ada', global_name: 'Ada' }
/** Calls itself as Ada does. */
export const namesake: ModelUser = { id: '7000000000000000002', username: 'ada_', global_name: 'Ada' }

export const desktop = { id: 'desktop', name: 'desktop', kind: 'desktop' } as const

/** The first import of the library takes longer than a test may. */
beforeAll(() => import('discord.js'), 180_000)

export interface SceneOptions {
  readonly settings?: Partial<Settings>
  readonly token?: string | undefined
  readonly criticalQuorum?: number
  readonly prepare?: (model: DiscordModel) => void
  /** Role of Ada, whose account is linked; null: nobody is. */
  readonly role?: PersonRole | null
}

export class DiscordScene {
  readonly model: DiscordModel
  readonly under: GatewayUnderTest
  readonly people: PeopleService
  readonly personId: string
  arePeopleWritable = true
  readonly discord: Discord
  readonly #onDidChange = new Emitter<void>()
  settings: Settings
  token: string | undefined

  private constructor(model: DiscordModel, { settings, criticalQuorum = 1, role = 'owner', ...more }: SceneOptions) {
    this.model = model
    this.token = 'token' in more ? more.token : 'right-token'
    this.settings = {
      ...defaultSettings,
      discord: { enabled: true, channel: ids.channel, log: false },
      ...settings,
    }
    this.under = new GatewayUnderTest({ maxWaitMs: 10_000_000, quorums: () => ({ criticalQuorum, quorums: {} }) })
    const { gateway, clock, log } = this.under
    this.under
      .serve('overworld', ['world.time.get', 'world.time.set', 'player.ban', 'player.kick', 'player.teleport'])
      .answers('world.time.get', () => ({ data: { ...noon } }))
      .answers('world.time.set', ({ arguments: { time } }) => ({ data: { worldName: 'world', previousTime: 1, time } }))
    const store = {
      get: () => this.settings,
      change: (change: Partial<Settings>) => {
        this.settings = { ...this.settings, ...change }
        this.#onDidChange.emit()
        return true
      },
      onDidChange: this.#onDidChange.on,
    }
    const write = () => {
      if (!this.arePeopleWritable) throw new Error('the disk is full')
    }
    this.people = new PeopleService({
      store: {
        people: () => [],
        isDamaged: () => false,
        ways: () => [],
        put: write,
        remove: write,
        addWay: write,
        removeWay: write,
        touch: write,
      },
      audit: this.under.audit,
      clock,
      log,
      hasDesktop: false,
    })
    this.personId = this.people.add({ name: 'Ada', role: role ?? 'owner' }, desktop).id
    if (role !== null) this.people.addWay(this.personId, { kind: 'discord', user: ada.id, name: ada.username }, desktop)
    this.discord = new Discord({
      approvals: gateway.approvals,
      people: this.people,
      registry: gateway.registry,
      settings: store,
      token: {
        get: () => this.token,
        set: (token) => {
          this.token = token
          return true
        },
        delete: () => {
          this.token = undefined
        },
      },
      stream: new StreamSafe({ settings: store, computer: { homes: [], user: '' }, language: () => 'en' }),
      panic: gateway.panic,
      clock,
      log,
      api: model.api,
    })
  }

  static async open(options: SceneOptions = {}): Promise<DiscordScene> {
    const model = new DiscordModel()
    options.prepare?.(model)
    await model.open()
    return new DiscordScene(model, options)
  }

  /** The channel can be used. */
  static async on(options: SceneOptions = {}): Promise<DiscordScene> {
    const scene = await DiscordScene.open(options)
    await scene.is('on')
    return scene
  }

  async stop(): Promise<void> {
    const stopping = this.discord.stop()
    await settled()
    await this.under.clock.advance(2_000)
    await stopping
    await this.under.gateway.stop()
    await this.model.close()
  }

  is(kind: string): Promise<unknown> {
    return until(() => expect(this.discord.state.kind).toBe(kind))
  }

  async change(change: Partial<Settings['discord']>): Promise<void> {
    this.discord.change(change)
    await settled()
  }

  /** A request that asks, its card, and the end of its call. */
  async asks(more: Parameters<GatewayUnderTest['setTime']>[0] = {}) {
    const before = this.model.messages.length
    const report = this.under.setTime(more)
    const card = await this.nextMessage(before)
    const approval = this.under.questions.at(-1)
    return { report, card, approval }
  }

  /** The same, after the time to read it. */
  async askedAndRead(more: Parameters<GatewayUnderTest['setTime']>[0] = {}) {
    const asked = await this.asks(more)
    await this.read()
    return asked
  }

  /** Time passes until a person has read what is shown. */
  async read(): Promise<void> {
    await this.under.clock.advance(1_000)
  }

  async nextMessage(before: number): Promise<ModelMessage> {
    await until(() => expect(this.model.messages.length).toBeGreaterThan(before))
    const message = this.model.messages[before]
    if (!message) throw new Error('No message was posted.')
    // The program knows its id as soon as the response is read.
    await settled()
    return message
  }

  /** What the account alone was shown after it gave this interaction. */
  async reply(interactionId: string): Promise<string | undefined> {
    await until(() => expect(this.model.replyTo(interactionId)).toBeDefined())
    return this.model.replyTo(interactionId)
  }

  async presses(user: ModelUser, card: ModelMessage, label: string, changes: object = {}): Promise<string | undefined> {
    return this.reply(this.model.press(user, buttonOf(card, label), card, changes))
  }

  attachDesktop(): void {
    this.under.gateway.approvals.attach(desktop)
  }

  link(): string {
    this.discord.link(this.personId, desktop)
    return this.discord.view.linking?.code ?? ''
  }
}

export const until = (check: () => void): Promise<unknown> => vi.waitFor(check, { timeout: 20_000, interval: 5 })

export const buttonOf = (card: ModelMessage, label: string): string => {
  const found = card.components.flatMap(({ components }) => components).find((one) => one.label === label)
  if (!found) throw new Error(`The card has no button ${label}.`)
  return found.custom_id
}
