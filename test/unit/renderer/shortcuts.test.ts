import { describe, expect, it } from 'vitest'
import { digitOf, type KeyPress, shortcutOf } from '../../../src-renderer/app/shortcuts.js'
import type { ScreenName } from '../../../src-renderer/state/navigation.js'

const screens: readonly ScreenName[] = ['home', 'approvals', 'servers']
const calm = { isMac: false, isTyping: false }
const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...held,
})

describe('the keys of the window', () => {
  it('lead to the screens in the order of the rail, and to the settings', () => {
    expect(shortcutOf(press('2', { ctrlKey: true }), screens, calm)).toEqual({ kind: 'go', screen: 'approvals' })
    expect(shortcutOf(press(',', { ctrlKey: true }), screens, calm)).toEqual({ kind: 'go', screen: 'settings' })
    expect(screens.map((screen) => digitOf(screen, screens))).toEqual(['1', '2', '3'])
  })

  it('quit, also while somebody types', () => {
    expect(shortcutOf(press('q', { ctrlKey: true }), screens, { ...calm, isTyping: true })).toEqual({ kind: 'quit' })
    expect(shortcutOf(press('q', { metaKey: true }), screens, { ...calm, isMac: true })).toEqual({ kind: 'quit' })
    expect(shortcutOf(press('q'), screens, calm)).toBeUndefined()
  })

  it('are those of the system', () => {
    const mac = { ...calm, isMac: true }
    expect(shortcutOf(press('1', { metaKey: true }), screens, mac)).toEqual({ kind: 'go', screen: 'home' })
    expect(shortcutOf(press('1', { ctrlKey: true }), screens, mac)).toBeUndefined()
    expect(shortcutOf(press('1', { metaKey: true }), screens, calm)).toBeUndefined()
  })

  it('ignore typed text, and unassigned keys', () => {
    expect(shortcutOf(press('?'), screens, calm)).toEqual({ kind: 'help' })
    expect(shortcutOf(press('?'), screens, { ...calm, isTyping: true })).toBeUndefined()
    for (const key of ['1', 'y', 'Enter', ' ']) expect(shortcutOf(press(key), screens, calm)).toBeUndefined()
    expect(shortcutOf(press('9', { ctrlKey: true }), screens, calm)).toBeUndefined()
    expect(shortcutOf(press('1', { ctrlKey: true, altKey: true }), screens, calm)).toBeUndefined()
  })
})
