/**
 * I18n: English and Chinese, both in the bundle.
 *
 * Texts of the screens are in the catalogue, not in components. React escapes inserted values.
 */

import { numbersInSentences } from '@shared/text/numbers.js'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { catalogue } from './catalogue.js'

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
