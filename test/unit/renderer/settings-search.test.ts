import { describe, expect, it } from 'vitest'
import { hasWords } from '../../../src-renderer/features/settings/settings-search.js'
import { catalogue } from '../../../src-renderer/i18n/catalogue.js'

describe('a search over the settings', () => {
  const { desktop } = catalogue.en
  it('finds a setting by words of its texts, in any order and in any case', () => {
    expect(hasWords(['Start with the computer', 'In the tray'], 'TRAY start')).toBe(true)
    expect(hasWords(['Start with the computer', 'In the tray'], 'tray phone')).toBe(false)
  })

  it('finds it by the words of the other language', () => {
    const chinese = catalogue.zh.desktop.login
    expect(hasWords([desktop.login], chinese)).toBe(true)
    expect(hasWords([chinese], desktop.login)).toBe(true)
  })

  it('finds everything while nothing is typed', () => expect(hasWords([], '')).toBe(true))
})
