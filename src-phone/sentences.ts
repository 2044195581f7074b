/**
 * Sentences: the sentences of the window on this page, so that a request reads the same everywhere.
 *
 * Guards invariant 5: untrusted text is a value of a sentence and isolated from the text around it.
 */

import type { AppLanguage } from '@shared/text/language.js'
import { numbersInSentences } from '@shared/text/numbers.js'
import { createInstance, type i18n } from 'i18next'
import { catalogue } from '../src-renderer/i18n/catalogue.js'
import { type Sentence, sentenceParts, type Translate } from '../src-renderer/sentences/sentence.js'
import { element } from './elements.js'

export interface Words {
  readonly t: Translate
  readonly has: (key: string) => boolean
}

const instanceOf = (language: AppLanguage): i18n => {
  const instance = createInstance()
  void instance.use(numbersInSentences).init({
    lng: language,
    resources: { [language]: { translation: catalogue[language] } },
    interpolation: { escapeValue: false, alwaysFormat: true },
    initAsync: false,
  })
  return instance
}

export const wordsOf = (language: AppLanguage): Words => {
  const instance = instanceOf(language)
  return { t: (key, options = {}) => String(instance.t(key, options)), has: (key) => instance.exists(key) }
}

/** The pieces of a sentence; those of others are isolated. */
export const sentenceNodes = (sentence: Sentence, { t }: Words): readonly (Node | string)[] =>
  sentenceParts(sentence, t).map((part) => (part.kind === 'text' ? part.text : element('bdi', '', part.text)))
