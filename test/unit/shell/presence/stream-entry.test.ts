import { defaultSettings, type Settings } from '@shared/program/settings.js'
import type { MenuItemConstructorOptions } from 'electron'
import { describe, expect, it, vi } from 'vitest'
import { StreamSafe } from '../../../../src-main/gateway/feeds/stream-safe.js'
import { Emitter } from '../../../../src-main/gateway/ports/emitter.js'
import { createRedactText } from '../../../../src-main/shell/presence/redact-text.js'
import { streamEntry } from '../../../../src-main/shell/presence/stream-entry.js'
import { TrayService } from '../../../../src-main/shell/presence/tray.js'
import { createTranslate } from '../../../../src-main/shell/system/language.js'
import { FakeTray } from '../../../fakes/fake-tray.js'

const label = 'Stream-safe mode'

/** The tray with its entry; `disk.isFull` while the settings cannot be saved, `keeps.text` while the person declines. */
async function setUp({ streamSafe = false } = {}) {
  const disk = { isFull: false }
  const keeps = { text: false }
  const changes = new Emitter<void>()
  let settings: Settings = { ...defaultSettings, streamSafe }
  const stream = new StreamSafe({
    settings: {
      get: () => settings,
      change(change) {
        if (disk.isFull) return false
        settings = { ...settings, ...change }
        changes.emit()
        return true
      },
      onDidChange: changes.on,
    },
    computer: { homes: [], user: '' },
    language: () => 'en',
  })
  const view = new FakeTray()
  const translate = await createTranslate('en')
  const tray = new TrayService(view, {} as never, translate, createRedactText(String))
  const switchTo = async (on: boolean) => (keeps.text ? 'kept' : stream.turn(on) ? 'switched' : 'unsaved')
  const actions = { switchTo, redraw: vi.fn(() => tray.redrawMenu()), reportUnsaved: vi.fn() }
  const draw = () => {
    tray.slot = [streamEntry(stream, translate, actions)]
  }
  stream.onDidSwitch(draw)
  draw()
  const entry = (): MenuItemConstructorOptions | undefined => view.menu.find((item) => item.label === label)
  const click = async () => {
    view.click(label)
    await new Promise(setImmediate)
  }
  return { disk, keeps, click, stream, view, entry, ...actions }
}

describe('the entry of stream-safe mode', () => {
  it.each([true, false])('is a checkbox that shows whether the mode is on: %s', async (streamSafe) => {
    const { entry } = await setUp({ streamSafe })
    expect(entry()).toMatchObject({ type: 'checkbox', checked: streamSafe })
  })

  it('turns the mode on and off by a click', async () => {
    const { stream, click, entry, redraw, reportUnsaved } = await setUp()
    await click()
    expect([stream.on, entry()?.checked]).toEqual([true, true])
    await click()
    expect([stream.on, entry()?.checked]).toEqual([false, false])
    expect(redraw).not.toHaveBeenCalled()
    expect(reportUnsaved).not.toHaveBeenCalled()
  })

  it('uses the mode at the time of the click, not that of its drawing', async () => {
    const { stream, entry } = await setUp()
    const click = entry()?.click as () => unknown
    stream.turn(true)
    await click()
    expect(stream.on).toBe(false)
  })

  it.each([true, false])(
    'draws the menu again and reports it when the mode cannot be saved, from %s',
    async (before) => {
      const { disk, stream, view, click, entry, redraw, reportUnsaved } = await setUp({ streamSafe: before })
      disk.isFull = true
      const menuBefore = view.menu
      await click()
      expect(stream.on).toBe(before)
      expect(view.menu).not.toBe(menuBefore)
      expect(entry()?.checked).toBe(before)
      expect(redraw).toHaveBeenCalledOnce()
      expect(reportUnsaved).toHaveBeenCalledOnce()
    },
  )

  it('shows the mode as it is when the person keeps what they typed', async () => {
    const { keeps, stream, view, click, entry, reportUnsaved } = await setUp()
    keeps.text = true
    const menuBefore = view.menu
    await click()
    expect(stream.on).toBe(false)
    expect(view.menu).not.toBe(menuBefore)
    expect(entry()?.checked).toBe(false)
    expect(reportUnsaved).not.toHaveBeenCalled()
  })

  it('works again once the settings can be saved', async () => {
    const { disk, stream, click, reportUnsaved } = await setUp()
    disk.isFull = true
    await click()
    disk.isFull = false
    await click()
    expect(stream.on).toBe(true)
    expect(reportUnsaved).toHaveBeenCalledOnce()
  })
})
