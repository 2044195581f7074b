/** Game text: the program's own texts to players in chat, in the owner's language. */

import type { ModelProblemKind } from '@shared/features/chat.js'
import type { AppLanguage } from '@shared/text/language.js'
import en from './words/en.json' with { type: 'json' }
import zh from './words/zh.json' with { type: 'json' }

export type GameTextKey = Exclude<keyof typeof en, 'problem'>

const catalogues = { en, zh }

/** @param values of the placeholders */
export function gameText(
  language: AppLanguage,
  key: GameTextKey,
  values: Readonly<Record<string, string | number>> = {},
): string {
  return Object.entries(values).reduce(
    (text, [name, value]) => text.replaceAll(`{${name}}`, () => String(value)),
    catalogues[language][key],
  )
}

/** See docs/protocol.md#chat-errors. */
export const errorText = (language: AppLanguage, kind: ModelProblemKind): string =>
  gameText(language, 'error', { problem: catalogues[language].problem[kind] })
