/**
 * Language: what the shell says, in the language a person chose or the system has. What Gatehouse itself brings goes by the
 * same words as in the window.
 */
import { createInstance } from 'i18next'
import { numbersInSentences } from '../contract/numbers.js'
import type { Settings } from '../contract/settings.js'
import sharedEn from '../contract/words/en.json' with { type: 'json' }
import sharedZh from '../contract/words/zh.json' with { type: 'json' }
import en from './locales/en.json' with { type: 'json' }
import zh from './locales/zh.json' with { type: 'json' }
import type { Translate } from './tray.js'

export type Language = 'en' | 'zh'

/** @param locale the system's, for example `zh-CN` */
export const languageOf = ({ language }: Pick<Settings, 'language'>, locale: string): Language =>
  language !== 'system' ? language : locale.toLowerCase().startsWith('zh') ? 'zh' : 'en'

export async function createTranslate(language: Language): Promise<Translate> {
  const i18n = createInstance().use(numbersInSentences)
  await i18n.init({
    lng: language,
    fallbackLng: 'en',
    resources: { en: { translation: { ...sharedEn, ...en } }, zh: { translation: { ...sharedZh, ...zh } } },
    interpolation: { escapeValue: false, alwaysFormat: true },
  })
  return (key, values) => i18n.t(key, { ...values })
}
