/** Electron's tray, behind the face that the tray service speaks to. */
import { Menu, nativeImage, Tray } from 'electron'
import idle from './icons/tray-idle.png'
import problem from './icons/tray-problem.png'
import waiting from './icons/tray-waiting.png'
import type { TrayFace, TrayIcon } from './tray.js'

const icons: Readonly<Record<TrayIcon, string>> = { idle, waiting, problem }

export function createElectronTray(onClick: () => void): TrayFace {
  const image = (icon: TrayIcon) => nativeImage.createFromDataURL(icons[icon])
  const tray = new Tray(image('idle'))
  tray.on('click', onClick)
  return {
    setIcon: (icon) => tray.setImage(image(icon)),
    setToolTip: (text) => tray.setToolTip(text),
    setMenu: (items) => tray.setContextMenu(Menu.buildFromTemplate([...items])),
  }
}
