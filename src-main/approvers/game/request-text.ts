/**
 * Request text: what the owner's player reads about a request; always complete.
 *
 * Enforces invariant 3: an approver sees every argument. A request that does not fit is decided on the computer.
 * Enforces invariant 5: untrusted text is cleaned, bounded and quoted.
 */

import type { Caller, ServerReference } from '@contract/call.js'
import type { OpenApproval } from '@shared/approvals/approval.js'
import { ownCaller } from '@shared/clients/own-callers.js'
import { serverName } from '@shared/servers/server-name.js'
import type { AppLanguage } from '@shared/text/language.js'
import { coreNameKey } from '@shared/words/core-words.js'
import coreEn from '@shared/words/en.json' with { type: 'json' }
import coreZh from '@shared/words/zh.json' with { type: 'json' }
import { cleanText } from '../../policy/text/untrusted-text.js'
import en from './words/en.json' with { type: 'json' }
import zh from './words/zh.json' with { type: 'json' }

export type GameApprovalTextKey = Exclude<keyof typeof en, 'risk'>

const catalogues = { en, zh }
const coreTexts = { en: coreEn, zh: coreZh }

/** Maximum characters of a request's sentence: one line in the game. */
const maxSentenceLength = 300

/** Argument names that need no quotes. */
const plainKey = /^[\w.-]+$/u

export const gameApprovalText = (
  language: AppLanguage,
  key: GameApprovalTextKey,
  values: Readonly<Record<string, string | number>> = {},
): string =>
  catalogues[language][key].replace(/\{([a-z]+)\}/gu, (slot, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : slot,
  )

/** The request as shown. A masked request (stream mode) is decided on the computer. */
export interface ShownRequest {
  readonly approval: Pick<OpenApproval, 'capabilityId' | 'capabilityName' | 'caller' | 'server' | 'risk'>
  /** Without secrets. */
  readonly arguments: Readonly<Record<string, unknown>>
  readonly mask: (text: string) => string
}

/** The request as a sentence; undefined when it does not fit, or is masked although a code can approve it. */
export function requestText(
  language: AppLanguage,
  key: 'asks' | 'onComputer',
  shown: ShownRequest,
): string | undefined {
  const { approval, mask } = shown
  const { caller, server, risk } = approval
  const given = argumentTexts(shown.arguments).join(', ')
  const action = actionText(language, approval)
  const what = given === '' ? action : `${action} (${given})`
  // Hidden arguments are not read.
  if (what.length > maxSentenceLength || cleanText(what) !== what) return undefined
  const seen = mask(what)
  if (key === 'asks' && seen !== what) return undefined
  const sentence = gameApprovalText(language, key, {
    caller: callerText(language, caller, mask),
    what: seen,
    server: quoted(mask(serverText(language, server))),
    risk: riskText(language, risk),
  })
  return sentence.length <= maxSentenceLength ? sentence : undefined
}

/** The caller. A program's own name is quoted. */
export function callerText(language: AppLanguage, caller: Caller, mask: (text: string) => string): string {
  return ownCallerText(language, caller) ?? quoted(mask(caller.name))
}

/** Each argument with its name, on one line. */
export const argumentTexts = (given: ShownRequest['arguments']): readonly string[] =>
  Object.entries(given)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${plainKey.test(key) ? key : JSON.stringify(key)} ${JSON.stringify(value)}`)

function actionText(language: AppLanguage, { capabilityId, capabilityName }: ShownRequest['approval']): string {
  return coreActionText(language, capabilityId) ?? `${quoted(capabilityName)} ${capabilityId}`
}

/** Of an action of Gatehouse; undefined for one of others. */
export function coreActionText(language: AppLanguage, capabilityId: string): string | undefined {
  const key = coreNameKey(capabilityId)
  return key === undefined ? undefined : textAt(language, key)
}

/** Undefined for a program, whose name is its own. */
export function ownCallerText(language: AppLanguage, caller: Caller): string | undefined {
  const own = ownCaller(caller)
  return own === undefined ? undefined : textAt(language, `caller.${own}.subject`)
}

export const serverText = (language: AppLanguage, server: ServerReference): string =>
  serverName(server, (key) => textAt(language, key))

export const riskText = (language: AppLanguage, risk: string): string => {
  const texts: Readonly<Record<string, string>> = catalogues[language].risk
  return (Object.hasOwn(texts, risk) ? texts[risk] : undefined) ?? risk
}

const shortened = (text: string): string => cleanText(text, 48).replace(/\s+/gu, ' ').trim()

/** A name cannot close its quotes. */
const quoted = (text: string): string => `“${shortened(text).replace(/["＂„\p{Pi}\p{Pf}]/gu, "'")}”`

function textAt(language: AppLanguage, key: string): string {
  const found = key
    .split('.')
    .reduce<unknown>(
      (node, part) => (typeof node === 'object' && node !== null ? (node as Record<string, unknown>)[part] : undefined),
      coreTexts[language],
    )
  return typeof found === 'string' ? found : key
}
