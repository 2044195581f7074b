/** Voice words: what Gatehouse itself says to a voice device, in the language of its endpoint. */
import { coreNameKey } from '../../contract/core-words.js'
import contractEn from '../../contract/words/en.json' with { type: 'json' }
import contractZh from '../../contract/words/zh.json' with { type: 'json' }
import type { XiaozhiLanguage } from '../../contract/xiaozhi.js'
import en from './words/en.json' with { type: 'json' }
import zh from './words/zh.json' with { type: 'json' }

export type VoiceWord = keyof typeof en

const catalogues: Readonly<Record<XiaozhiLanguage, Readonly<Record<VoiceWord, string>>>> = { en, zh }

/** @param values of the placeholders */
export type VoiceWords = (word: VoiceWord, values?: Readonly<Record<string, string | number>>) => string

export const voiceWords =
  (language: XiaozhiLanguage): VoiceWords =>
  (word, values = {}) =>
    Object.entries(values).reduce(
      (text, [name, value]) => text.replaceAll(`{${name}}`, () => String(value)),
      catalogues[language][word],
    )

const names: Readonly<Record<XiaozhiLanguage, Readonly<Record<string, { readonly name: string }>>>> = {
  en: contractEn.capabilities,
  zh: contractZh.capabilities,
}

/** Our name of a capability, where it has one. @param otherwise what its manifest calls it */
export const capabilityName = (language: XiaozhiLanguage, capabilityId: string, otherwise: string): string =>
  (coreNameKey(capabilityId) && names[language][capabilityId.replaceAll('.', '_')]?.name) || otherwise
