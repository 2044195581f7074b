/** In-game words: what Gatehouse itself says in chat, in the language of the owner. */
import type { AppLanguage } from '@shared/text/language.js'
import type { LoginResult } from '../../gateway/ports/game.js'
import en from './locales/en.json' with { type: 'json' }
import zh from './locales/zh.json' with { type: 'json' }

export interface InGameWords {
  readonly welcome: string
  readonly accepted: string
  login(result: LoginResult): string
}

export function inGameWords(language: AppLanguage): InGameWords {
  const { welcome, accepted, loggedIn, wrong, paused } = { en, zh }[language]
  return {
    welcome,
    accepted,
    login(result) {
      switch (result.kind) {
        case 'accepted':
          return loggedIn
        case 'wrong':
          return wrong.replace('{{tries}}', String(result.triesLeft))
        case 'paused':
          return paused.replace('{{seconds}}', String(Math.ceil(result.retryMs / 1_000)))
      }
    },
  }
}
