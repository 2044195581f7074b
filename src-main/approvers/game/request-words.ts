/**
 * Request words: what the owner's own player reads about a request, complete or not at all.
 *
 * Guards invariant 3: whoever approves has read every argument, so a request that does not fit is answered on the computer.
 * Guards invariant 5: what a stranger wrote is cleaned, bounded and in quotes.
 */
import type { OpenApproval } from '../../contract/approval.js'
import type { Caller } from '../../contract/call.js'
import { coreNameKey } from '../../contract/core-words.js'
import { ownCaller } from '../../contract/own-callers.js'
import { serverName } from '../../contract/server-name.js'
import coreEn from '../../contract/words/en.json' with { type: 'json' }
import coreZh from '../../contract/words/zh.json' with { type: 'json' }
import { cleanText } from '../../policy/untrusted-text.js'
import en from './words/en.json' with { type: 'json' }
import zh from './words/zh.json' with { type: 'json' }

export type Language = 'en' | 'zh'
export type GameApprovalWord = Exclude<keyof typeof en, 'risk'>

const catalogues = { en, zh }
const coreWords = { en: coreEn, zh: coreZh }

/** Characters of the sentence about a request; one line of what a server can show. */
const longestSentence = 300

/** Names of arguments that need no quotes. */
const plainKey = /^[\w.-]+$/u

export const gameApprovalWords = (
  language: Language,
  word: GameApprovalWord,
  values: Readonly<Record<string, string | number>> = {},
): string =>
  catalogues[language][word].replace(/\{([a-z]+)\}/gu, (slot, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : slot,
  )

/** What is shown of a request; masked where a stream must not show it, and then answered on the computer. */
export interface ShownRequest {
  readonly approval: Pick<OpenApproval, 'capabilityId' | 'capabilityName' | 'caller' | 'server' | 'risk'>
  /** Without secrets. */
  readonly arguments: Readonly<Record<string, unknown>>
  readonly mask: (text: string) => string
}

/** A sentence of what is asked; undefined when it would not be complete, or masked where the answer is a code. */
export function requestWords(language: Language, word: 'asks' | 'onComputer', shown: ShownRequest): string | undefined {
  const { approval, mask } = shown
  const { caller, server, risk } = approval
  const given = Object.entries(shown.arguments)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${plainKey.test(key) ? key : JSON.stringify(key)} ${JSON.stringify(value)}`)
    .join(', ')
  const action = actionOf(language, approval)
  const what = given === '' ? action : `${action} (${given})`
  // What nobody sees is not read either.
  if (what.length > longestSentence || cleanText(what) !== what) return undefined
  const seen = mask(what)
  if (word === 'asks' && seen !== what) return undefined
  const sentence = gameApprovalWords(language, word, {
    caller: callerWords(language, caller, mask),
    what: seen,
    server: quoted(mask(serverName(server, (key) => wordAt(language, key)))),
    risk: riskWord(language, risk),
  })
  return sentence.length <= longestSentence ? sentence : undefined
}

/** Who asks. A program's own name stands in quotes. */
export function callerWords(language: Language, caller: Caller, mask: (text: string) => string): string {
  const own = ownCaller(caller)
  return own === undefined ? quoted(mask(caller.name)) : wordAt(language, `caller.${own}.subject`)
}

function actionOf(language: Language, { capabilityId, capabilityName }: ShownRequest['approval']): string {
  const key = coreNameKey(capabilityId)
  return key === undefined ? `${quoted(capabilityName)} ${capabilityId}` : wordAt(language, key)
}

const riskWord = (language: Language, risk: string): string => {
  const words: Readonly<Record<string, string>> = catalogues[language].risk
  return (Object.hasOwn(words, risk) ? words[risk] : undefined) ?? risk
}

const shortened = (text: string): string => cleanText(text, 48).replace(/\s+/gu, ' ').trim()

/** Nothing in a name can end its quotes. */
const quoted = (text: string): string => `“${shortened(text).replace(/["＂„\p{Pi}\p{Pf}]/gu, "'")}”`

function wordAt(language: Language, key: string): string {
  const found = key
    .split('.')
    .reduce<unknown>(
      (place, part) =>
        typeof place === 'object' && place !== null ? (place as Record<string, unknown>)[part] : undefined,
      coreWords[language],
    )
  return typeof found === 'string' ? found : key
}
