/** Catalogue: every string of the window, with those for what Gatehouse itself brings, which the shell says too. */
import sharedEn from '../../src-main/contract/words/en.json'
import sharedZh from '../../src-main/contract/words/zh.json'
import en from '../locales/en.json'
import zh from '../locales/zh.json'

export const catalogue = { en: { ...sharedEn, ...en }, zh: { ...sharedZh, ...zh } } as const
