/**
 * Game approvals: shows requests to the owner's own player in the game and reads the responses from chat.
 *
 * Enforces invariant 6: off until the owner links a player; codes never go through a call, an event, the log or the
 * audit trail.
 * Enforces invariant 2: a request that may not be approved in the game has no code, and an unseen request cannot be
 * approved.
 */

import { GatewayError } from '@contract/gateway-error.js'
import type { ApprovalId, OpenApproval, Person } from '@shared/approvals/approval.js'
import {
  type GameApproval,
  type GameApprover,
  type PlayerLinkProblem,
  playerLinkLimits,
} from '@shared/approvals/game-approval.js'
import { isConnected, type Server } from '@shared/servers/server.js'
import type { Approvers } from '../../gateway/ports/approvers.js'
import { Emitter } from '../../gateway/ports/emitter.js'
import type { GameDecisionMessage, GameDecisionSource, RefusedDecision } from '../../gateway/ports/game.js'
import type { ServerLink } from '../../gateway/ports/provider.js'
import type { ServerRegistry } from '../../gateway/ports/registry.js'
import type { Clock, Log } from '../../gateway/ports/runtime.js'
import { mayBeApprovedInGame } from '../../policy/approvals/game-approval.js'
import type { GameCodeOutcome } from '../../policy/approvals/game-codes.js'
import { desktopId } from '../../policy/rights/person-terms.js'
import { cleanLine, cleanText } from '../../policy/text/untrusted-text.js'
import { ApproverMessages, type Stream } from './approver-messages.js'
import { ApproverSetting, type ApproverSettingDependencies, type LinkedPlayer } from './approver-setting.js'
import { canLink, linkingUnavailable, needsAccount, unprovenServers } from './linkable-servers.js'
import { codeDigits, NumberAnswers, numberCommand } from './number-answers.js'
import { PlayerLink } from './player-linking.js'
import { PlayerMessages } from './player-messages.js'
import { RequestCodes, randomCode } from './request-codes.js'
import { gameApprovalText } from './request-text.js'

/** Minimum milliseconds between two notices of answers that do not count. */
const refusedMs = 60_000

export interface GameApprovalsDependencies {
  readonly approvals: Pick<Approvers, 'open' | 'decideAsPerson' | 'onDidOpen' | 'onDidClose'>
  readonly answers: GameDecisionSource
  readonly registry: Pick<ServerRegistry, 'link' | 'servers' | 'offerBy' | 'onDidChangeServer'>
  readonly settings: ApproverSettingDependencies['settings']
  readonly stream: Stream
  /** Ids of callers that are this player. */
  readonly callersOf: (serverId: string, player: string, uuid?: string) => readonly string[]
  readonly clock: Clock
  readonly log: Log
}

export class GameApprovals {
  readonly #deps: GameApprovalsDependencies
  readonly #ends: readonly (() => void)[]
  readonly #onDidChange = new Emitter<void>()
  readonly onDidChange = this.#onDidChange.on
  readonly #closing = new AbortController()
  readonly #messages: PlayerMessages
  readonly #toApprover: ApproverMessages
  readonly #codes: RequestCodes
  /** Requests without a code yet. */
  readonly #waiting = new Set<ApprovalId>()
  #linking: PlayerLink | undefined
  #problem: PlayerLinkProblem | null = null
  readonly #setting: ApproverSetting
  /** Of the linked player, while a code is open. */
  #numbers: NumberAnswers | undefined
  /** How the player answers the open codes; undefined for the chat. */
  #answersBy: ServerLink['numbers']
  #refusedAt = Number.NEGATIVE_INFINITY

  constructor(deps: GameApprovalsDependencies) {
    this.#deps = deps
    const { approvals, answers, settings, registry, stream, clock, log } = deps
    this.#codes = new RequestCodes(answers)
    this.#messages = new PlayerMessages({ registry, clock, log, closing: this.#closing.signal })
    this.#toApprover = new ApproverMessages({
      messages: this.#messages,
      registry,
      stream,
      clock,
      approver: () => this.#approver,
      onShown: (isShown) => this.#showProblem(isShown),
    })
    this.#setting = new ApproverSetting({ settings, registry, log, onDidChange: () => this.#settingChanged() })
    this.#ends = [
      approvals.onDidOpen((approval) => this.#open(approval)),
      approvals.onDidClose(({ approvalId }) => this.#close(approvalId)),
      answers.onDidReceive((line) => this.#receive(line)),
      answers.onDidRefuse((refused) => this.#refused(refused)),
      this.#setting.stop,
      registry.onDidChangeServer(({ server, before }) => {
        this.#setting.checkConnection(server)
        if (this.#setting.fillAccount(server)) this.#openWaiting()
        this.#checkNumbers(server)
        if (server.state !== before?.state || server.accounts !== before?.accounts) this.#onDidChange.emit()
      }),
    ]
  }

  get #approver(): GameApprover | null {
    return this.#setting.value
  }

  /** State for the window. */
  get state(): GameApproval {
    const { registry, stream } = this.#deps
    const linking = this.#linking
    return {
      approver: this.#setting.shown,
      linking: linking?.shown(numberCommand(registry, linking.server) ?? '#link', !stream.on) ?? null,
      problem: this.#problem,
      servers: registry.servers().flatMap(({ id }) => (canLink(registry, id) ? [id] : [])),
      unproven: unprovenServers(registry),
    }
  }

  /**
   * Starts linking a player. The player linked before stays linked until the new one is confirmed.
   *
   * @param word begins each message to the player, as proof that it is ours @param person whose player it is
   * @throws GatewayError
   */
  link(server: string, player: string, word = '', person = desktopId): void {
    const { answers, clock, log, registry } = this.#deps
    const name = cleanText(player.trim(), playerLinkLimits.player)
    if (!canLink(registry, server) || name === '') throw linkingUnavailable()
    this.cancelLink()
    this.#linking = new PlayerLink({
      answers,
      clock,
      server,
      player: name,
      code: randomCode(codeDigits.link),
      needsAccount: needsAccount(registry, server),
      ...(numberCommand(registry, server) !== undefined && {
        listen: (more) => new NumberAnswers({ registry, log, server, player: name, uuid: undefined, ...more }),
      }),
      onProven: (proven, uuid) =>
        void this.#linked({ server, player: proven, uuid, person, word: cleanLine(word, playerLinkLimits.word) }),
      onFail: (problem) => this.#linkEnded(problem),
      onHelp: (to) => {
        const key = numberCommand(registry, server) === undefined ? 'linkHelp' : 'linkHelpByNumber'
        const line = gameApprovalText(this.#deps.stream.language, key, { digits: codeDigits.link })
        void this.#messages.send({ server, player: to }, [line])
      },
    })
    this.#onDidChange.emit()
  }

  cancelLink(): void {
    this.#linking?.end()
    this.#linkEnded(null)
  }

  /** @throws GatewayError when the settings cannot be saved */
  unlink(): void {
    this.cancelLink()
    this.#saveOrThrow(null)
  }

  /** Resumes after too many wrong codes. @throws GatewayError when the settings cannot be saved */
  resume(): void {
    if (!this.#approver?.paused) return
    this.#saveOrThrow({ ...this.#approver, paused: false })
    this.#openWaiting()
  }

  stop(): void {
    this.#linking?.end()
    this.#endCodes()
    for (const end of this.#ends) end()
    this.#closing.abort()
  }

  async #linked(player: LinkedPlayer): Promise<void> {
    this.#linkEnded(null)
    if (!this.#setting.link(player)) return this.#linkEnded('not-saved')
    await this.#toApprover.sendText('linked')
    this.#openWaiting()
  }

  #linkEnded(problem: PlayerLinkProblem | null): void {
    this.#linking = undefined
    this.#problem = problem
    this.#onDidChange.emit()
  }

  #saveOrThrow(gameApprover: GameApprover | null): void {
    if (!this.#setting.write(gameApprover)) throw new GatewayError('SYSTEM.SETTINGS_UNWRITABLE')
  }

  /** The previously linked player has no code any more. */
  #settingChanged(): void {
    this.#endCodes()
    this.#codes.reset()
    this.#onDidChange.emit()
  }

  #endCodes(): void {
    this.#codes.endAll()
    this.#waiting.clear()
    this.#endNumbers()
  }

  /** Requests older than the link or the pause. */
  #openWaiting(): void {
    for (const approval of this.#deps.approvals.open()) if (!this.#codes.isOpen(approval.id)) this.#open(approval)
  }

  #open(approval: OpenApproval): void {
    const { server, player, paused = true } = this.#approver ?? {}
    if (paused || server === undefined || player === undefined || !canLink(this.#deps.registry, server)) return
    if (needsAccount(this.#deps.registry, server) && this.#approver?.uuid === undefined) return
    const callers = this.#deps.callersOf(server, player, this.#approver?.uuid)
    const { answerPlaces } = this.#deps.settings.get()
    if (!mayBeApprovedInGame(approval, { name: player, callers }, answerPlaces)) return this.#toApprover.hint(approval)
    this.#waiting.add(approval.id)
    this.#giveCodes()
  }

  #close(id: ApprovalId): void {
    this.#waiting.delete(id)
    this.#endCode(id)
    this.#giveCodes()
  }

  #endCode(id: ApprovalId): void {
    this.#codes.end(id)
    if (this.#codes.ids.length === 0) this.#endNumbers()
  }

  #endNumbers(): void {
    this.#numbers?.end()
    this.#numbers = undefined
  }

  /** Shows waiting requests in order, a few at a time. */
  #giveCodes(): void {
    for (const id of this.#waiting) {
      if (!this.#codes.hasRoom) return
      this.#waiting.delete(id)
      const approval = this.#deps.approvals.open().find((one) => one.id === id)
      if (approval) void this.#show(approval)
    }
  }

  async #show(approval: OpenApproval): Promise<void> {
    const { registry, stream } = this.#deps
    const { id } = approval
    const sentence = this.#toApprover.sentenceOf(approval, 'asks')
    if (sentence === undefined) return this.#toApprover.hint(approval)
    this.#answersBy = this.#approver ? registry.link(this.#approver.server)?.numbers : undefined
    const code = this.#codes.give(id, this.#answersBy !== undefined)
    const command = await this.#listenForNumbers()
    if (!this.#codes.isOpen(id, code)) return
    if (command === null) {
      this.#close(id)
      return this.#toApprover.hint(approval)
    }
    const how = command === undefined ? 'answer' : 'answerByNumber'
    const values = { code: code.approve, ...(command !== undefined && { command, deny: code.deny }) }
    const isShown = await this.#toApprover.send([sentence, gameApprovalText(stream.language, how, values)])
    if (!isShown && this.#codes.isOpen(id, code)) this.#close(id)
  }

  /** @returns the command with which the player answers; undefined for the chat, null when they can't answer now */
  async #listenForNumbers(): Promise<string | undefined | null> {
    const { registry, log } = this.#deps
    if (!this.#approver) return null
    const { server, player, uuid } = this.#approver
    const command = numberCommand(registry, server)
    if (command === undefined) return undefined
    this.#numbers ??= new NumberAnswers({
      registry,
      log,
      server,
      player,
      uuid,
      onAnswer: (message) => this.#decide(message),
      onEnd: () => this.#endUnanswerable(),
    })
    const numbers = this.#numbers
    if (await numbers.ready) return command
    if (this.#numbers === numbers) this.#endNumbers()
    return null
  }

  /** The player can no longer answer in the game. */
  #endUnanswerable(): void {
    const { ids } = this.#codes
    this.#endCodes()
    for (const approval of this.#deps.approvals.open()) if (ids.includes(approval.id)) this.#toApprover.hint(approval)
  }

  /** The entry of the server was edited, or players answer there in another way now: shown codes are of no use. */
  #checkNumbers(server: Pick<Server, 'id' | 'state'>): void {
    if (server.id !== this.#approver?.server || this.#codes.ids.length === 0) return
    if (!isConnected(server) || this.#deps.registry.link(server.id)?.numbers === this.#answersBy) return
    this.#endCodes()
    this.#openWaiting()
  }

  /** Of the chat, which answers nothing where players answer with numbers. */
  #receive(message: GameDecisionMessage): void {
    const { serverId, player, answer } = message
    if (numberCommand(this.#deps.registry, serverId) === undefined) return this.#decide(message)
    this.#refused({ serverId, player, why: 'display', codes: [answer.code] })
  }

  #decide({ serverId, player, uuid, answer }: GameDecisionMessage): void {
    const approver = this.#approver
    if (!approver || approver.paused || answer.kind === 'link') return
    const isAccount = needsAccount(this.#deps.registry, serverId) ? uuid !== undefined && uuid === approver.uuid : true
    const isOwner = serverId === approver.server && player === approver.player && isAccount
    this.#typed(answer.code, isOwner, answer.kind)
  }

  #typed(code: string, isOwner: boolean, decision: 'approve' | 'deny' | 'number'): void {
    this.#handleOutcome(this.#codes.type({ code, isOwner }), decision)
    if (this.#codes.ids.length === 0) this.#endNumbers()
    this.#giveCodes()
  }

  /**
   * An answer of which nothing proves who wrote it: the window shows it, and the player is notified, not too often, of
   * what is wrong with it or how to answer. Where players answer with numbers, a code in the chat ends, whoever wrote it.
   */
  #refused({ serverId, player, why, codes }: RefusedDecision): void {
    const { clock, registry, stream } = this.#deps
    if (this.#approver?.server === serverId && this.#answersBy)
      for (const code of codes) this.#typed(code, false, 'number')
    if (why === 'code-only' && numberCommand(registry, serverId) === undefined) return
    const expected = this.#linking ?? this.#approver
    if (expected?.server !== serverId || expected.player.toLowerCase() !== player.toLowerCase()) return
    const command = numberCommand(registry, serverId)
    if (command === undefined && this.#problem !== 'unproven') {
      this.#problem = 'unproven'
      this.#onDidChange.emit()
    }
    if ((command === undefined && why !== 'display') || clock.elapsed() - this.#refusedAt < refusedMs) return
    this.#refusedAt = clock.elapsed()
    const key = command === undefined ? 'unproven' : 'byNumber'
    const values = { command: command ?? '' }
    // The word of a link is not chosen before the link is proved.
    if (!this.#linking) return void this.#toApprover.sendText(key, values)
    void this.#messages.send(expected, [gameApprovalText(stream.language, key, values)])
  }

  #handleOutcome(outcome: GameCodeOutcome, typed: 'approve' | 'deny' | 'number'): void {
    switch (outcome.kind) {
      case 'none':
        return
      case 'answered': {
        const person = this.#person()
        if (!person) return
        if (this.#problem === 'unproven') this.#problem = null
        const decision = typed === 'number' ? outcome.decision : typed
        const { ok } = this.#deps.approvals.decideAsPerson({ id: outcome.id, decision, person })
        return void this.#toApprover.sendText(ok ? (decision === 'approve' ? 'approved' : 'denied') : 'refused')
      }
      case 'wrong':
        return void this.#toApprover.sendText('wrong', { tries: outcome.triesLeft })
      case 'paused':
        return this.#pause()
      case 'late':
      case 'leaked':
        return void this.#toApprover.sendText(outcome.kind)
    }
  }

  #pause(): void {
    void this.#toApprover.sendText('paused')
    if (!this.#approver) return
    this.#deps.log.warn('answering in the game is paused after wrong codes')
    this.#setting.pause()
  }

  #person(): Person | undefined {
    if (!this.#approver) return undefined
    const { server, player, uuid, person = desktopId } = this.#approver
    return {
      id: person,
      name: `${player}, in the game`,
      kind: 'player',
      callers: this.#deps.callersOf(server, player, uuid),
    }
  }

  /** Other linking problems stay. */
  #showProblem(isShown: boolean): void {
    const next = isShown ? null : 'not-shown'
    if (this.#closing.signal.aborted || !this.#approver || this.#problem === next) return
    if (this.#problem !== null && this.#problem !== 'not-shown') return
    this.#problem = next
    this.#onDidChange.emit()
  }
}
