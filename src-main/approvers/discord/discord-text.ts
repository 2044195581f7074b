/**
 * Discord text: what people read in the channel.
 *
 * Guards invariant 3: a request is shown with every argument, or it cannot be approved there. Guards invariant 5: text
 * that is not ours is cleaned, bounded and inside code, where Discord reads no Markdown, mention, link or time. Guards
 * invariant 8: everything is masked as in stream-safe mode, whether that is on or off.
 */
import type { Caller } from '@contract/call.js'
import type { OpenApproval } from '@shared/approvals/approval.js'
import { confusionOf } from '@shared/text/confusable-name.js'
import type { AppLanguage } from '@shared/text/language.js'
import type { CallEntry } from '@shared/trail/live.js'
import type { ApprovalResolution } from '../../gateway/ports/open-approvals.js'
import { cleanLine, cleanText } from '../../policy/text/untrusted-text.js'
import { argumentTexts, coreActionText, ownCallerText, riskText, serverText } from '../game/request-text.js'
import { maxContent } from './discord-wire.js'
import en from './words/en.json' with { type: 'json' }
import zh from './words/zh.json' with { type: 'json' }

const catalogues = { en, zh }

export type DiscordWords = typeof en
export type AnswerKey = keyof DiscordWords['answers']

/** Characters of a name, of all arguments of a card, and of those of a line of the log. */
const limits = { name: 48, arguments: 1_000, line: 120 } as const

const squares: Readonly<Record<string, string>> = { low: '🟩', medium: '🟨', high: '🟧', critical: '🟥' }

/** Masks what a stream must not show. */
export interface TextMask {
  text(text: string): string
  value<T>(value: T): T
}

export const wordsIn = (language: AppLanguage): DiscordWords => catalogues[language]

export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{([a-z]+)\}/gu, (slot, name: string) => (Object.hasOwn(values, name) ? String(values[name]) : slot))

/** As code on one line, which it cannot leave. */
export const coded = (text: string, limit: number = limits.name): string =>
  `\`${cleanLine(text, limit).replace(/`/gu, "'") || '-'}\``

/** A time in the reader's own words. `R`: from now; `t`: of the day. */
export const timeText = (at: Date | string, style: 'R' | 't'): string =>
  `<t:${Math.floor(new Date(at).getTime() / 1_000)}:${style}>`

export interface ShownArguments {
  /** Each on one line, masked. */
  readonly lines: readonly string[]
  /** Why they are not complete; absent when every argument is shown as it will be sent. */
  readonly lacks?: 'hidden' | 'too-long'
}

/** @param given without secrets */
export function shownArguments(
  capabilityId: string,
  given: Readonly<Record<string, unknown>>,
  mask: TextMask,
): ShownArguments {
  const plain = argumentTexts(given).join('\n')
  const masked = uncoded(mask.text(argumentTexts(mask.value({ capabilityId, arguments: given }).arguments).join('\n')))
  if (masked.length > limits.arguments) return { lines: [], lacks: 'too-long' }
  const lines = cleanText(masked, limits.arguments).split('\n')
  const isComplete = cleanText(plain) === plain && masked === uncoded(plain)
  return isComplete ? { lines } : { lines, lacks: 'hidden' }
}

/** A backtick would end the code. JSON has another way to write it. */
const uncoded = (text: string): string => text.replace(/`/gu, '\\u0060')

export interface CardParts {
  readonly approval: OpenApproval
  readonly shown: ShownArguments
  readonly language: AppLanguage
  readonly mask: TextMask
}

/** The part of a card that stays when the request ends. */
function requestLines({ approval, shown, language, mask }: CardParts): readonly string[] {
  const words = wordsIn(language)
  const { capabilityId, capabilityName, risk, caller, server } = approval
  const core = coreActionText(language, capabilityId)
  const lines = shown.lines.filter((line) => line !== '')
  return [
    `### ${core ?? `${coded(mask.text(capabilityName))} ${coded(capabilityId, 96)}`}`,
    `${squares[risk] ?? '🟥'} ${words.risk}: ${riskWord(language, risk)}`,
    `${words.ai}: ${callerText(language, caller, mask)}`,
    `${words.server}: ${named(mask.text(serverText(language, server)), language)}`,
    ...(lines.length > 0 ? ['```', ...lines, '```'] : []),
  ]
}

const riskWord = (language: AppLanguage, risk: string): string =>
  risk === 'critical' ? criticalWord[language] : riskText(language, risk)

const criticalWord = { en: 'critical', zh: '严重' } as const

/** @param why it cannot be approved here; undefined when it can */
export function openCardText(parts: CardParts, why: keyof DiscordWords['why'] | undefined): string {
  const { approval, language, mask } = parts
  const words = wordsIn(language)
  const names = approval.agreed.map((name) => personText(name, language, mask)).join(', ')
  const when = timeText(approval.expiresAt, 'R')
  return joined([
    ...requestLines(parts),
    ...(approval.agreed.length > 0 ? [fill(words.agreed, { names, needed: approval.needed })] : []),
    ...(why === undefined ? [] : [`**${words.atComputer}** ${words.why[why]}`]),
    fill(approval.held ? words.held : words.left, { when }),
  ])
}

export function endedCardText(
  parts: CardParts,
  { outcome, by }: Pick<ApprovalResolution, 'outcome' | 'by'>,
  at: Date,
): string {
  const { language, mask } = parts
  const words = wordsIn(language)
  const ended = words.ended[outcome]
  const names = by.map((name) => personText(name, language, mask)).join(', ')
  const isAnswer = (outcome === 'approved' || outcome === 'denied') && by.length > 0
  return joined([
    ...requestLines(parts),
    `**${isAnswer ? fill(words.by, { ended, names }) : ended}** · ${timeText(at, 't')}`,
  ])
}

export const movedCardText = (parts: CardParts): string =>
  joined([...requestLines(parts), `**${wordsIn(parts.language).moved}**`])

export function actionLine(
  entry: CallEntry,
  given: Readonly<Record<string, unknown>>,
  { language, mask }: Pick<CardParts, 'language' | 'mask'>,
): string {
  const words = wordsIn(language)
  const { lines } = shownArguments(entry.capabilityId, given, mask)
  const what = lines.filter((line) => line !== '').join(', ')
  return [
    timeText(entry.at, 't'),
    callerText(language, entry.caller, mask),
    coreActionText(language, entry.capabilityId) ?? coded(entry.capabilityId, 96),
    ...(what === '' ? [] : [coded(what, limits.line)]),
    ...(entry.server ? [named(mask.text(serverText(language, entry.server)), language)] : []),
    entry.result === 'done' ? words.log.done : words.log.maybe,
  ].join(' · ')
}

/** How the log names who answered. */
export function personText(name: string, language: AppLanguage, mask: TextMask): string {
  const words = wordsIn(language)
  if (name === 'desktop') return words.atDesktop
  if (name === 'system.panic') return words.allPaused
  return coded(mask.text(name))
}

function callerText(language: AppLanguage, caller: Caller, mask: TextMask): string {
  return ownCallerText(language, caller) ?? named(mask.text(caller.name), language)
}

/** A name that others chose, flagged when its letters are misleading. */
function named(name: string, language: AppLanguage): string {
  const confusion = confusionOf(name)
  return confusion === undefined ? coded(name) : `${coded(name)} ⚠ ${wordsIn(language).confusable[confusion]}`
}

const joined = (lines: readonly string[]): string => lines.join('\n').slice(0, maxContent)
