import { expect, it } from 'vitest'
import { redactedTray } from '../../../../src-main/shell/presence/redacted-tray.js'
import type { TrayView } from '../../../../src-main/shell/presence/tray.js'

it('a redacted tray masks its tooltip and every entry of its menu, at any depth', () => {
  const shown: unknown[] = []
  const face: TrayView = {
    setIcon: (icon) => shown.push(icon),
    setToolTip: (text) => shown.push(text),
    setCount: (_count, words) => shown.push(words),
    setMenu: (items) => shown.push(items),
  }
  const redacted = redactedTray(face, (text) => text.replaceAll('Steve', '‹Player A›'))
  redacted.setIcon('idle')
  redacted.setToolTip('Steve asks')
  redacted.setCount(1, 'Steve asks')
  redacted.setMenu([
    { label: 'Steve', submenu: [{ label: 'of Steve', sublabel: 'Steve', toolTip: 'Steve' }] },
    { type: 'separator' },
  ])
  expect(JSON.stringify(shown)).not.toContain('Steve')
  expect(shown[1]).toBe('‹Player A› asks')
  expect(shown[0]).toBe('idle')
})
