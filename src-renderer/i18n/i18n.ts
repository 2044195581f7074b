/**
 * I18n: English and Chinese, both in the bundle.
 *
 * Guards that no text on a screen is written in a component. Values are never spliced into markup: React escapes them.
 */
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import en from '../locales/en.json'
import zh from '../locales/zh.json'

export type Language = 'en' | 'zh'

export const i18n = i18next.createInstance()

void i18n.use(initReactI18next).init({
  lng: 'en',
  fallbackLng: 'en',
  supportedLngs: ['en', 'zh'],
  resources: { en: { translation: en }, zh: { translation: zh } },
  interpolation: { escapeValue: false },
  initAsync: false,
  returnNull: false,
})
