/**
 * Answers: runs the model for a player's question, and sends its text to the game as lines.
 *
 * Enforces invariants 5 and 6: the model acts only through tools, with the rights of the player; its text is wrapped,
 * limited and only shown.
 */
import { setMaxListeners } from 'node:events'
import type { Caller } from '@contract/call.js'
import type { GatewayError } from '@contract/gateway-error.js'
import {
  assumedPrices,
  type ChatSettings,
  type ChatToolUse,
  type ModelPrices,
  type ModelProblem,
} from '@shared/features/chat.js'
import { isOnThisComputer } from '@shared/features/paid-model.js'
import { ChatLines } from '../../policy/chat/chat-lines.js'
import { type RunEnd, runAnswer, type Usage } from './answer-run.js'
import type { ChatDependencies } from './chat-dependencies.js'
import { toolsFor } from './chat-tools.js'
import type { Conversation } from './conversation.js'
import { type ContextSizes, runFitting } from './fitting-run.js'
import type { GameMessenger } from './game-messenger.js'
import { errorText, failureText, type GameTextKey, gameText } from './game-text.js'
import { openModel } from './models/language-model.js'
import { questionPrompt, systemPrompt } from './prompt.js'
import type { Spending } from './spending.js'
import { ThinkingLines, withoutMarks } from './think-marks.js'

export interface ChatAnswersDependencies extends ChatDependencies {
  readonly voice: GameMessenger
  readonly costs: Spending
  readonly contexts: ContextSizes
  readonly onDidChange: () => void
}

/** The owner's settings, with defaults. */
const pricesOf = ({ model, prices }: ChatSettings): ModelPrices =>
  prices ?? (isOnThisComputer(model.baseUrl) ? { input: 0, output: 0 } : assumedPrices)

/** Price of the tokens in dollars. */
export function costOf(settings: ChatSettings, used: Usage): number {
  const { input, output } = pricesOf(settings)
  return (used.input * input + used.output * output) / 1_000_000
}

/** Whether a player has budget left today. A model without a price always has. */
export function hasBudget(settings: ChatSettings, costs: Spending, player: string): boolean {
  const { input, output } = pricesOf(settings)
  if (input === 0 && output === 0) return true
  return costs.isKnown && costs.dollars < settings.dailyLimit && costs.of(player).dollars < settings.playerDailyLimit
}

/** Answers one question; never rejects. The conversation is `running` until it resolves. */
export async function answerInGame(
  parts: ChatAnswersDependencies,
  conversation: Conversation,
  { text, caller, server }: { readonly text: string; readonly caller: Caller; readonly server: string },
): Promise<void> {
  const { clock, voice, costs, gateway, toolNameOf, language, onDidChange } = parts
  const settings = parts.settings()
  const { id: key, serverId, player } = conversation
  const ending = new AbortController()
  setMaxListeners(0, ending.signal)
  conversation.running = ending
  conversation.more = []
  conversation.add('player', text, clock.now())
  const entry = conversation.add('ai', '', clock.now())
  costs.addQuestion(key)
  onDidChange()

  const listener = { serverId, player, key }
  const send = (key: GameTextKey): void => voice.send(listener, gameText(language(), key))
  const to = settings.answers === 'everybody' ? 'everybody' : 'player'
  let shown = 0
  const show = (lines: readonly string[]): void => {
    for (const text of lines) {
      if (shown >= settings.lines) conversation.keepMore([text])
      else voice.send(listener, text, to)
      shown += 1
    }
  }
  let content = new ChatLines()
  let thinking = new ChatLines()
  const marks = new ThinkingLines()
  const thought = (lines: readonly string[]): string[] =>
    lines.map((line) => gameText(language(), 'thinking', { text: withoutMarks(line) }))
  const endThinking = (): void => {
    if (settings.thinking) show(marks.end(thought(thinking.end())))
  }
  const flush = (): void => {
    endThinking()
    show(content.end().map(withoutMarks))
    thinking = new ChatLines()
    content = new ChatLines()
  }
  const uses = new Map<string, ChatToolUse>()
  const onUse = (id: string, use: ChatToolUse): void => {
    const before = uses.get(id)?.state
    uses.set(id, use)
    conversation.setTools(entry, [...uses.values()])
    if (before === undefined) flush()
    if (use.state === 'waiting' && before !== 'waiting') send('waiting')
    else if (before === 'waiting' && use.state !== 'waiting') {
      const words = { done: 'approved', denied: 'denied', expired: 'expired', failed: 'failed' } as const
      const key = words[use.state as 'done']
      if (key) send(key)
    }
    onDidChange()
  }

  const reported = new Set<string>()
  const reportFailure = (error: GatewayError): void => {
    const text = failureText(language(), error)
    if (text === undefined || reported.has(text)) return
    reported.add(text)
    voice.send(listener, text)
  }
  const opened = openModel(settings.model, parts)
  const question = { role: 'user', content: questionPrompt({ server, player, text }) } as const
  let cost = 0
  let hasText = false
  let isNewStep = false
  const end: RunEnd = opened.ok
    ? await runFitting(parts.contexts, settings.model, (fitTools) =>
        runAnswer({
          model: opened.model,
          system: systemPrompt(settings.lines),
          messages: [...conversation.messages, question],
          tools: (stopping) =>
            fitTools(
              toolsFor({ gateway, caller, serverId, toolNameOf, signal: stopping, onUse, onFailure: reportFailure }),
            ),
          clock,
          signal: ending.signal,
          onText(piece) {
            endThinking()
            show(content.add(piece).map(withoutMarks))
            conversation.addText(entry, isNewStep && hasText ? `\n${piece}` : piece)
            hasText = true
            isNewStep = false
            onDidChange()
          },
          onThinking(piece) {
            if (settings.thinking) show(marks.add(thought(thinking.add(piece))))
          },
          onStepEnd() {
            flush()
            isNewStep = true
          },
          onUsage(usage) {
            const dollars = costOf(settings, usage)
            cost += dollars
            costs.addDollars(key, dollars)
            return hasBudget(parts.settings(), costs, key)
          },
        }),
      )
    : { messages: [], ended: 'failed', problem: opened.problem, hasBegun: false }
  if (conversation.running === ending) conversation.running = undefined
  if (end.ended !== 'stopped') flush()
  if (end.messages.length > 0) conversation.remember([question, ...end.messages])
  conversation.change(entry, () => ({ cost, ...(end.problem && { problem: end.problem }) }))
  conclude(end, shown)
  onDidChange()

  function conclude({ ended, problem }: RunEnd, lines: number): void {
    if (ended === 'failed')
      voice.send(listener, errorText(language(), (problem as ModelProblem | undefined)?.kind ?? 'other'))
    else if (ended === 'steps' || ended === 'time' || ended === 'budget') send(ended)
    else if (ended === 'answered' && lines === 0) send('empty')
    if (conversation.more.length > 0)
      voice.send(listener, gameText(language(), 'more', { lines: conversation.more.length }))
  }
}
