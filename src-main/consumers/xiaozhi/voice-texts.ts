/** Voice texts: Gatehouse's own texts for a voice device, in its endpoint's language. */

import type { AppLanguage } from '@shared/text/language.js'
import { coreNameKey } from '@shared/words/core-words.js'
import contractEn from '@shared/words/en.json' with { type: 'json' }
import contractZh from '@shared/words/zh.json' with { type: 'json' }
import en from './words/en.json' with { type: 'json' }
import zh from './words/zh.json' with { type: 'json' }

export type VoiceTextKey = keyof typeof en

const catalogues: Readonly<Record<AppLanguage, Readonly<Record<VoiceTextKey, string>>>> = { en, zh }

/** @param values of the placeholders */
export type VoiceTranslate = (key: VoiceTextKey, values?: Readonly<Record<string, string | number>>) => string

export const voiceTranslator =
  (language: AppLanguage): VoiceTranslate =>
  (key, values = {}) =>
    Object.entries(values).reduce(
      (text, [name, value]) => text.replaceAll(`{${name}}`, () => String(value)),
      catalogues[language][key],
    )

const names: Readonly<Record<AppLanguage, Readonly<Record<string, { readonly name: string }>>>> = {
  en: contractEn.capabilities,
  zh: contractZh.capabilities,
}

/** Our name of a capability, if any. @param otherwise its manifest's name */
export const capabilityName = (language: AppLanguage, capabilityId: string, otherwise: string): string =>
  (coreNameKey(capabilityId) && names[language][capabilityId.replaceAll('.', '_')]?.name) || otherwise
