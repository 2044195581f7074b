import { expect, it } from 'vitest'
import { shortcutText } from '../../../src-renderer/ui/text/shortcut-text.js'

it.each([
  ['CommandOrControl+Alt+Shift+P', false, 'Ctrl+Alt+Shift+P'],
  ['CommandOrControl+Alt+Shift+P', true, '⌘⌥⇧P'],
  ['Super+F9', false, 'Win+F9'],
  ['Alt+Up', false, 'Alt+↑'],
  ['CommandOrControl+Plus', false, 'Ctrl++'],
  ['Control+num4', true, '⌃Num 4'],
  ['', false, ''],
  ['constructor', false, 'constructor'],
])('the shortcut %s is shown with the key names', (accelerator, mac, words) => {
  expect(shortcutText(accelerator, mac)).toBe(words)
})
