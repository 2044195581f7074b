import { describe, expect, it } from 'vitest'
import en from '../../../../src-main/shell/locales/en.json' with { type: 'json' }
import zh from '../../../../src-main/shell/locales/zh.json' with { type: 'json' }
import { languageOf } from '../../../../src-main/shell/system/language.js'

const keysOf = (catalogue: object, prefix = ''): string[] =>
  Object.entries(catalogue).flatMap(([key, value]) =>
    typeof value === 'string' ? [`${prefix}${key}`.replace(/_one$|_other$/, '')] : keysOf(value, `${prefix}${key}.`),
  )

describe('the language of the shell', () => {
  it.each([
    ['system', 'zh-CN', 'zh'],
    ['system', 'ZH', 'zh'],
    ['system', 'de-DE', 'en'],
    ['en', 'zh-CN', 'en'],
    ['zh', 'en-US', 'zh'],
  ] as const)('is, when a person chose %s on a system in %s, %s', (language, locale, expected) => {
    expect(languageOf({ language }, locale)).toBe(expected)
  })

  it('has every sentence in both languages', () => {
    expect([...new Set(keysOf(zh))].sort()).toEqual([...new Set(keysOf(en))].sort())
  })
})
