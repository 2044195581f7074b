/**
 * Redacted tray: a tray whose texts are redacted in stream mode.
 *
 * Enforces invariant 8 on a stream: every text of the tray passes here, so no menu entry can skip it.
 */
import type { MenuItemConstructorOptions } from 'electron'
import type { TrayView } from './tray.js'

export function redactedTray(view: TrayView, redact: (text: string) => string): TrayView {
  const redactItem = (item: MenuItemConstructorOptions): MenuItemConstructorOptions => ({
    ...item,
    ...(item.label !== undefined && { label: redact(item.label) }),
    ...(item.sublabel !== undefined && { sublabel: redact(item.sublabel) }),
    ...(item.toolTip !== undefined && { toolTip: redact(item.toolTip) }),
    ...(Array.isArray(item.submenu) && { submenu: item.submenu.map(redactItem) }),
  })
  return {
    setIcon: (icon) => view.setIcon(icon),
    setToolTip: (text) => view.setToolTip(redact(text)),
    setCount: (count, words) => view.setCount(count, redact(words)),
    setMenu: (items) => view.setMenu(items.map(redactItem)),
  }
}
