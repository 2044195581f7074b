/** In-game texts: Gatehouse's own chat messages in a Bedrock game, in the owner's language. */
import type { AppLanguage } from '@shared/text/language.js'
import type { LoginResult } from '../../gateway/ports/game.js'
import en from './locales/en.json' with { type: 'json' }
import zh from './locales/zh.json' with { type: 'json' }

export interface InGameTexts {
  readonly welcome: string
  readonly accepted: string
  login(result: LoginResult): string
}

export function inGameTexts(language: AppLanguage): InGameTexts {
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
