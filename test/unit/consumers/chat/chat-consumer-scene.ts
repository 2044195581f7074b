/** Chat consumer scene: a server with chat, a model server, and the consumer between them. */

import type { Caller } from '@contract/call.js'
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import { normalRights, type Rights } from '@shared/clients/client.js'
import { type ChatSettings, defaultChat } from '@shared/features/chat.js'
import type { AppLanguage } from '@shared/text/language.js'
import { ChatConsumer } from '../../../../src-main/consumers/chat/chat-consumer.js'
import type { DaySpending } from '../../../../src-main/consumers/chat/spending.js'
import { mayAskAsProgram } from '../../../../src-main/policy/chat/program-access.js'
import { acceptedManifestOf } from '../../../../src-main/policy/trust/manifest-trust.js'
import { writer } from '../../../fakes/approvals-under-test.js'
import type { ModelServer } from '../../../fakes/chat/model-server.js'
import { core, FakeServer, manifestOf } from '../../../fakes/fake-provider.js'
import { GatewayUnderTest } from '../../../fakes/gateway-under-test.js'

const messageSend: CapabilityManifest = manifestOf({
  id: 'ext.java.message.send',
  type: 'action',
  name: 'Send a private message',
  parameters: {
    type: 'object',
    properties: { playerName: { type: 'string' }, message: { type: 'string', maxLength: 256 } },
  },
  risk: { level: 'low' },
  permissions: ['mcp.action.ext.java.message.send'],
  rateLimit: { requests: 30, period: 'minute' },
})

export const owner = writer('ada')

export const setTime = {
  name: 'world_time_set',
  arguments: { worldName: 'world', time: 1_000, reason: 'Alex wants day' },
}

export class ChatConsumerScene {
  readonly world: GatewayUnderTest
  readonly server: FakeServer
  readonly chat: ChatConsumer
  readonly model: ModelServer
  settings: ChatSettings
  kept: DaySpending | undefined
  readonly spending = {
    isDamaged: false,
    read: () => this.kept,
    write: (spending: DaySpending) => {
      this.kept = spending
    },
  }
  language: AppLanguage = 'en'
  #events = 0

  /** Of the keys that programs ask with. */
  programRights: (caller: Caller) => Rights = () => normalRights

  constructor(
    model: ModelServer,
    change: Partial<ChatSettings> = {},
    capabilities: readonly CapabilityManifest[] = [messageSend],
  ) {
    this.model = model
    this.settings = {
      ...defaultChat,
      enabled: true,
      audience: 'all',
      model: { provider: 'openai-compatible', baseUrl: model.baseUrl, name: 'fake' },
      prices: { input: 5, output: 25 },
      roles: { loggedIn: 'admin', others: 'admin' },
      ...change,
    }
    this.world = new GatewayUnderTest({
      rightsOf: (caller) => this.chat.rightsOf(caller) ?? (caller.type === 'system' ? events : normalRights),
    })
    const { gateway, clock, log, manifests } = this.world
    gateway.approvals.attach(owner)
    const offered = ['world.time.get', 'world.time.set', 'player.chat', 'chat.broadcast', 'player.teleport'].map(core)
    this.server = new FakeServer({ id: 'survival', name: 'Survival', capabilities: [...offered, ...capabilities] })
    this.server
      .answers('world.time.get', () => ({
        data: { worldName: 'world', time: 22_000, fullTime: 22_000, day: 0, phase: 'night' },
      }))
      .answers('world.time.set', ({ arguments: { time } }) => ({
        data: { worldName: 'world', previousTime: 22_000, time },
      }))
    manifests.accept('survival', this.server.server.capabilities.map(acceptedManifestOf))
    this.chat = new ChatConsumer({
      gateway,
      logins: gateway.logins,
      clock,
      log,
      settings: () => this.settings,
      keyFor: () => 'k',
      language: () => this.language,
      mayAskAsProgram: (caller, serverId) => mayAskAsProgram(this.programRights(caller), serverId),
      toolNameOf: (id) => id.replaceAll('.', '_'),
      spending: this.spending,
      isStopped: () => gateway.panic.stops('action'),
      onDidStop: gateway.panic.onDidPanic,
    })
    this.world.provider.host.present(this.server)
  }

  /** @param how `display`: the line only shows the name; `late`: it was read long after it was written */
  says(playerName: string, message: string, how?: 'display' | 'late'): void {
    this.#events += 1
    this.world.provider.host.event('survival', {
      id: `e${this.#events}`,
      eventId: 'player.chat',
      at: '2026-11-22T12:00:00.000Z',
      data: { playerName, message },
      ...(how === 'display' && { identity: how }),
      ...(how === 'late' && { isLate: true as const }),
    })
  }

  change(change: Partial<ChatSettings>): void {
    this.settings = { ...this.settings, ...change }
    this.chat.settingsChanged()
  }

  /** What a player read, in order. */
  linesTo(playerName: string): string[] {
    return this.server
      .requestsFor('ext.java.message.send')
      .flatMap(({ arguments: given }) => (given.playerName === playerName ? [String(given.message)] : []))
  }

  /** Until a player has read so many lines. */
  async read(playerName: string, count: number): Promise<string[]> {
    await until(() => this.linesTo(playerName).length >= count)
    return this.linesTo(playerName)
  }

  /** Until nothing is written any more. */
  idle(): Promise<void> {
    return until(() => this.chat.state().conversations.every(({ state }) => state === 'idle'))
  }
}

const events = { role: 'none', roles: {}, permissions: [{ permission: 'mcp.event.**', effect: 'allow' }] } as const

/** Polls, because real sockets are involved. */
export async function until(isSo: () => boolean): Promise<void> {
  const deadline = performance.now() + 45_000
  while (!isSo()) {
    if (performance.now() > deadline) throw new Error('It did not happen.')
    await new Promise((resolve) => setImmediate(resolve))
  }
}
