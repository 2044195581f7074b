/** Stream entry: the switch of stream-safe mode in the tray menu. */
import type { MenuItemConstructorOptions } from 'electron'
import type { StreamSafe } from '../../gateway/feeds/stream-safe.js'
import type { Translate } from './tray-menu.js'

export interface StreamEntryActions {
  /** Draws the menu again: the system ticks the entry by itself, also when the switch was not saved. */
  readonly redraw: () => void
  readonly reportUnsaved: () => void
}

export const streamEntry = (
  stream: StreamSafe,
  translate: Translate,
  { redraw, reportUnsaved }: StreamEntryActions,
): MenuItemConstructorOptions => ({
  label: translate('tray.streamSafe'),
  type: 'checkbox',
  checked: stream.on,
  click() {
    if (stream.turn(!stream.on)) return
    redraw()
    reportUnsaved()
  },
})
