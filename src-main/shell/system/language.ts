/**
 * Language: texts of the shell, in the chosen language or the system's. Built-in names use the window's texts.
 */

import type { Settings } from '@shared/program/settings.js'
import type { AppLanguage } from '@shared/text/language.js'
import { numbersInSentences } from '@shared/text/numbers.js'
import sharedEn from '@shared/words/en.json' with { type: 'json' }
import sharedZh from '@shared/words/zh.json' with { type: 'json' }
import { createInstance } from 'i18next'
import en from '../locales/en.json' with { type: 'json' }
import zh from '../locales/zh.json' with { type: 'json' }
import type { Translate } from '../presence/tray-menu.js'

/** @param locale the system's, for example `zh-CN` */
export const languageOf = ({ language }: Pick<Settings, 'language'>, locale: string): AppLanguage =>
  language !== 'system' ? language : locale.toLowerCase().startsWith('zh') ? 'zh' : 'en'

export async function createTranslate(language: AppLanguage): Promise<Translate> {
  const i18n = createInstance().use(numbersInSentences)
  await i18n.init({
    lng: language,
    fallbackLng: 'en',
    resources: { en: { translation: { ...sharedEn, ...en } }, zh: { translation: { ...sharedZh, ...zh } } },
    interpolation: { escapeValue: false, alwaysFormat: true },
  })
  return (key, values) => i18n.t(key, { ...values })
}
