import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, describe, expect, it } from 'vitest'
import type { AppInfo } from '../../../src-renderer/bridge.js'
import { Reveal } from '../../../src-renderer/features/approvals/pop-up/reveal.js'
import { i18n } from '../../../src-renderer/i18n/i18n.js'
import { usePreferences } from '../../../src-renderer/state/preferences.js'
import { askTime } from '../../fakes/renderer/example-data.js'

const info: AppInfo = {
  version: '0.1.0',
  language: 'en',
  firstRun: false,
  endpoint: '‹address 1›',
  port: 51_234,
  canHideFromCapture: true,
  hasKeychain: true,
}
const revealed = { question: undefined, isOn: false, wasOn: false, begin: () => {}, end: () => {} }
/** zustand renders its initial state on a server. */
const initially = usePreferences.getInitialState()
const draw = (canHideFromCapture: boolean, reason = 'near ‹coordinates›') => {
  Object.assign(initially, { info: { ...info, canHideFromCapture } })
  return renderToStaticMarkup(createElement(Reveal, { question: askTime(0, { reason }), revealed }))
}

afterEach(async () => {
  Object.assign(initially, { info: undefined })
  await i18n.changeLanguage('en')
})

describe('revealing a question in stream-safe mode', () => {
  it('is offered where something is redacted, and not elsewhere', () => {
    expect(draw(true)).toContain('Hold to show')
    expect(draw(true, 'It is late.')).toBe('')
  })

  it('warns beside the button where the system lets every recording see it, and only there', async () => {
    expect(draw(true)).not.toContain('recording')
    expect(draw(false)).toContain('recordings of the whole screen show it too')
    await i18n.changeLanguage('zh')
    expect(draw(false)).toContain('录制整个屏幕时也会录到')
  })
})
