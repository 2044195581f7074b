/**
 * Game approvals: shows requests to the owner's own player in the game and reads the responses from chat.
 *
 * Enforces invariant 6: off until the owner links a player; codes never go through a call, an event, the log or the
 * audit trail.
 * Enforces invariant 2: a request that may not be approved in the game has no code, and an unseen request cannot be
 * approved.
 */

import { randomInt } from 'node:crypto'
import { GatewayError } from '@contract/gateway-error.js'
import type { ApprovalId, OpenApproval, Person } from '@shared/approvals/approval.js'
import {
  type GameApproval,
  type GameApprover,
  type PlayerLinkProblem,
  playerLinkLimits,
} from '@shared/approvals/game-approval.js'
import type { Settings } from '@shared/program/settings.js'
import type { Server } from '@shared/servers/server.js'
import type { AppLanguage } from '@shared/text/language.js'
import type { Approvers } from '../../gateway/ports/approvers.js'
import { Emitter } from '../../gateway/ports/emitter.js'
import type { GameDecisionMessage, GameDecisionSource, RefusedDecision } from '../../gateway/ports/game.js'
import type { ServerRegistry } from '../../gateway/ports/registry.js'
import type { Clock, Log } from '../../gateway/ports/runtime.js'
import { mayBeApprovedInGame } from '../../policy/approvals/game-approval.js'
import {
  type GameCodeOutcome,
  type GameCodes,
  hasRoom,
  isFresh,
  nextCodes,
  noCodes,
} from '../../policy/approvals/game-codes.js'
import { shownBySchema } from '../../policy/redaction/schema-redaction.js'
import { cleanLine, cleanText } from '../../policy/text/untrusted-text.js'
import { canLink, linkingUnavailable, needsAccount, unprovenServers } from './linkable-servers.js'
import { PlayerLink } from './player-linking.js'
import { PlayerMessages } from './player-messages.js'
import { callerText, type GameApprovalTextKey, gameApprovalText, requestText } from './request-text.js'

const requestDigits = 4
const linkDigits = 6
/** Minimum milliseconds between two notices of requests that can't be approved in the game. */
const hintMs = 5_000
/** The same between two notices of answers that do not count. */
const refusedMs = 60_000

type LinkedPlayer = Pick<GameApprover, 'server' | 'player'> & {
  readonly uuid: string | undefined
  readonly word: string
}

export interface GameApprovalsDependencies {
  readonly approvals: Pick<Approvers, 'open' | 'decideAsPerson' | 'onDidOpen' | 'onDidClose'>
  readonly answers: GameDecisionSource
  readonly registry: Pick<ServerRegistry, 'link' | 'servers' | 'offerBy' | 'onDidChangeServer'>
  readonly settings: {
    get(): Pick<Settings, 'gameApprover'>
    change(change: Pick<Settings, 'gameApprover'>): boolean
    onDidChange(listener: () => void): () => void
  }
  readonly stream: { readonly on: boolean; readonly language: AppLanguage; text(text: string): string }
  /** Ids of callers that are this player. */
  readonly callersOf: (serverId: string, player: string) => readonly string[]
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
  #codes: GameCodes = noCodes
  /** Request id → function that unprotects its code. */
  readonly #protected = new Map<ApprovalId, () => void>()
  /** Requests without a code yet. */
  readonly #waiting = new Set<ApprovalId>()
  #linking: PlayerLink | undefined
  #problem: PlayerLinkProblem | null = null
  /** A pause that could not be saved. */
  #isPausedHere = false
  #approver: GameApprover | null
  #hintedAt = Number.NEGATIVE_INFINITY
  #refusedAt = Number.NEGATIVE_INFINITY

  constructor(deps: GameApprovalsDependencies) {
    this.#deps = deps
    const { approvals, answers, settings, registry } = deps
    const { clock, log } = deps
    this.#messages = new PlayerMessages({ registry, clock, log, closing: this.#closing.signal })
    this.#approver = settings.get().gameApprover
    this.#ends = [
      approvals.onDidOpen((approval) => this.#open(approval)),
      approvals.onDidClose(({ approvalId }) => this.#close(approvalId)),
      answers.onDidReceive((line) => this.#receive(line)),
      answers.onDidRefuse((refused) => this.#refused(refused)),
      settings.onDidChange(() => this.#applySettings()),
      registry.onDidChangeServer(({ server, before }) => {
        this.#checkConnection(server)
        this.#fillAccount(server)
        if (server.state !== before?.state || server.accounts !== before?.accounts) this.#onDidChange.emit()
      }),
    ]
  }

  /** State for the window. */
  get state(): GameApproval {
    const { registry, stream } = this.#deps
    const linking = this.#linking
    return {
      approver: this.#shownApprover(),
      linking: linking
        ? {
            server: linking.server,
            player: linking.player,
            ...(!stream.on && { code: linking.code }),
            endsAt: linking.endsAt.toISOString(),
          }
        : null,
      problem: this.#problem,
      servers: registry.servers().flatMap(({ id }) => (canLink(registry, id) ? [id] : [])),
      unproven: unprovenServers(registry),
    }
  }

  /** Without the owner's word: the window could be on a stream. */
  #shownApprover(): GameApprover | null {
    if (!this.#approver) return null
    const { word: _word, ...shown } = this.#approver
    return shown
  }

  /**
   * Starts linking a player. The player linked before stays linked until the new one is confirmed.
   *
   * @param word begins each message to the player, as proof that it is ours
   * @throws GatewayError
   */
  link(server: string, player: string, word = ''): void {
    const { answers, clock } = this.#deps
    const name = cleanText(player.trim(), playerLinkLimits.player)
    if (!canLink(this.#deps.registry, server) || name === '') throw linkingUnavailable()
    this.cancelLink()
    this.#linking = new PlayerLink({
      ...{ answers, clock, server, player: name, code: randomCode(linkDigits) },
      needsAccount: needsAccount(this.#deps.registry, server),
      onProven: (proven, uuid) =>
        void this.#linked({ server, player: proven, uuid, word: cleanLine(word, playerLinkLimits.word) }),
      onFail: (problem) => this.#linkEnded(problem),
      onHelp: (to) => {
        const line = gameApprovalText(this.#deps.stream.language, 'linkHelp', { digits: linkDigits })
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

  async #linked({ word, uuid, ...player }: LinkedPlayer): Promise<void> {
    this.#linkEnded(null)
    const account = { ...(uuid !== undefined && { uuid }), paused: false, ...(word !== '' && { word }) }
    if (!this.#write({ ...player, ...account })) return this.#linkEnded('not-saved')
    await this.#sendText('linked')
    this.#openWaiting()
  }

  #linkEnded(problem: PlayerLinkProblem | null): void {
    this.#linking = undefined
    this.#problem = problem
    this.#onDidChange.emit()
  }

  #saveOrThrow(gameApprover: GameApprover | null): void {
    if (!this.#write(gameApprover)) throw new GatewayError('SYSTEM.SETTINGS_UNWRITABLE')
  }

  /** The owner's choice. @returns whether it was saved */
  #write(gameApprover: GameApprover | null): boolean {
    if (!this.#deps.settings.change({ gameApprover })) return false
    this.#isPausedHere = false
    this.#applySettings()
    return true
  }

  /** The previously linked player has no code any more. */
  #applySettings(): void {
    const saved = this.#deps.settings.get().gameApprover
    const next = saved && this.#isPausedHere ? { ...saved, paused: true } : saved
    if (JSON.stringify(next) === JSON.stringify(this.#approver)) return
    this.#approver = next
    this.#endCodes()
    this.#codes = noCodes
    this.#onDidChange.emit()
  }

  #endCodes(): void {
    for (const end of this.#protected.values()) end()
    this.#protected.clear()
    this.#waiting.clear()
  }

  /** Requests older than the link or the pause. */
  #openWaiting(): void {
    for (const approval of this.#deps.approvals.open()) if (!this.#protected.has(approval.id)) this.#open(approval)
  }

  #open(approval: OpenApproval): void {
    const { server, player, paused = true } = this.#approver ?? {}
    if (paused || server === undefined || player === undefined || !canLink(this.#deps.registry, server)) return
    if (needsAccount(this.#deps.registry, server) && this.#approver?.uuid === undefined) return
    const callers = this.#deps.callersOf(server, player)
    if (!mayBeApprovedInGame(approval, { name: player, callers })) return this.#hint(approval)
    this.#waiting.add(approval.id)
    this.#giveCodes()
  }

  #close(id: ApprovalId): void {
    this.#waiting.delete(id)
    this.#endCode(id)
    this.#giveCodes()
  }

  #endCode(id: ApprovalId): void {
    ;[this.#codes] = nextCodes(this.#codes, { kind: 'ended', id })
    this.#protected.get(id)?.()
    this.#protected.delete(id)
  }

  /** Shows waiting requests in order, a few at a time. */
  #giveCodes(): void {
    for (const id of this.#waiting) {
      if (!hasRoom(this.#codes)) return
      this.#waiting.delete(id)
      const approval = this.#deps.approvals.open().find((one) => one.id === id)
      if (approval) void this.#show(approval)
    }
  }

  async #show(approval: OpenApproval): Promise<void> {
    const { answers, stream } = this.#deps
    const { id } = approval
    const sentence = this.#textFor(approval, 'asks')
    if (sentence === undefined) return this.#hint(approval)
    let code = randomCode(requestDigits)
    while (!isFresh(this.#codes, code)) code = randomCode(requestDigits)
    this.#protected.set(id, answers.protect(code))
    ;[this.#codes] = nextCodes(this.#codes, { kind: 'given', id, code })
    if (!(await this.#whisper([sentence, gameApprovalText(stream.language, 'answer', { code })]))) this.#close(id)
  }

  #receive({ serverId, player, uuid, answer }: GameDecisionMessage): void {
    const approver = this.#approver
    if (!approver || approver.paused || answer.kind === 'link') return
    const isAccount = needsAccount(this.#deps.registry, serverId) ? uuid !== undefined && uuid === approver.uuid : true
    const isOwner = serverId === approver.server && player === approver.player && isAccount
    const [codes, outcome] = nextCodes(this.#codes, { kind: 'typed', code: answer.code, isOwner })
    this.#codes = codes
    this.#handleOutcome(outcome, answer.kind)
    for (const id of [...this.#protected.keys()]) if (!codes.open.has(id)) this.#endCode(id)
    this.#giveCodes()
  }

  /** An answer of which nothing proves who wrote it: the window shows it, and the player is notified, not too often. */
  #refused({ serverId, player, why }: RefusedDecision): void {
    const { clock, stream } = this.#deps
    const expected = this.#linking ?? this.#approver
    if (expected?.server !== serverId || expected.player.toLowerCase() !== player.toLowerCase()) return
    if (this.#problem !== 'unproven') {
      this.#problem = 'unproven'
      this.#onDidChange.emit()
    }
    if (why !== 'display' || clock.elapsed() - this.#refusedAt < refusedMs) return
    this.#refusedAt = clock.elapsed()
    void this.#messages.send(expected, [gameApprovalText(stream.language, 'unproven')])
  }

  #handleOutcome(outcome: GameCodeOutcome, decision: 'approve' | 'deny'): void {
    const { approvals } = this.#deps
    switch (outcome.kind) {
      case 'none':
        return
      case 'answered': {
        const person = this.#person()
        if (!person) return
        if (this.#problem === 'unproven') this.#problem = null
        const { ok } = approvals.decideAsPerson({ id: outcome.id, decision, person })
        return void this.#sendText(ok ? (decision === 'approve' ? 'approved' : 'denied') : 'refused')
      }
      case 'wrong':
        return void this.#sendText('wrong', { tries: outcome.triesLeft })
      case 'paused':
        return this.#pause()
      case 'late':
      case 'leaked':
        return void this.#sendText(outcome.kind)
    }
  }

  #pause(): void {
    const { log } = this.#deps
    void this.#sendText('paused')
    if (!this.#approver) return
    log.warn('answering in the game is paused after wrong codes')
    this.#savePause(this.#approver)
  }

  /**
   * A link that is older than the check of accounts gets the account that is online under its name, once. Only the
   * server's list of players is evidence, and only where the server checks accounts.
   */
  #fillAccount({ id, accounts }: Server): void {
    const approver = this.#approver
    if (!approver || approver.uuid !== undefined || id !== approver.server || accounts !== 'checked') return
    const uuid = this.#deps.registry.link(id)?.accountOf?.(approver.player)
    if (uuid === undefined || !this.#deps.settings.change({ gameApprover: { ...approver, uuid } })) return
    this.#applySettings()
    this.#openWaiting()
  }

  /** A Bedrock game does not prove its player's name: a different game may have connected. */
  #checkConnection({ id, kind, state }: Server): void {
    const approver = this.#approver
    if (!approver || approver.paused || kind !== 'bedrock' || id !== approver.server || state !== 'connecting') return
    this.#deps.log.warn('answering in the game is paused after the game connected again')
    this.#savePause(approver)
  }

  #savePause(approver: GameApprover): void {
    const { settings } = this.#deps
    const paused = { ...approver, paused: true }
    if (settings.change({ gameApprover: paused })) return
    // The pause could not be saved: keep it until this program saves the settings again.
    this.#isPausedHere = true
    this.#applySettings()
  }

  #person(): Person | undefined {
    if (!this.#approver) return undefined
    const { server, player } = this.#approver
    const id = `player:${JSON.stringify([server, player])}`
    return { id, name: `${player}, in the game`, kind: 'player', callers: this.#deps.callersOf(server, player) }
  }

  /** Notifies the player that a request waits on the computer. */
  #hint(approval: OpenApproval): void {
    const { clock, stream } = this.#deps
    if (clock.elapsed() - this.#hintedAt < hintMs) return
    this.#hintedAt = clock.elapsed()
    const caller = callerText(stream.language, approval.caller, (text) => stream.text(text))
    const text = this.#textFor(approval, 'onComputer')
    void this.#whisper([text ?? gameApprovalText(stream.language, 'tooLong', { caller })])
  }

  #textFor(approval: OpenApproval, key: 'asks' | 'onComputer'): string | undefined {
    const { registry, stream } = this.#deps
    const schema = registry.offerBy(approval.server.id, approval.capabilityId)?.manifest.parameters
    const given = shownBySchema(schema, approval.arguments)
    return requestText(stream.language, key, { approval, arguments: given, mask: (text) => stream.text(text) })
  }

  #sendText(key: GameApprovalTextKey, values: Readonly<Record<string, string | number>> = {}): Promise<boolean> {
    return this.#whisper([gameApprovalText(this.#deps.stream.language, key, values)])
  }

  /** @returns whether the message was shown to the player */
  async #whisper(lines: readonly string[]): Promise<boolean> {
    const to = this.#approver
    const marked = to?.word === undefined ? lines : lines.map((line) => `(${to.word}) ${line}`)
    const isShown = to !== null && (await this.#messages.send(to, marked))
    if (this.#approver?.server === to?.server && this.#approver?.player === to?.player) this.#showProblem(isShown)
    return isShown
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

const randomCode = (digits: number): string => String(randomInt(10 ** digits)).padStart(digits, '0')
