/**
 * Preferences: applies language and theme of the settings to the document before the first render.
 */

import { defaultSettings, type Settings } from '@shared/program/settings.js'
import type { AppLanguage } from '@shared/text/language.js'
import { create } from 'zustand'
import { type AppInfo, request, subscribe } from '../bridge.js'
import { i18n } from '../i18n/i18n.js'
import { followGateway, startGateway } from './gateway.js'
import { goTo } from './navigation.js'

export interface Preferences {
  readonly settings: Settings
  readonly info: AppInfo | undefined
}

export const usePreferences = create<Preferences>(() => ({ settings: defaultSettings, info: undefined }))

const darkScheme = (): MediaQueryList => window.matchMedia('(prefers-color-scheme: dark)')

const showTheme = (theme: Settings['theme']): void => {
  const dark = theme === 'dark' || (theme === 'system' && darkScheme().matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
}

const showLanguage = (language: AppLanguage): void => {
  document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en'
  void i18n.changeLanguage(language)
}

/** Guesses from the system alone, for pages that have no shell to ask. */
export const guessPreferences = (): void => {
  showTheme('system')
  showLanguage(navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en')
}

/** Resolves when language and theme are known and shown; keeps following both. */
export const startPreferences = async (): Promise<void> => {
  guessPreferences()
  let pushed = false
  followGateway()
  subscribe('settings:changed', ({ settings, language }) => {
    pushed = true
    usePreferences.setState({ settings })
    showTheme(settings.theme)
    showLanguage(language)
  })
  darkScheme().addEventListener('change', () => showTheme(usePreferences.getState().settings.theme))
  try {
    const known = request('app:info').then((info) => {
      startGateway(info.gateway)
      return info
    })
    const [settings, info] = await Promise.all([request('settings:get'), known])
    usePreferences.setState(pushed ? { info } : { settings, info })
    if (info.firstRun) goTo({ screen: 'welcome' })
    if (pushed) return
    showTheme(settings.theme)
    showLanguage(info.language)
  } catch {
    // Keep the default; the screens show that main does not respond.
  }
}
