/** Voice texts: Gatehouse's own texts for a voice device, in its endpoint's language. */

import { type Translate, translatorOf } from '../spoken/own-words.js'
import en from './words/en.json' with { type: 'json' }
import zh from './words/zh.json' with { type: 'json' }

export type VoiceTranslate = Translate<keyof typeof en>

export const voiceTranslator = translatorOf<keyof typeof en>({ en, zh })
