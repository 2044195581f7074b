import { describe, expect, it } from 'vitest'
import { redactedFace } from '../../../src-main/shell/redacted-face.js'
import type { TrayFace } from '../../../src-main/shell/tray.js'

describe('a veiled tray', () => {
  it('covers its tooltip and every entry of its menu, however deep', () => {
    const shown: unknown[] = []
    const face: TrayFace = {
      setIcon: (icon) => shown.push(icon),
      setToolTip: (text) => shown.push(text),
      setCount: (_count, words) => shown.push(words),
      setMenu: (items) => shown.push(items),
    }
    const veiled = redactedFace(face, (text) => text.replaceAll('Steve', '‹Player A›'))
    veiled.setIcon('idle')
    veiled.setToolTip('Steve asks')
    veiled.setCount(1, 'Steve asks')
    veiled.setMenu([
      { label: 'Steve', submenu: [{ label: 'of Steve', sublabel: 'Steve', toolTip: 'Steve' }] },
      { type: 'separator' },
    ])
    expect(JSON.stringify(shown)).not.toContain('Steve')
    expect(shown[1]).toBe('‹Player A› asks')
    expect(shown[0]).toBe('idle')
  })
})
