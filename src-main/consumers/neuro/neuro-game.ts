/**
 * Neuro game: Gatehouse as the game of one AI VTuber, over all its connections. See docs/streaming.md#ai-vtuber.
 *
 * Actions are registered again whenever the offer changes. Gatehouse never forces an action. When the AI leaves the
 * game, it has no actions any more; nothing else ends.
 */
import type { Caller } from '@contract/call.js'
import type { Tool } from '@modelcontextprotocol/server'
import type { NeuroExchange, NeuroTool } from '@shared/features/neuro.js'
import type { AppLanguage } from '@shared/text/language.js'
import type { Invoker } from '../../gateway/ports/invoker.js'
import { asData } from '../../gateway/ports/model-responses.js'
import type { Clock, Log } from '../../gateway/ports/runtime.js'
import { literalText } from '../../policy/text/model-text.js'
import { cleanText } from '../../policy/text/untrusted-text.js'
import type { ToolCaller } from '../spoken/tool-caller.js'
import { ActionCalls } from './action-calls.js'
import { EventContexts } from './event-contexts.js'
import { gameMessage, neuroMessageIn, type SendMessage } from './neuro-messages.js'
import { changesOf, type OfferedAction, offeredActions, registeredForm } from './offered-actions.js'
import { neuroTranslator } from './words.js'

/** Outcomes that are kept while there is no connection. */
const maxUntold = 16
/** Kinds of unknown messages that are logged, once each. */
const maxLogged = 32
/** Characters of the last answer in the window. */
const maxShownLength = 400

export interface NeuroGameOptions {
  readonly gateway: Invoker
  readonly clock: Clock
  readonly log: Log
  readonly face: ToolCaller
  readonly caller: Caller
  readonly language: () => AppLanguage
  /** Current settings. */
  readonly settings: () => { readonly events: boolean; readonly tools?: readonly string[] }
  /** Whether a tool is one of Gatehouse's own, which are for programs. */
  readonly isOwnTool: (name: string) => boolean
  readonly send: (text: string) => void
  readonly onChange: () => void
}

export class NeuroGame {
  readonly #options: NeuroGameOptions
  readonly #calls: ActionCalls
  readonly #events: EventContexts
  readonly #logged = new Set<string>()
  #endSuggestions = (): void => {}
  #isConnected = false
  #hasEnded = false
  /** It wants to hear when nothing is unanswered. */
  #wantsReady = false
  #registered: readonly OfferedAction[] = []
  #untold: string[] = []
  #character: string | undefined
  #last: NeuroExchange | undefined

  constructor(options: NeuroGameOptions) {
    this.#options = options
    const { gateway, clock, face, caller, language, onChange } = options
    this.#calls = new ActionCalls({
      ...{ gateway, clock, face, caller, language },
      find: (name) => this.#registered.find((action) => action.name === name),
      answer: (result) => {
        this.#send('action/result', result)
        this.#sendReady()
      },
      tell: (text) => this.#tell(text),
      onDidAnswer: (action, answer) => {
        this.#last = {
          action: cleanText(action, 64),
          answer: cleanText(answer, maxShownLength),
          at: clock.now().toISOString(),
        }
        onChange()
      },
      onDidChangeWaiting: onChange,
    })
    this.#events = new EventContexts({
      ...{ gateway, clock, caller },
      translate: () => neuroTranslator(language()),
      send: (message, silent) => this.#send('context', { message, silent }),
    })
  }

  get hasEnded(): boolean {
    return this.#hasEnded
  }

  get character(): string | undefined {
    return this.#character
  }

  get last(): NeuroExchange | undefined {
    return this.#last
  }

  get waiting(): number {
    return this.#calls.waiting
  }

  /** All tools that the owner can choose from. */
  choices(): { readonly choices: readonly NeuroTool[]; readonly dropsTools: boolean } {
    const { actions, notPlain, dropsTools } = this.#offered()
    const offered = new Set(actions.map(({ tool }) => tool.name))
    const choices = this.#tools().map(({ name, title, description, annotations }) => ({
      name,
      title: title ?? name,
      description: cleanText(description ?? '', maxShownLength),
      isRead: annotations?.readOnlyHint === true,
      isOffered: offered.has(name),
      isPlain: !notPlain.has(name),
    }))
    return { choices, dropsTools }
  }

  /** `startup` clears what an earlier connection registered, so it comes first. */
  opened(): void {
    this.#isConnected = true
    this.#hasEnded = false
    this.#wantsReady = false
    this.#registered = []
    this.#calls.forgetIds()
    this.#send('startup')
    this.#send('context', { message: neuroTranslator(this.#options.language())('intro'), silent: true })
    this.refresh()
    for (const text of this.#untold.splice(0)) this.#tell(text)
    this.#endSuggestions()
    this.#endSuggestions = this.#options.gateway.onDidSendSuggestion(() => this.#tellSuggestion())
  }

  closed(): void {
    this.#isConnected = false
    this.#character = undefined
    this.#events.stop()
    this.#endSuggestions()
  }

  /** The owner ends it: what waits is withdrawn. */
  leave(): void {
    this.#unregisterAll()
    this.#events.stop()
    this.#endSuggestions()
    this.#calls.cancel()
    this.#untold = []
    this.#isConnected = false
  }

  /** Says what changed of the offer. */
  refresh(): void {
    if (!this.#isConnected || this.#hasEnded) return
    const { actions } = this.#offered()
    const { unregister, register } = changesOf(this.#registered, actions)
    if (unregister.length > 0) this.#send('actions/unregister', { action_names: unregister })
    if (register.length > 0) this.#send('actions/register', { actions: register.map(registeredForm) })
    this.#registered = actions
    this.#events.follow(this.#options.settings().events)
  }

  receive(text: string): void {
    const message = neuroMessageIn(text)
    switch (message.kind) {
      case 'action':
        void this.#calls.take(message.id, message.name, message.data)
        return
      case 'nameless-action':
        return this.#calls.nameless(message.id)
      case 'startup':
        this.#character = message.character || undefined
        return this.#options.onChange()
      case 'reregister':
        this.#hasEnded = false
        this.#registered = []
        this.refresh()
        return this.#options.onChange()
      case 'graceful':
        return message.wanted ? this.#endGame(true) : this.#resumeGame()
      case 'immediate':
        return this.#endGame(false)
      case 'unknown':
        return this.#logUnknown(message.what)
    }
  }

  /** @param isPatient whether what runs is answered before */
  #endGame(isPatient: boolean): void {
    this.#unregisterAll()
    this.#events.stop()
    this.#hasEnded = true
    this.#wantsReady = true
    if (isPatient) this.#sendReady()
    else this.#sayReady()
    this.#options.onChange()
  }

  #resumeGame(): void {
    this.#wantsReady = false
    if (!this.#hasEnded) return
    this.#hasEnded = false
    this.refresh()
    this.#options.onChange()
  }

  #sendReady(): void {
    if (this.#wantsReady && this.#calls.unanswered === 0) this.#sayReady()
  }

  #sayReady(): void {
    this.#wantsReady = false
    this.#send('shutdown/ready')
  }

  #unregisterAll(): void {
    const names = this.#registered.map(({ name }) => name)
    if (names.length > 0) this.#send('actions/unregister', { action_names: names })
    this.#registered = []
  }

  /** Kept for the next connection when there is none. */
  #tell(text: string): void {
    if (this.#isConnected) return this.#send('context', { message: text, silent: false })
    this.#untold = [...this.#untold, text].slice(-maxUntold)
  }

  /** Only the newest, which the streamer has just sent. */
  #tellSuggestion(): void {
    const { gateway, caller, language } = this.#options
    if (this.#hasEnded) return
    const read = gateway.suggestionsFor(caller)
    const [newest] = read.ok ? read.suggestions : []
    if (!newest) return
    const text = asData(literalText('a suggestion of a viewer'), newest.text)
    this.#send('context', { message: `${neuroTranslator(language())('suggestion')}\n${text}`, silent: false })
  }

  #tools(): readonly Tool[] {
    const { face, caller, isOwnTool } = this.#options
    return face.list(caller).filter(({ name }) => !isOwnTool(name))
  }

  #offered() {
    return offeredActions(this.#tools(), this.#options.settings().tools)
  }

  readonly #send: SendMessage = (command, ...[data]) => {
    if (this.#isConnected) this.#options.send(gameMessage(command, data))
  }

  #logUnknown(what: string): void {
    if (this.#logged.has(what) || this.#logged.size >= maxLogged) return
    this.#logged.add(what)
    this.#options.log.warn('an AI VTuber sent something unknown', { what })
  }
}
