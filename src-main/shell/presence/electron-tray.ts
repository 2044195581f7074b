/**
 * Electron tray: implements `TrayView` with Electron's tray.
 *
 * macOS gets template images, which it tints itself; elsewhere the bar's brightness is unknown, so the icons have an
 * outline. The count is beside the icon on macOS, on the taskbar button on Windows and on launchers that support
 * counts.
 */
import { app, type BrowserWindow, Menu, type NativeImage, nativeImage, Tray } from 'electron'
import colour16 from '../icons/tray-colour-16.png'
import colour24 from '../icons/tray-colour-24.png'
import colour32 from '../icons/tray-colour-32.png'
import colour48 from '../icons/tray-colour-48.png'
import template16 from '../icons/tray-template-16.png'
import template32 from '../icons/tray-template-32.png'
import { type TrayIcon, type TrayView, trayIcons } from './tray.js'

interface Strip {
  readonly scaleFactor: number
  readonly dataUrl: string
}

const strips: Readonly<Partial<Record<NodeJS.Platform, readonly Strip[]>>> = {
  darwin: [
    { scaleFactor: 1, dataUrl: template16 },
    { scaleFactor: 2, dataUrl: template32 },
  ],
  win32: [
    { scaleFactor: 1, dataUrl: colour16 },
    { scaleFactor: 1.5, dataUrl: colour24 },
    { scaleFactor: 2, dataUrl: colour32 },
  ],
}
/** Linux panels are higher. */
const others: readonly Strip[] = [
  { scaleFactor: 1, dataUrl: colour24 },
  { scaleFactor: 2, dataUrl: colour48 },
]

/** The icon from every strip: one image for all densities. */
function imageOf(icon: TrayIcon): NativeImage {
  const image = nativeImage.createEmpty()
  for (const { scaleFactor, dataUrl } of strips[process.platform] ?? others) {
    const strip = nativeImage.createFromDataURL(dataUrl)
    const { height } = strip.getSize()
    const one = strip.crop({ x: trayIcons.indexOf(icon) * height, y: 0, width: height, height })
    image.addRepresentation({ scaleFactor, dataURL: one.toDataURL() })
  }
  if (process.platform === 'darwin') image.setTemplateImage(true)
  return image
}

/** @param window whose taskbar button shows the waiting badge, on Windows */
export function createElectronTray(onClick: () => void, window: Pick<BrowserWindow, 'setOverlayIcon'>): TrayView {
  const images = new Map(trayIcons.map((icon) => [icon, imageOf(icon)]))
  const image = (icon: TrayIcon) => images.get(icon) ?? nativeImage.createEmpty()
  const tray = new Tray(image('idle'))
  tray.on('click', onClick)
  return {
    setIcon: (icon) => tray.setImage(image(icon)),
    setToolTip: (text) => tray.setToolTip(text),
    setMenu: (items) => tray.setContextMenu(Menu.buildFromTemplate([...items])),
    setCount(count, words) {
      app.setBadgeCount(count)
      if (process.platform === 'darwin') tray.setTitle(count > 0 ? ` ${count}` : '')
      if (process.platform === 'win32') window.setOverlayIcon(count > 0 ? image('waiting') : null, words)
    },
  }
}
