import { defaultSettings } from '@shared/program/settings.js'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, describe, expect, it } from 'vitest'
import { createStreamMask } from '../../../src-main/policy/redaction/stream-mask.js'
import type { AppInfo } from '../../../src-renderer/bridge.js'
import { ConnectionSettings } from '../../../src-renderer/features/settings/connection-settings.js'
import '../../../src-renderer/i18n/i18n.js'
import { usePreferences } from '../../../src-renderer/state/preferences.js'

const info: AppInfo = {
  version: '0.1.0',
  language: 'en',
  firstRun: false,
  endpoint: 'http://127.0.0.1:51234/mcp',
  port: 51_234,
  canHideFromCapture: true,
  hasKeychain: true,
}

/** zustand renders its initial state on a server. */
const initially = usePreferences.getInitialState()
const draw = (reported: AppInfo, httpPort: number) => {
  Object.assign(initially, { info: reported })
  const settings = { ...defaultSettings, httpPort }
  return renderToStaticMarkup(createElement(ConnectionSettings, { settings, onChange: () => {} }))
}
afterEach(() => void Object.assign(initially, { info: undefined }))

describe('the settings of the local endpoint', () => {
  it('show the endpoint as redacted in stream-safe mode', () => {
    const reported = createStreamMask({ language: 'en' }).value(info)
    expect(reported.endpoint).not.toContain('51234')
    expect(draw(reported, 51_234)).toContain('class="masked"')
  })

  it('determine from the port alone whether the next start uses another one', () => {
    expect(draw(info, 51_234)).not.toContain('role="status"')
    expect(draw(info, 0)).not.toContain('role="status"')
    expect(draw(info, 40_000)).toContain('role="status"')
  })
})
