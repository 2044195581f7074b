/**
 * macOS menu. Quitting, also by its shortcut, shows a prompt if needed; the entry of the system would not.
 */

import type { MenuItemConstructorOptions } from 'electron'
import type { Translate } from '../presence/tray-menu.js'

export const macMenu = (translate: Translate, quit: () => void): MenuItemConstructorOptions[] => [
  {
    label: 'Gatehouse',
    submenu: [
      { role: 'about' },
      { type: 'separator' },
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      { type: 'separator' },
      { label: translate('tray.quit'), accelerator: 'Command+Q', click: quit },
    ],
  },
  { role: 'editMenu' },
  { role: 'windowMenu' },
]
