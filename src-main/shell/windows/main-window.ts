/** Main window: live events, servers and waiting requests. `close-and-quit.ts` handles closing it. */
import { BrowserWindow, type NativeImage, type WebContents } from 'electron'
import type { NavigationTarget } from '../../owner/table/shapes.js'
import type { SendEvent } from '../../owner/table/table.js'
import { webPreferences } from './hardening.js'
import { pageUrl } from './pages.js'
import { grounds, type Theme } from './theme.js'

export class MainWindow {
  readonly #window: BrowserWindow
  #quitting = false
  #wasClosed = false
  /** Sends an event to the pages of its gateway, once their orders are followed. */
  send: SendEvent = () => {}
  #onClose: () => void = () => {
    this.#wasClosed = true
  }

  /**
   * @param preload absolute path of the bundled preload
   * @param theme background until its page is loaded
   * @param title of the window; default: of the program
   */
  constructor(preload: string, theme: Theme, title = 'Gatehouse') {
    this.#window = new BrowserWindow({
      width: 1_120,
      height: 720,
      minWidth: 820,
      minHeight: 560,
      show: false,
      title,
      autoHideMenuBar: true,
      backgroundColor: grounds[theme],
      webPreferences: { ...webPreferences, preload },
    })
    this.#window.on('close', (event) => {
      if (this.#quitting) return
      event.preventDefault()
      this.#onClose()
    })
    this.#window.on('page-title-updated', (event) => event.preventDefault())
    void this.#window.loadURL(pageUrl('index'))
  }

  /** Called when a person closes it, even before the listener was set; it stays open until then. */
  set onClose(listener: () => void) {
    this.#onClose = listener
    if (this.#wasClosed) listener()
    this.#wasClosed = false
  }

  /** Undefined once the window is closed. */
  get contents(): WebContents | undefined {
    return this.#window.isDestroyed() ? undefined : this.#window.webContents
  }

  /** Whether it is visible and focused. */
  get isLookedAt(): boolean {
    return !this.#window.isDestroyed() && this.#window.isVisible() && this.#window.isFocused()
  }

  /** The waiting badge on the taskbar button. */
  setOverlayIcon(icon: NativeImage | null, description: string): void {
    if (!this.#window.isDestroyed()) this.#window.setOverlayIcon(icon, description)
  }

  /** Shows the window with focus, at this page. */
  go(place: NavigationTarget): void {
    this.show()
    this.send('window:go', place)
  }

  show(): void {
    if (this.#window.isDestroyed()) return
    if (this.#window.isMinimized()) this.#window.restore()
    this.#window.show()
    this.#window.focus()
  }

  hide(): void {
    if (!this.#window.isDestroyed()) this.#window.hide()
  }

  minimize(): void {
    if (!this.#window.isDestroyed()) this.#window.minimize()
  }

  /** Shows the window for a waiting request, without taking the keyboard focus. */
  appear(): void {
    if (this.#window.isDestroyed()) return
    this.#window.showInactive()
    this.#window.moveTop()
    this.#window.flashFrame(true)
    this.#window.once('focus', () => this.#window.flashFrame(false))
  }

  /** Closes it for ever. */
  destroy(): void {
    if (!this.#window.isDestroyed()) this.#window.destroy()
  }

  /** Allows closing from now on. */
  allowClosing(): void {
    this.#quitting = true
  }
}
