/**
 * Approval pop-up: a small window on top of everything, there only while a question is open.
 *
 * Guards invariant 2: closing it denies what it shows. It comes up without taking the keyboard, so that nobody who
 * types into a game answers a question by accident. Whether it comes up by itself is `policy/attention.ts`'s to say.
 */
import { BrowserWindow, screen, type WebContents } from 'electron'
import type { ApprovalScreen } from '../ipc/handlers/approvals.js'
import { push } from '../ipc/typed-ipc.js'
import { webPreferences } from './hardening.js'
import { pageUrl } from './pages.js'
import { keptIn, margin, placeAt } from './pop-up-place.js'

const width = 440
const heights = { first: 420, least: 160, most: 860 }

/**
 * Milliseconds a person must have had the question before their eyes. The page waits a full second; this is the
 * second lock behind it and leaves room for the time between the two.
 */
const readingMs = 900

export class ApprovalWindow implements ApprovalScreen {
  readonly #window: BrowserWindow
  readonly #now: () => number
  #shown: { readonly ids: readonly string[]; readonly since: number } | undefined
  #quitting = false

  /**
   * @param preload absolute path of the bundled preload
   * @param onClose called when a person closes the pop-up
   * @param now milliseconds that never jump
   */
  constructor(preload: string, onClose: () => void, now: () => number) {
    this.#now = now
    this.#window = new BrowserWindow({
      width,
      height: heights.first,
      show: false,
      frame: false,
      resizable: false,
      maximizable: false,
      minimizable: false,
      fullscreenable: false,
      skipTaskbar: true,
      alwaysOnTop: true,
      title: 'Gatehouse',
      webPreferences: { ...webPreferences, preload, backgroundThrottling: false },
    })
    screen.on('display-removed', () => this.#settle())
    screen.on('display-metrics-changed', () => this.#settle())
    this.#window.on('focus', () => this.#restart())
    this.#window.on('close', (event) => {
      if (this.#quitting) return
      event.preventDefault()
      onClose()
      this.hide()
    })
    void this.#window.loadURL(pageUrl('approval'))
  }

  /** Undefined once the window is gone. */
  get contents(): WebContents | undefined {
    return this.#window.isDestroyed() ? undefined : this.#window.webContents
  }

  /** Brings the pop-up up for a new question, where the person is. One that stands there comes wholly into sight. */
  appear(): void {
    if (this.#window.isDestroyed()) return
    if (this.#window.isVisible()) return this.#settle()
    this.#place()
    this.#window.showInactive()
    this.#restart()
  }

  /** Whether it stands on the screen. */
  get isUp(): boolean {
    return !this.#window.isDestroyed() && this.#window.isVisible()
  }

  /** @param hidden nobody who records or shares the screen gets it, where the system can do that */
  set hiddenFromCapture(hidden: boolean) {
    if (!this.#window.isDestroyed()) this.#window.setContentProtection(hidden)
  }

  /**
   * Above other windows, and above full-screen programs too when it may come up there: macOS keeps it off their spaces
   * otherwise.
   */
  set overFullScreen(over: boolean) {
    if (this.#window.isDestroyed()) return
    this.#window.setAlwaysOnTop(true, over ? 'screen-saver' : 'floating')
    if (process.platform !== 'darwin') return
    this.#window.setVisibleOnAllWorkspaces(over, { visibleOnFullScreen: over, skipTransformProcessType: true })
  }

  shown(ids: readonly string[]): void {
    this.#shown = { ids, since: this.#now() }
  }

  /** Brings the pop-up to the front because a person asked for it; with this question when one is named. */
  show(id?: string): void {
    this.appear()
    if (id !== undefined) push('pop-up:show', { id })
    this.#window.focus()
  }

  hide(): void {
    if (!this.#window.isDestroyed()) this.#window.hide()
    this.#shown = undefined
  }

  resize(height: number): void {
    if (this.#window.isDestroyed()) return
    const bounds = this.#window.getBounds()
    const { workArea } = screen.getDisplayMatching(bounds)
    const most = Math.min(heights.most, workArea.height - 2 * margin)
    const bounded = Math.round(Math.max(heights.least, Math.min(height, most)))
    this.#window.setBounds(keptIn(workArea, { ...bounds, width, height: bounded }))
  }

  mayApprove(id: string): boolean {
    if (!this.#shown?.ids.includes(id) || this.#window.isDestroyed() || !this.#window.isVisible()) return false
    return this.#now() - this.#shown.since >= readingMs
  }

  /** Forgets everything that the page has drawn, and that anybody has read it. */
  resetPage(): void {
    this.#shown = undefined
    this.contents?.reload()
  }

  /** From here on, closing closes. */
  letGo(): void {
    this.#quitting = true
  }

  #restart(): void {
    if (this.#shown) this.#shown = { ...this.#shown, since: this.#now() }
  }

  #place(): void {
    const { workArea } = screen.getDisplayNearestPoint(screen.getCursorScreenPoint())
    this.#window.setBounds(placeAt(workArea, { width, height: this.#window.getBounds().height }))
  }

  /** What nobody can see comes back into sight: its screen went or is another one now, or it was dragged over an edge. */
  #settle(): void {
    if (this.#window.isDestroyed() || !this.#window.isVisible()) return
    const bounds = this.#window.getBounds()
    this.#window.setBounds(keptIn(screen.getDisplayMatching(bounds).workArea, { ...bounds, width }))
  }
}
