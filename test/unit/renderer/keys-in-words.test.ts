import { expect, it } from 'vitest'
import { keysInWords } from '../../../src-renderer/ui/keys-in-words.js'

it.each([
  ['CommandOrControl+Alt+Shift+P', false, 'Ctrl+Alt+Shift+P'],
  ['CommandOrControl+Alt+Shift+P', true, '⌘⌥⇧P'],
  ['Super+F9', false, 'Win+F9'],
  ['Alt+Up', false, 'Alt+↑'],
  ['CommandOrControl+Plus', false, 'Ctrl++'],
  ['Control+num4', true, '⌃Num 4'],
  ['', false, ''],
  ['constructor', false, 'constructor'],
])('a shortcut, %s, stands there as on the keys', (accelerator, mac, words) => {
  expect(keysInWords(accelerator, mac)).toBe(words)
})
