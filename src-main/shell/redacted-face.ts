/**
 * Redacted face: a tray whose texts are redacted for a stream.
 *
 * Guards invariant 8 on a stream: every text of the tray passes here, so that no menu entry can skip it.
 */
import type { MenuItemConstructorOptions } from 'electron'
import type { TrayFace } from './tray.js'

export function redactedFace(face: TrayFace, cover: (text: string) => string): TrayFace {
  const covered = (item: MenuItemConstructorOptions): MenuItemConstructorOptions => ({
    ...item,
    ...(item.label !== undefined && { label: cover(item.label) }),
    ...(item.sublabel !== undefined && { sublabel: cover(item.sublabel) }),
    ...(item.toolTip !== undefined && { toolTip: cover(item.toolTip) }),
    ...(Array.isArray(item.submenu) && { submenu: item.submenu.map(covered) }),
  })
  return {
    setIcon: (icon) => face.setIcon(icon),
    setToolTip: (text) => face.setToolTip(cover(text)),
    setCount: (count, words) => face.setCount(count, cover(words)),
    setMenu: (items) => face.setMenu(items.map(covered)),
  }
}
