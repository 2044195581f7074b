import { defaultSettings } from '@shared/program/settings.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changeSettings, chatChange } from '../../../src-renderer/state/change-settings.js'
import { usePreferences } from '../../../src-renderer/state/preferences.js'
import { createFakeBridge, type FakeBridge } from '../../fakes/renderer/fake-bridge.js'

const world = globalThis as unknown as { window: { gatehouse: FakeBridge } | undefined }
let bridge: FakeBridge

beforeEach(() => {
  bridge = createFakeBridge()
  world.window = { gatehouse: bridge }
  usePreferences.setState({ settings: defaultSettings })
})
afterEach(() => {
  world.window = undefined
})

describe('changing the settings', () => {
  it('keeps both of two quick changes of the chat', async () => {
    const changes = [
      changeSettings(chatChange({ name: 'bot' })),
      changeSettings(chatChange({ lines: 3 })),
      changeSettings(chatChange(({ servers }) => ({ servers: { ...servers, one: 'all' } }))),
      changeSettings(chatChange(({ servers }) => ({ servers: { ...servers, two: 'nobody' } }))),
    ]
    await Promise.all(changes)
    expect(bridge.shell.settings.chat).toMatchObject({ name: 'bot', lines: 3, servers: { one: 'all', two: 'nobody' } })
    expect(usePreferences.getState().settings).toEqual(bridge.shell.settings)
  })

  it('continues after one that failed', async () => {
    bridge.shell.failing = {
      'settings:change': { ok: false, error: { code: 'SYSTEM.SETTINGS_UNWRITABLE', message: 'No.' } },
    }
    expect((await changeSettings(chatChange({ name: 'bot' }))).ok).toBe(false)
    bridge.shell.failing = {}
    expect((await changeSettings(chatChange({ lines: 3 }))).ok).toBe(true)
    expect(bridge.shell.settings.chat).toMatchObject({ name: 'ai', lines: 3 })
  })
})
