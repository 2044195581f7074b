/**
 * I18n: English and Chinese, both in the bundle.
 *
 * Guards that no text on a screen is written in a component. Values are never spliced into markup: React escapes them.
 */
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { numbersInSentences } from '../../src-main/contract/numbers.js'
import { catalogue } from './catalogue.js'

export type Language = 'en' | 'zh'

export const i18n = i18next.createInstance()

void i18n
  .use(initReactI18next)
  .use(numbersInSentences)
  .init({
    lng: 'en',
    fallbackLng: 'en',
    supportedLngs: ['en', 'zh'],
    resources: { en: { translation: catalogue.en }, zh: { translation: catalogue.zh } },
    interpolation: { escapeValue: false, alwaysFormat: true },
    initAsync: false,
    returnNull: false,
  })
