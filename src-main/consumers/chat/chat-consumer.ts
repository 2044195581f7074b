/**
 * Chat consumer: players talk to an AI in the game's chat. See docs/protocol.md#chat-commands.
 *
 * A consumer like any other: it subscribes to events, and everything it does is a call with an identity. Enforces
 * invariant 7: a line that is no command costs one check; players, conversations and concurrent answers are bounded.
 */
import { setMaxListeners } from 'node:events'
import type { Caller } from '@contract/call.js'
import { GatewayError } from '@contract/gateway-error.js'
import type { Rights } from '@shared/clients/client.js'
import {
  audienceOn,
  type ChatConversation,
  type ChatPiece,
  type ChatState,
  chatListenerId,
  chatPlayerId,
  isChatPlayer,
  isChatSender,
  isModelChosen,
  type LocalModels,
  type ModelChoice,
  type ModelTest,
} from '@shared/features/chat.js'
import { Emitter } from '../../gateway/ports/emitter.js'
import type { OwnerModel } from '../../gateway/ports/provider.js'
import { type ChatCommand, parseChatCommand } from '../../policy/chat/chat-command.js'
import { only } from '../../policy/rights/rights.js'
import { cleanText, plainName } from '../../policy/text/untrusted-text.js'
import { answerInGame, hasBudget } from './answers.js'
import type { ChatDependencies, LoginAttemptEvent } from './chat-dependencies.js'
import { ChatHints } from './chat-hints.js'
import { ChatLimits } from './chat-limits.js'
import { type ChatPlayer, chatPlayer, keyOf } from './chat-player.js'
import { chatIsOff, roleIsTooLow, spendingRefusal } from './chat-refusals.js'
import { toolsFor } from './chat-tools.js'
import { Conversation } from './conversation.js'
import { answerExternal, type ExternalQuestion } from './external-answer.js'
import { ContextSizes } from './fitting-run.js'
import { GameMessenger } from './game-messenger.js'
import { findLocalModels } from './models/local-models.js'
import { testModel } from './models/model-test.js'
import { serviceModel } from './service-model.js'
import { Spending } from './spending.js'

/** Maximum conversations; the least recently used is dropped. */
const maxConversations = 500
/** Maximum concurrent answers. */
const maxAnswers = 8
const chatEvent = 'player.chat'

/** Who the tools are listed for in the test of a model: a player who is logged in. It calls nothing. */
const tester: Caller = { type: 'model', id: chatPlayerId('test'), name: 'AI in chat' }

const nothing = only()
/** The sender may only send messages to players. */
const senderRights = only('mcp.action.chat.broadcast', 'mcp.action.ext.*.message.send')

export type ExternalReply =
  | { readonly ok: true; readonly ended: Promise<void> }
  | { readonly ok: false; readonly error: GatewayError }

export class ChatConsumer {
  readonly #deps: ChatDependencies
  readonly #voice: GameMessenger
  readonly #limits: ChatLimits
  readonly #hints: ChatHints
  readonly #costs: Spending
  readonly #contexts: ContextSizes
  /** The one with the newest question last. */
  readonly #conversations = new Map<string, Conversation>()
  readonly #onDidChange = new Emitter<void>()
  /** The window's state changed. */
  readonly onDidChange = this.#onDidChange.on
  readonly #closing = new AbortController()
  /** Cancels answers to programs; replaced after each stop. */
  #stopping = new AbortController()
  /** Answers to programs in progress. */
  #outside = 0
  readonly #unsubscribe: (() => void)[] = []
  #listening: (() => void) | undefined
  readonly #rights = new Map<string, Rights>()

  constructor(deps: ChatDependencies) {
    this.#deps = deps
    this.#voice = new GameMessenger(deps)
    this.#limits = new ChatLimits(deps.clock)
    this.#contexts = new ContextSizes(deps.clock)
    this.#hints = new ChatHints(deps, this.#voice, this.#limits)
    this.#costs = new Spending(deps.spending, deps.clock, deps.log)
    const { gateway, logins, onDidStop } = deps
    this.#unsubscribe.push(
      gateway.registry.onDidChangeCapabilities(() => this.#listen()),
      logins.onDidAttempt((attempted) => this.#loggedIn(attempted)),
      onDidStop(() => this.#endAll()),
    )
    this.#listen()
  }

  /** Rights of this consumer's callers; undefined for other callers. */
  rightsOf({ id }: Pick<Caller, 'id'>): Rights | undefined {
    if (isChatSender({ id })) return this.#deps.settings().enabled ? senderRights : nothing
    if (id === tester.id) return this.#roleOnAll(this.#deps.settings().roles.loggedIn)
    if (!isChatPlayer({ id })) return undefined
    const conversation = [...this.#conversations.values()].find((one) => chatPlayerId(one.id) === id)
    return conversation ? this.#rightsOn(conversation) : nothing
  }

  /** The caller ids of a player: of the name, and of the account where it is known. */
  callerIdsOf(serverId: string, player: string, uuid?: string): readonly string[] {
    return [...new Set([keyOf(serverId, player), keyOf(serverId, player, uuid)])].map(chatPlayerId)
  }

  state(): ChatState {
    const { enabled, name, model, dailyLimit } = this.#deps.settings()
    return {
      enabled,
      name,
      isModelChosen: isModelChosen(model),
      smallContext: this.#contexts.lastSmallOne(model) ?? null,
      costToday: this.#costs.dollars,
      dailyLimit,
      conversations: [...this.#conversations.values()].reverse().map((one) => this.#shown(one)),
    }
  }

  /** The model for requests of services; undefined when none is chosen. */
  get serviceModel(): OwnerModel | undefined {
    return serviceModel({ ...this.#deps, costs: this.#costs })
  }

  /** The settings changed: what is disabled now ends. */
  settingsChanged(): void {
    const { enabled } = this.#deps.settings()
    if (!enabled) this.#endAll()
    for (const conversation of this.#conversations.values()) if (this.#isMuted(conversation)) this.#end(conversation)
    this.#listen()
    this.#onDidChange.emit()
  }

  /** Answers a program with a key; an obstacle is reported in the answer. */
  answerProgram(question: ExternalQuestion, send: (piece: ChatPiece) => void): ExternalReply {
    const { settings, gateway, isStopped, mayAskAsProgram } = this.#deps
    const { id } = question.caller
    if (isStopped() || !settings().enabled) return { ok: false, error: chatIsOff }
    const { server, caller } = question
    const meant = gateway.registry.servers().find((one) => one.id === server || one.name === server)
    if (!mayAskAsProgram(caller, meant?.id)) return { ok: false, error: roleIsTooLow }
    if (server !== undefined && !meant) return { ok: false, error: new GatewayError('PROTOCOL.SERVER_NOT_FOUND') }
    const error = this.#excessOf(id)
    if (error) return { ok: false, error }
    const deps = { ...this.#deps, costs: this.#costs, contexts: this.#contexts, stopping: this.#stopping.signal }
    const asked = { ...question, ...(meant && { server: meant.id }) }
    this.#outside += 1
    const ended = answerExternal(deps, settings(), asked, send).finally(() => {
      this.#outside -= 1
      this.#onDidChange.emit()
    })
    return { ok: true, ended }
  }

  #excessOf(key: string): GatewayError | undefined {
    if (!hasBudget(this.#deps.settings(), this.#costs, key)) return spendingRefusal(this.#costs.isKnown)
    const retryAfterMs = this.#outside >= maxAnswers ? 10_000 : this.#limits.take('playerQuestions', key)
    return retryAfterMs > 0 ? new GatewayError('SYSTEM.RATE_LIMITED', { details: { retryAfterMs } }) : undefined
  }

  async test(choice: ModelChoice, signal?: AbortSignal): Promise<ModelTest> {
    const { gateway, toolNameOf } = this.#deps
    const unused = { onUse() {}, signal: AbortSignal.abort() }
    const lists = gateway.registry
      .servers()
      .map(({ id }) => toolsFor({ ...unused, gateway, caller: tester, toolNameOf, serverId: id }))
    // A question is about one server: the test is as long as the longest.
    const tools = lists.reduce((most, one) => (Object.keys(one).length > Object.keys(most).length ? one : most), {})
    const result = await testModel(choice, { ...this.#deps, tools, contexts: this.#contexts }, signal)
    this.#onDidChange.emit()
    return result
  }

  findLocalModels(): Promise<LocalModels[]> {
    return findLocalModels(this.#deps.clock)
  }

  stop(): void {
    this.#endAll()
    this.#closing.abort()
    this.#listening?.()
    this.#listening = undefined
    for (const end of this.#unsubscribe) end()
    this.#voice.close()
  }

  /** Subscribes to chat while the AI is enabled and a server offers it. */
  #listen(): void {
    const { gateway, settings, log } = this.#deps
    const isOffered = settings().enabled && (gateway.registry.capabilities().get(chatEvent)?.length ?? 0) > 0
    if (!isOffered || this.#closing.signal.aborted) {
      this.#listening?.()
      this.#listening = undefined
      return
    }
    if (this.#listening) return
    const subscribed = gateway.subscribe(
      {
        eventIds: [chatEvent],
        caller: { type: 'system', id: chatListenerId, name: 'AI in chat' },
        connection: this.#closing.signal,
      },
      ({ server, data, identity, isLate }) => {
        const { playerName, playerUuid: uuid, message } = data
        if (isLate || typeof playerName !== 'string' || typeof message !== 'string' || playerName === '') return
        // Of a displayed name, or where the server checks no accounts, the UUID proves nothing.
        const account = identity === undefined && typeof uuid === 'string' ? uuid : undefined
        const speaker = chatPlayer(server, playerName, account)
        this.#receive(speaker, { message, isProven: identity !== 'display' })
      },
    )
    if (subscribed.ok) this.#listening = () => subscribed.subscription.end()
    else log.warn('the game chat cannot be subscribed to', { ...subscribed.error.toContract() })
  }

  /** @param line `isProven`: whether the player wrote it, and no command or plugin in their name */
  #receive(speaker: ChatPlayer, { message, isProven }: { message: string; isProven: boolean }): void {
    const { name } = this.#deps.settings()
    const command = parseChatCommand(message, name)
    if (!command || this.#voice.isEcho(speaker.serverId, message)) return
    // Others can write it, so it takes nothing from the limits of the player whose name it shows.
    if (!isProven) return command.kind === 'unknown' ? undefined : this.#hints.unproven(speaker, 'displayText')
    // Words that only look like commands take nothing from the limits of commands.
    if (command.kind === 'unknown') return this.#run(speaker, command)
    if (
      this.#limits.take('serverCommands', speaker.serverId) > 0 ||
      this.#limits.take('playerCommands', speaker.key) > 0
    )
      return
    this.#run(speaker, command)
  }

  #run(speaker: ChatPlayer, command: ChatCommand): void {
    const { settings, logins, isStopped } = this.#deps
    const { serverId, player, uuid } = speaker
    if (this.#isMuted(speaker)) return
    const audience = audienceOn(settings(), serverId)
    if (audience === 'nobody') return command.kind === 'unknown' ? undefined : this.#hints.hint(speaker, 'nobody')
    if (audience === 'logged-in' && !logins.isLoggedIn(serverId, player, uuid))
      return this.#hints.hint(speaker, 'logInFirst', {}, command.kind === 'unknown')
    if (command.kind === 'unknown' || command.kind === 'incomplete') return this.#hints.help(speaker, command)
    if (isStopped()) return this.#hints.hint(speaker, 'paused')
    switch (command.kind) {
      case 'ask':
        return this.#answerQuestion(speaker, command.text)
      case 'help':
        return this.#hints.send(speaker, 'help', { name: settings().name })
      case 'stop': {
        const conversation = this.#conversations.get(speaker.key)
        const isRunning = conversation?.running !== undefined
        if (conversation) this.#end(conversation)
        return this.#hints.send(speaker, isRunning ? 'stopped' : 'nothingToStop')
      }
      case 'new': {
        const conversation = this.#conversations.get(speaker.key)
        if (conversation) this.#end(conversation)
        conversation?.forget()
        return this.#hints.send(speaker, 'started')
      }
      case 'status': {
        const { questions, dollars } = this.#costs.of(speaker.key)
        const { playerDailyLimit, model } = settings()
        const used = Math.min(100, Math.round((dollars / Math.max(playerDailyLimit, 0.000_1)) * 100))
        return this.#hints.send(speaker, 'status', { questions, used, model: cleanText(model.name, 40) })
      }
      case 'more':
        return this.#more(speaker)
    }
  }

  #answerQuestion(speaker: ChatPlayer, text: string): void {
    const { settings } = this.#deps
    const { serverId, player, uuid, key, server } = speaker
    const known = this.#conversations.get(key)
    if (known?.running) return this.#hints.hint(speaker, 'busy')
    if (!hasBudget(settings(), this.#costs, key))
      return this.#hints.hint(speaker, this.#costs.isKnown ? 'budget' : 'noBudget')
    const tooFast = this.#limits.take('playerQuestions', key)
    if (tooFast > 0) return this.#hints.hint(speaker, 'tooFast', { seconds: Math.ceil(tooFast / 1_000) })
    const isFull = [...this.#conversations.values()].filter(({ running }) => running).length >= maxAnswers
    const isAtCapacity = isFull ? 10_000 : this.#limits.take('serverQuestions', serverId)
    if (isAtCapacity > 0) return this.#hints.hint(speaker, 'serverBusy', { seconds: Math.ceil(isAtCapacity / 1_000) })
    const conversation = known ?? new Conversation({ id: key, serverId, player, uuid })
    this.#conversations.delete(key)
    this.#conversations.set(key, conversation)
    this.#limitConversations()
    const caller: Caller = {
      type: 'model',
      id: chatPlayerId(key),
      name: `${plainName(player, 32)}, by chat with ${plainName(settings().model.name)}`,
      sessionId: conversation.sessionId,
    }
    const deps = {
      ...this.#deps,
      voice: this.#voice,
      costs: this.#costs,
      contexts: this.#contexts,
      onDidChange: () => this.#onDidChange.emit(),
    }
    void answerInGame(deps, conversation, { text, caller, server })
  }

  #more(speaker: ChatPlayer): void {
    const { settings } = this.#deps
    const conversation = this.#conversations.get(speaker.key)
    if (!conversation || conversation.more.length === 0) return this.#hints.send(speaker, 'noMore')
    const { lines, answers } = settings()
    for (const line of conversation.more.slice(0, lines))
      this.#voice.send(speaker, line, answers === 'everybody' ? 'everybody' : 'player')
    conversation.more = conversation.more.slice(lines)
    if (conversation.more.length > 0) this.#hints.send(speaker, 'more', { lines: conversation.more.length })
  }

  #loggedIn({ serverId, player, uuid, result }: LoginAttemptEvent): void {
    const { settings, gateway } = this.#deps
    if (!settings().enabled || audienceOn(settings(), serverId) === 'nobody') return
    const name = gateway.registry.servers().find(({ id }) => id === serverId)?.name ?? ''
    const speaker = chatPlayer({ id: serverId, name }, player, uuid)
    if (result.kind === 'accepted') return this.#hints.send(speaker, 'loggedIn', { name: settings().name })
    if (result.kind === 'unproven')
      return this.#hints.unproven(speaker, result.why === 'display' ? 'displayText' : 'accountUnproven')
    if (this.#limits.take('playerCommands', speaker.key) > 0) return
    if (result.kind === 'wrong') return this.#hints.send(speaker, 'wrongKey', { tries: result.triesLeft })
    this.#hints.hint(speaker, 'pausedKey', { seconds: Math.ceil(result.retryMs / 1_000) })
  }

  #rightsOn({ serverId, player, uuid }: Pick<Conversation, 'serverId' | 'player' | 'uuid'>): Rights {
    const { settings, logins } = this.#deps
    const { enabled, roles } = settings()
    const audience = audienceOn(settings(), serverId)
    const isLoggedIn = logins.isLoggedIn(serverId, player, uuid)
    const isAddressed = enabled && (audience === 'all' || (audience === 'logged-in' && isLoggedIn))
    if (!isAddressed || this.#isMuted({ serverId, player })) return nothing
    const role = isLoggedIn ? roles.loggedIn : roles.others
    return this.#stable(JSON.stringify([serverId, role]), {
      role: 'none',
      roles: { [serverId]: role },
      permissions: [],
    })
  }

  #roleOnAll(role: Rights['role']): Rights {
    return this.#stable(JSON.stringify([role]), { role, roles: {}, permissions: [] })
  }

  /** The same object for the same key: it is the key of the cached list. */
  #stable(key: string, fresh: Rights): Rights {
    const rights = this.#rights.get(key) ?? fresh
    this.#rights.set(key, rights)
    return rights
  }

  #isMuted({ serverId, player }: { readonly serverId: string; readonly player: string }): boolean {
    return this.#deps.settings().muted.some((one) => one.server === serverId && one.player === player)
  }

  #limitConversations(): void {
    for (const [key, conversation] of this.#conversations) {
      if (this.#conversations.size <= maxConversations) return
      if (!conversation.running) this.#conversations.delete(key)
    }
  }

  #end(conversation: Conversation): void {
    conversation.running?.abort()
    conversation.running = undefined
    conversation.more = []
    this.#voice.silence(conversation.id)
  }

  #endAll(): void {
    for (const conversation of this.#conversations.values()) this.#end(conversation)
    this.#stopping.abort()
    this.#stopping = new AbortController()
    setMaxListeners(0, this.#stopping.signal)
  }

  #shown(conversation: Conversation): ChatConversation {
    const { id, serverId, player, entries, running, isWaiting } = conversation
    const server = this.#deps.gateway.registry.servers().find((one) => one.id === serverId)
    const { questions, dollars } = this.#costs.of(id)
    return {
      id,
      server: { id: serverId, name: server?.name ?? serverId },
      player,
      muted: this.#isMuted(conversation),
      state: running ? (isWaiting ? 'waiting' : 'answering') : 'idle',
      questions,
      cost: dollars,
      entries,
    }
  }
}
