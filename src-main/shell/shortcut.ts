/**
 * Shortcut: keys that do one thing, wherever the person is typing.
 *
 * What registers keys is injected, so that a test needs no desktop. Keys that another program holds are said to be.
 */
import type { Log } from '../gateway/ports.js'
import type { PanicKeys } from '../ipc/shapes.js'

/** Electron's `globalShortcut` fits. */
export interface Shortcuts {
  /** @throws when these are no keys */
  register(accelerator: string, callback: () => void): boolean
  unregister(accelerator: string): void
}

export class Shortcut {
  readonly #shortcuts: Shortcuts
  readonly #onPressed: () => void
  readonly #log: Log
  readonly #purpose: string
  #keys: PanicKeys = { accelerator: '', works: true }

  /** @param purpose for the log */
  constructor(shortcuts: Shortcuts, onPressed: () => void, log: Log, purpose: string) {
    this.#purpose = purpose
    this.#shortcuts = shortcuts
    this.#onPressed = onPressed
    this.#log = log
  }

  get keys(): PanicKeys {
    return this.#keys
  }

  /** Takes these keys in place of those before; none when empty. Whether anything is different now. */
  use(accelerator: string): boolean {
    const before = this.#keys
    if (accelerator === before.accelerator && before.works) return false
    if (before.accelerator && before.works) this.#shortcuts.unregister(before.accelerator)
    const works = accelerator === '' || this.#register(accelerator)
    this.#keys = { accelerator, works }
    if (!works) this.#log.warn('these keys are taken, or are none', { accelerator, for: this.#purpose })
    return true
  }

  #register(accelerator: string): boolean {
    try {
      return this.#shortcuts.register(accelerator, this.#onPressed)
    } catch {
      return false
    }
  }
}
