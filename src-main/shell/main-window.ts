/** Main window: live events, servers and what waits. What closing it comes to is `leaving.ts`'s to say. */
import { BrowserWindow, type NativeImage, type WebContents } from 'electron'
import type { ShellPlace } from '../ipc/shapes.js'
import { push } from '../ipc/typed-ipc.js'
import { webPreferences } from './hardening.js'
import { pageUrl } from './pages.js'

export class MainWindow {
  readonly #window: BrowserWindow
  #quitting = false

  /**
   * @param preload absolute path of the bundled preload
   * @param onClose called when a person closes it; it stays as it is meanwhile
   */
  constructor(preload: string, onClose: () => void) {
    this.#window = new BrowserWindow({
      width: 1_120,
      height: 720,
      minWidth: 820,
      minHeight: 560,
      show: false,
      title: 'Gatehouse',
      autoHideMenuBar: true,
      webPreferences: { ...webPreferences, preload },
    })
    this.#window.on('close', (event) => {
      if (this.#quitting) return
      event.preventDefault()
      onClose()
    })
    void this.#window.loadURL(pageUrl('index'))
  }

  /** Undefined once the window is gone. */
  get contents(): WebContents | undefined {
    return this.#window.isDestroyed() ? undefined : this.#window.webContents
  }

  /** Whether a person looks at it. */
  get isLookedAt(): boolean {
    return !this.#window.isDestroyed() && this.#window.isVisible() && this.#window.isFocused()
  }

  /** The sign that something waits, on the button of the taskbar. */
  setOverlayIcon(icon: NativeImage | null, description: string): void {
    if (!this.#window.isDestroyed()) this.#window.setOverlayIcon(icon, description)
  }

  /** Comes to the front with this in it. */
  go(place: ShellPlace): void {
    this.show()
    push('window:go', place)
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

  /** Comes up because something waits for a person; it does not take the keyboard from them. */
  appear(): void {
    if (this.#window.isDestroyed()) return
    this.#window.showInactive()
    this.#window.moveTop()
    this.#window.flashFrame(true)
    this.#window.once('focus', () => this.#window.flashFrame(false))
  }

  /** Forgets everything that the page has drawn, and what was typed into it. */
  resetPage(): void {
    this.contents?.reload()
  }

  /** From here on, closing closes. */
  letGo(): void {
    this.#quitting = true
  }
}
