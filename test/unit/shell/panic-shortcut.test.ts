import { describe, expect, it, vi } from 'vitest'
import { PanicShortcut, type Shortcuts } from '../../../src-main/shell/panic-shortcut.js'
import { RecordingLog } from '../../fakes/recording-log.js'

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

describe('the keys that stop everything', () => {
  it('stop everything', () => {
    const [shortcuts, stop] = [new FakeShortcuts(), vi.fn()]
    const shortcut = new PanicShortcut(shortcuts, stop, new RecordingLog())
    shortcut.use('Alt+P')
    shortcuts.held.get('Alt+P')?.()
    expect(stop).toHaveBeenCalledOnce()
    expect(shortcut.keys).toEqual({ accelerator: 'Alt+P', works: true })
  })

  it('can be others, or none', () => {
    const shortcuts = new FakeShortcuts()
    const shortcut = new PanicShortcut(shortcuts, () => {}, new RecordingLog())
    expect(shortcut.use('Alt+P')).toBe(true)
    expect(shortcut.use('Alt+P')).toBe(false)
    shortcut.use('Alt+Q')
    expect([...shortcuts.held.keys()]).toEqual(['Alt+Q'])
    shortcut.use('')
    expect(shortcuts.held.size).toBe(0)
    expect(shortcut.keys.works).toBe(true)
  })

  it.each(['Alt+T', 'nonsense'])('are said not to work when they are taken or none: %s', (accelerator) => {
    const log = new RecordingLog()
    const shortcut = new PanicShortcut(new FakeShortcuts(['Alt+T']), () => {}, log)
    shortcut.use(accelerator)
    expect(shortcut.keys).toEqual({ accelerator, works: false })
    expect(log.lines).toHaveLength(1)
  })
})
