/** Game approvals scene: a server whose chat answers requests, and what its players are shown. */
import { everyAnswerPlace } from '@shared/approvals/answer-places.js'
import type { GameApprover } from '@shared/approvals/game-approval.js'
import type { GameApprovals } from '../../../../src-main/approvers/game/game-approvals.js'
import { callersOfPlayer, composeGameApprovals } from '../../../../src-main/compose/people.js'
import { Emitter } from '../../../../src-main/gateway/ports/emitter.js'
import type { PlayerIdentity } from '../../../../src-main/gateway/ports/provider.js'
import { settled } from '../../../fakes/fake-clock.js'
import type { FakeServer } from '../../../fakes/fake-provider.js'
import { GatewayUnderTest, noon } from '../../../fakes/gateway-under-test.js'
import { MemoryPeople } from '../../../fakes/memory-people.js'

export const steve: GameApprover = { server: 'overworld', player: 'Steve', paused: false }

class MemorySettings {
  readonly #onDidChange = new Emitter<void>()
  readonly onDidChange = this.#onDidChange.on
  value: { gameApprover: GameApprover | null }
  isWritable = true

  constructor(gameApprover: GameApprover | null) {
    this.value = { gameApprover }
  }

  get() {
    return { ...this.value, answerPlaces: everyAnswerPlace }
  }

  change(change: { readonly gameApprover: GameApprover | null }): boolean {
    if (!this.isWritable) return false
    this.value = change
    this.#onDidChange.emit()
    return true
  }
}

export interface GameConditions {
  readonly isReached: () => boolean
  readonly isStreaming?: () => boolean
  readonly criticalQuorum?: number
}

interface SayOptions {
  readonly serverId?: string
  readonly uuid?: string | undefined
  readonly identity?: PlayerIdentity
}

export class GameApprovalsScene {
  readonly under: GatewayUnderTest
  readonly game: GameApprovals
  readonly settings: MemorySettings
  readonly people = new MemoryPeople()
  readonly server: FakeServer
  /** What players were shown: the player, then the lines. */
  readonly shown: (readonly [string, ...string[]])[] = []
  #events = 0

  constructor(approver: GameApprover | null, conditions: GameConditions) {
    const { isReached, isStreaming = () => false, criticalQuorum = 1 } = conditions
    const { shown } = this
    this.under = new GatewayUnderTest({ maxWaitMs: 10_000_000, quorums: () => ({ criticalQuorum, quorums: {} }) })
    this.settings = new MemorySettings(approver)
    this.server = this.under
      .serve('overworld', ['world.time.get', 'world.time.set', 'player.list', 'player.chat', 'player.ban'])
      .answers('world.time.get', () => ({ data: { ...noon } }))
      .answers('world.time.set', ({ arguments: { time } }) => ({ data: { worldName: 'world', previousTime: 1, time } }))
    Object.assign(this.server, {
      async whisper(player: string, lines: readonly string[]) {
        if (!isReached()) throw new Error('not there')
        shown.push([player, ...lines])
      },
    })
    this.under.provider.host.present(this.server)
    this.game = composeGameApprovals({
      gateway: this.under.gateway,
      directory: this.people,
      approvals: this.under.gateway.approvals,
      settings: this.settings,
      stream: {
        get on() {
          return isStreaming()
        },
        language: 'en',
        text: (text) => (isStreaming() ? text.replaceAll('world', '•••') : text),
      },
      callersOf: (serverId, player) =>
        callersOfPlayer(this.under.gateway, { callerIdsOf: (id, name) => [`chat:${id}/${name}`] }, serverId, player),
      clock: this.under.clock,
      log: this.under.log,
    })
    this.under.gateway.approvals.attach({ id: 'desktop', name: 'desktop', kind: 'desktop' })
  }

  says(player: string, message: string, { serverId = 'overworld', uuid, identity }: SayOptions = {}): void {
    this.#events += 1
    this.under.provider.host.event(serverId, {
      id: `chat-${this.#events}`,
      eventId: 'player.chat',
      at: this.under.clock.now().toISOString(),
      data: { playerName: player, message, ...(uuid !== undefined && { playerUuid: uuid }) },
      ...(identity && { identity }),
    })
  }

  lastCode(): string {
    return codeIn(this.shown.at(-1))
  }

  received() {
    return this.under.gateway.feed.recent().filter(({ kind }) => kind === 'game')
  }

  /** Asks, and lets the player read. */
  async asks(more: Parameters<GatewayUnderTest['setTime']>[0] = {}) {
    const report = this.under.setTime(more)
    await settled()
    await this.under.clock.advance(1_000)
    return report
  }

  async asked(more: Parameters<GatewayUnderTest['setTime']>[0] = {}) {
    const report = this.under.setTime(more)
    await settled()
    await this.under.clock.advance(1_000)
    return { report, code: this.lastCode() }
  }

  async stop(): Promise<void> {
    this.game.stop()
    await this.under.gateway.stop()
  }
}

export const codeIn = (lines: readonly string[] | undefined): string =>
  /#approve (\d{4}) /u.exec(lines?.at(-1) ?? '')?.[1] ?? ''
