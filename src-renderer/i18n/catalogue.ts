/** Catalogue: every string of the window, including those of built-in features that main uses too. */
import sharedEn from '@shared/words/en.json'
import sharedZh from '@shared/words/zh.json'
import en from '../locales/en.json'
import zh from '../locales/zh.json'

export const catalogue = { en: { ...sharedEn, ...en }, zh: { ...sharedZh, ...zh } } as const
