/** Stream entry: the switch of stream-safe mode in the tray menu. */
import type { MenuItemConstructorOptions } from 'electron'
import type { StreamSafe } from '../../gateway/feeds/stream-safe.js'
import type { StreamSwitchResult } from '../windows/stream-switch.js'
import type { Translate } from './tray-menu.js'

export interface StreamEntryActions {
  readonly switchTo: (on: boolean) => Promise<StreamSwitchResult>
  /** Draws the menu again: the system ticks the entry by itself, also when the mode was not switched. */
  readonly redraw: () => void
  readonly reportUnsaved: () => void
}

export const streamEntry = (
  stream: Pick<StreamSafe, 'on'>,
  translate: Translate,
  { switchTo, redraw, reportUnsaved }: StreamEntryActions,
): MenuItemConstructorOptions => ({
  label: translate('tray.streamSafe'),
  type: 'checkbox',
  checked: stream.on,
  async click() {
    const result = await switchTo(!stream.on)
    if (result === 'switched') return
    redraw()
    if (result === 'unsaved') reportUnsaved()
  },
})
