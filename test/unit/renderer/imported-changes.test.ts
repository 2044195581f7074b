// @vitest-environment happy-dom

import type { PortableSettings } from '@shared/program/portable-settings.js'
import { defaultSettings } from '@shared/program/settings.js'
import { act, createElement } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ImportedChanges } from '../../../src-renderer/features/settings/imported-changes.js'
import { i18n } from '../../../src-renderer/i18n/i18n.js'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
const onApply = vi.fn()
const onClose = vi.fn()
let page: HTMLElement
let root: Root
beforeEach(() => {
  page = document.createElement('div')
  root = createRoot(page)
})
afterEach(async () => {
  act(() => root.unmount())
  vi.clearAllMocks()
  await act(() => i18n.changeLanguage('en'))
})

const { notifications, quietHours } = defaultSettings
const show = (file: Partial<PortableSettings>, now: PortableSettings = defaultSettings) =>
  act(() => root.render(createElement(ImportedChanges, { now, file, busy: false, onApply, onClose })))
const lines = (place: Element | null = page) =>
  [...(place?.querySelectorAll('li') ?? [])].map((line) => line.textContent)
const lowering = () => lines(page.querySelector('section'))
const press = (label: string) =>
  act(() => [...page.querySelectorAll('button')].find(({ textContent }) => textContent === label)?.click())

describe('the changes of a file of settings', () => {
  it('are none when it has the same values', () => {
    show({ theme: 'system', notifications, quietHours })
    expect(page.textContent).toContain('Nothing would change.')
    expect(page.textContent).not.toContain('Apply')
  })

  it('are named with the value now and the next one, and applied with one click', () => {
    show({
      theme: 'dark',
      sounds: { enabled: true, volume: 20 },
      quietHours: { ...quietHours, from: '23:00', days: ['sat', 'sun'] },
    })
    expect(lines()).toEqual([
      'AppearanceSystem → Dark',
      'Volume60 percent → 20 percent',
      'Quiet hours: From22:00 → 23:00',
      'Quiet hours: DaysMon, Tue, Wed, Thu, Fri, Sat, and Sun → Sat and Sun',
    ])
    press('Apply')
    expect(onApply).toHaveBeenCalledOnce()
  })

  it('are in Chinese in a Chinese window', async () => {
    await i18n.changeLanguage('zh')
    show({ theme: 'dark', closing: 'quit' })
    expect(lines()[0]).toBe('外观跟随系统 → 深色')
    expect(page.textContent).toContain('应用')
  })

  it('stand apart when they lower safety, and need a second click', () => {
    show({ theme: 'dark', hideFromCapture: false, notifications: { ...notifications, safety: false } })
    expect(lowering()).toEqual(['Hide the pop-up from recordingsOn → Off', 'Notifications: SafetyOn → Off'])
    press('Apply')
    expect(onApply).not.toHaveBeenCalled()
    const question = page.querySelector('[role="alertdialog"]')
    expect(question?.textContent).toContain('Viewers of your stream then see requests')
    expect(question?.textContent).toContain('no notification when the log is damaged')
    press('Keep it as it is')
    expect(onClose).toHaveBeenCalledOnce()
    expect(onApply).not.toHaveBeenCalled()
    press('Change it')
    expect(onApply).toHaveBeenCalledOnce()
  })

  it('lower safety when notifications are off, unless those of safety were off before', () => {
    const silent = { ...notifications, enabled: false }
    show({ notifications: silent })
    expect(lowering()).toEqual(['NotificationsOn → Off'])
    show({ notifications: silent }, { ...defaultSettings, notifications: { ...notifications, safety: false } })
    expect(lowering()).toEqual([])
  })

  it('do not lower safety when they raise it', () => {
    show(
      { hideFromCapture: true, notifications },
      { ...defaultSettings, hideFromCapture: false, notifications: { ...notifications, enabled: false } },
    )
    expect(lowering()).toEqual([])
    expect(lines()).toHaveLength(2)
  })
})
