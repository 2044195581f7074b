/**
 * Shortcut: a global keyboard shortcut.
 *
 * The registration API is injected for tests. Shortcuts in use by another program are reported.
 */

import type { Settings } from '@shared/program/settings.js'
import type { Log } from '../../gateway/ports/runtime.js'
import type { PanicKeys } from '../../owner/table/shapes.js'

/** Implemented by Electron's `globalShortcut`. */
export interface Shortcuts {
  /** @throws when the shortcut is invalid */
  register(accelerator: string, callback: () => void): boolean
  unregister(accelerator: string): void
}

export class GlobalShortcut {
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

  /** Registers a shortcut in place of the previous one; none when empty. Returns whether it changed. */
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

interface ShortcutActions {
  readonly stop: () => void
  readonly show: () => void
}

/** "stop everything" and "show the request", as configured in the settings. */
export class DesktopShortcuts {
  readonly stop: GlobalShortcut
  readonly show: GlobalShortcut

  constructor(shortcuts: Shortcuts, actions: ShortcutActions, log: Log) {
    this.stop = new GlobalShortcut(shortcuts, actions.stop, log, 'stop everything')
    this.show = new GlobalShortcut(shortcuts, actions.show, log, 'show the question')
  }

  /** Registers both. @returns whether each changed */
  use({ panicShortcut, questionShortcut }: Settings): { readonly stop: boolean; readonly show: boolean } {
    if (this.show.keys.accelerator === panicShortcut) this.show.use('')
    return { stop: this.stop.use(panicShortcut), show: this.show.use(questionShortcut) }
  }
}
