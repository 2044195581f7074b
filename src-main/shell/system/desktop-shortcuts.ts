/** Desktop shortcuts: "stop everything" and "show the request", as configured in the settings. */
import type { Settings } from '@shared/program/settings.js'
import type { Log } from '../../gateway/ports/runtime.js'
import { GlobalShortcut, type Shortcuts } from './shortcut.js'

export interface ShortcutActions {
  readonly stop: () => void
  readonly show: () => void
}

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
