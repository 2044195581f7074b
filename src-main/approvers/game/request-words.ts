/**
 * Request text: what the owner's player reads about a request; always complete.
 *
 * Enforces invariant 3: an approver sees every argument. A request that does not fit is decided on the computer.
 * Enforces invariant 5: untrusted text is cleaned, bounded and quoted.
 */

import type { Caller } from '@contract/call.js'
import type { OpenApproval } from '@shared/approvals/approval.js'
import { ownCaller } from '@shared/clients/own-callers.js'
import { serverName } from '@shared/servers/server-name.js'
import type { AppLanguage } from '@shared/text/language.js'
import { coreNameKey } from '@shared/words/core-words.js'
import coreEn from '@shared/words/en.json' with { type: 'json' }
import coreZh from '@shared/words/zh.json' with { type: 'json' }
import { cleanText } from '../../policy/untrusted-text.js'
import en from './words/en.json' with { type: 'json' }
import zh from './words/zh.json' with { type: 'json' }

export type GameApprovalWord = Exclude<keyof typeof en, 'risk'>

const catalogues = { en, zh }
const coreWords = { en: coreEn, zh: coreZh }

/** Maximum characters of a request's sentence: one line in the game. */
const maxSentenceLength = 300

/** Argument names that need no quotes. */
const plainKey = /^[\w.-]+$/u

export const gameApprovalWords = (
  language: AppLanguage,
  word: GameApprovalWord,
  values: Readonly<Record<string, string | number>> = {},
): string =>
  catalogues[language][word].replace(/\{([a-z]+)\}/gu, (slot, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : slot,
  )

/** The request as shown. A masked request (stream mode) is decided on the computer. */
export interface ShownRequest {
  readonly approval: Pick<OpenApproval, 'capabilityId' | 'capabilityName' | 'caller' | 'server' | 'risk'>
  /** Without secrets. */
  readonly arguments: Readonly<Record<string, unknown>>
  readonly mask: (text: string) => string
}

/** The request as a sentence; undefined when it would be incomplete, or masked where a code is expected. */
export function requestWords(
  language: AppLanguage,
  word: 'asks' | 'onComputer',
  shown: ShownRequest,
): string | undefined {
  const { approval, mask } = shown
  const { caller, server, risk } = approval
  const given = Object.entries(shown.arguments)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${plainKey.test(key) ? key : JSON.stringify(key)} ${JSON.stringify(value)}`)
    .join(', ')
  const action = actionOf(language, approval)
  const what = given === '' ? action : `${action} (${given})`
  // Hidden arguments are not read.
  if (what.length > maxSentenceLength || cleanText(what) !== what) return undefined
  const seen = mask(what)
  if (word === 'asks' && seen !== what) return undefined
  const sentence = gameApprovalWords(language, word, {
    caller: callerWords(language, caller, mask),
    what: seen,
    server: quoted(mask(serverName(server, (key) => wordAt(language, key)))),
    risk: riskWord(language, risk),
  })
  return sentence.length <= maxSentenceLength ? sentence : undefined
}

/** The caller. A program's own name is quoted. */
export function callerWords(language: AppLanguage, caller: Caller, mask: (text: string) => string): string {
  const own = ownCaller(caller)
  return own === undefined ? quoted(mask(caller.name)) : wordAt(language, `caller.${own}.subject`)
}

function actionOf(language: AppLanguage, { capabilityId, capabilityName }: ShownRequest['approval']): string {
  const key = coreNameKey(capabilityId)
  return key === undefined ? `${quoted(capabilityName)} ${capabilityId}` : wordAt(language, key)
}

const riskWord = (language: AppLanguage, risk: string): string => {
  const words: Readonly<Record<string, string>> = catalogues[language].risk
  return (Object.hasOwn(words, risk) ? words[risk] : undefined) ?? risk
}

const shortened = (text: string): string => cleanText(text, 48).replace(/\s+/gu, ' ').trim()

/** A name cannot close its quotes. */
const quoted = (text: string): string => `“${shortened(text).replace(/["＂„\p{Pi}\p{Pf}]/gu, "'")}”`

function wordAt(language: AppLanguage, key: string): string {
  const found = key
    .split('.')
    .reduce<unknown>(
      (place, part) =>
        typeof place === 'object' && place !== null ? (place as Record<string, unknown>)[part] : undefined,
      coreWords[language],
    )
  return typeof found === 'string' ? found : key
}
