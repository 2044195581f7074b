/** Fake tray: a tray without a desktop, whose entries can be read and clicked. */
import type { MenuItemConstructorOptions } from 'electron'
import type { TrayIcon, TrayView } from '../../src-main/shell/presence/tray.js'

type Item = MenuItemConstructorOptions

export class FakeTray implements TrayView {
  icon: TrayIcon | undefined
  toolTip = ''
  count = 0
  menu: readonly Item[] = []
  setIcon(icon: TrayIcon): void {
    this.icon = icon
  }
  setToolTip(text: string): void {
    this.toolTip = text
  }
  setMenu(items: readonly Item[]): void {
    this.menu = items
  }
  setCount(count: number): void {
    this.count = count
  }
  /** What can be read, entries of menus in menus too. */
  labels(items = this.menu): string[] {
    return items.flatMap((item) => [...(item.label ? [item.label] : []), ...this.labels(entriesOf(item))])
  }
  click(label: string): void {
    const find = (items: readonly Item[]): Item | undefined =>
      items.flatMap((item) => [item, ...entriesOf(item)]).find((item) => item.label === label)
    const item = find(this.menu)
    if (!item) throw new Error(`There is no ${label} in: ${this.labels().join(', ')}`)
    ;(item.click as (() => void) | undefined)?.()
  }
}

const entriesOf = ({ submenu }: Item): readonly Item[] => (Array.isArray(submenu) ? submenu : [])
