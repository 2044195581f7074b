/** Words: Gatehouse's own texts for an AI VTuber, in the language of the program. */

import { type Translate, translatorOf } from '../spoken/own-words.js'
import en from './words/en.json' with { type: 'json' }
import zh from './words/zh.json' with { type: 'json' }

export type NeuroTranslate = Translate<keyof typeof en>

export const neuroTranslator = translatorOf<keyof typeof en>({ en, zh })
