/** Own words: Gatehouse's own texts for a model that speaks, and the names of capabilities, in the owner's language. */

import type { AppLanguage } from '@shared/text/language.js'
import { coreNameKey } from '@shared/words/core-words.js'
import contractEn from '@shared/words/en.json' with { type: 'json' }
import contractZh from '@shared/words/zh.json' with { type: 'json' }

/** @param values of the placeholders */
export type Translate<Key extends string> = (key: Key, values?: Readonly<Record<string, string | number>>) => string

export const translatorOf =
  <Key extends string>(catalogues: Readonly<Record<AppLanguage, Readonly<Record<Key, string>>>>) =>
  (language: AppLanguage): Translate<Key> =>
  (key, values = {}) =>
    Object.entries(values).reduce<string>(
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
