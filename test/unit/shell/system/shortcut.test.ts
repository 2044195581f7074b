import { describe, expect, it, vi } from 'vitest'
import { GlobalShortcut, type Shortcuts } from '../../../../src-main/shell/system/shortcut.js'
import { RecordingLog } from '../../../fakes/recording-log.js'

class FakeShortcuts implements Shortcuts {
  readonly held = new Map<string, () => void>()
  constructor(readonly taken: readonly string[] = []) {}
  register(accelerator: string, callback: () => void): boolean {
    if (accelerator === 'nonsense') throw new TypeError('no keys')
    if (this.taken.includes(accelerator)) return false
    this.held.set(accelerator, callback)
    return true
  }
  unregister(accelerator: string): void {
    this.held.delete(accelerator)
  }
}

describe('global shortcuts', () => {
  it('run their actions', () => {
    const [shortcuts, stop] = [new FakeShortcuts(), vi.fn()]
    const shortcut = new GlobalShortcut(shortcuts, stop, new RecordingLog(), 'a test')
    shortcut.use('Alt+P')
    shortcuts.held.get('Alt+P')?.()
    expect(stop).toHaveBeenCalledOnce()
    expect(shortcut.keys).toEqual({ accelerator: 'Alt+P', works: true })
  })

  it('can be others, or none', () => {
    const shortcuts = new FakeShortcuts()
    const shortcut = new GlobalShortcut(shortcuts, () => {}, new RecordingLog(), 'a test')
    expect(shortcut.use('Alt+P')).toBe(true)
    expect(shortcut.use('Alt+P')).toBe(false)
    shortcut.use('Alt+Q')
    expect([...shortcuts.held.keys()]).toEqual(['Alt+Q'])
    shortcut.use('')
    expect(shortcuts.held.size).toBe(0)
    expect(shortcut.keys.works).toBe(true)
  })

  it.each(['Alt+T', 'nonsense'])('are reported as not working when they are taken or invalid: %s', (accelerator) => {
    const log = new RecordingLog()
    const shortcut = new GlobalShortcut(new FakeShortcuts(['Alt+T']), () => {}, log, 'a test')
    shortcut.use(accelerator)
    expect(shortcut.keys).toEqual({ accelerator, works: false })
    expect(log.lines).toHaveLength(1)
  })
})
