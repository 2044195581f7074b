/**
 * Approval pop-up: a small always-on-top window, shown only while a request is open.
 *
 * Enforces invariant 2: closing it denies the shown request. It opens without taking the keyboard focus, so that typing
 * in a game cannot decide a request. `policy/approvals/attention.ts` decides whether it opens by itself.
 */
import { readingMs } from '@shared/approvals/reading-time.js'
import { BrowserWindow, screen, type WebContents } from 'electron'
import type { ApprovalScreen } from '../../owner/orders/approvals.js'
import type { SendEvent } from '../../owner/table/table.js'
import { webPreferences } from './hardening.js'
import { pageUrl } from './pages.js'
import { clampedTo, positionIn, screenMargin } from './pop-up-position.js'

const widths = { usual: 440, wide: 640 }
const heights = { first: 420, least: 160, most: 640 }

export class ApprovalWindow implements ApprovalScreen {
  readonly #preload: string
  readonly #onClose: () => void
  readonly #onCreate: (contents: WebContents) => void
  readonly #now: () => number
  /** Undefined before it is prepared, and after it is closed. */
  #window: BrowserWindow | undefined
  /** Kept, because on some screens a window reports a rounded one. */
  #width = widths.usual
  #isHiddenFromCapture = false
  #isOverFullScreen = false
  #shown: { readonly ids: readonly string[]; readonly since: number } | undefined
  #quitting = false
  /** A request to show first, when its page is ready. */
  #first: string | undefined
  /** Sends an event to the pages of its gateway, once their orders are followed. */
  send: SendEvent = () => {}

  /**
   * @param preload absolute path of the bundled preload
   * @param onClose called when a person closes the pop-up
   * @param onCreate called with its page before that is loaded
   * @param now monotonic milliseconds
   */
  constructor(
    preload: string,
    { onClose, onCreate }: { readonly onClose: () => void; readonly onCreate: (contents: WebContents) => void },
    now: () => number,
  ) {
    this.#preload = preload
    this.#onClose = onClose
    this.#onCreate = onCreate
    this.#now = now
    screen.on('display-removed', () => this.#settle())
    screen.on('display-metrics-changed', () => this.#settle())
  }

  /** Creates the hidden window and loads its page, so that the first request need not wait for it. */
  prepare(): void {
    if (this.#window || this.#quitting) return
    const window = new BrowserWindow({
      width: widths.usual,
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
      webPreferences: { ...webPreferences, preload: this.#preload, backgroundThrottling: false },
    })
    this.#window = window
    window.on('focus', () => this.#restart())
    window.on('closed', () => {
      this.#window = undefined
    })
    window.on('close', (event) => {
      if (this.#quitting) return
      event.preventDefault()
      this.#onClose()
      this.hide()
    })
    this.#applyCapture()
    this.#applyLevel()
    this.#onCreate(window.webContents)
    void window.loadURL(pageUrl('approval'))
  }

  /** Undefined while there is no window. */
  get contents(): WebContents | undefined {
    return this.#open?.webContents
  }

  /** Shows the pop-up for a new request, on the person's screen. A visible one is moved fully into view. */
  appear(): void {
    this.prepare()
    const window = this.#open
    if (!window) return
    if (window.isVisible()) return this.#settle()
    this.#place(window)
    window.showInactive()
    this.#restart()
  }

  get isUp(): boolean {
    return this.#open?.isVisible() === true
  }

  /** @param hidden excluded from screen recording and sharing, where the system supports it */
  set hiddenFromCapture(hidden: boolean) {
    this.#isHiddenFromCapture = hidden
    this.#applyCapture()
  }

  /**
   * Above other windows, and above full-screen programs if allowed: otherwise macOS keeps it off their spaces.
   */
  set overFullScreen(over: boolean) {
    this.#isOverFullScreen = over
    this.#applyLevel()
  }

  shown(ids: readonly string[]): void {
    this.#shown = { ids, since: this.#now() }
    if (this.#first !== undefined) this.send('pop-up:show', { id: this.#first })
    this.#first = undefined
  }

  /** Shows the pop-up with focus because a person asked for it; with this request if given. */
  show(id?: string): void {
    const isNew = this.#open === undefined
    this.appear()
    if (isNew) this.#first = id
    else if (id !== undefined) this.send('pop-up:show', { id })
    this.#open?.focus()
  }

  hide(): void {
    this.#open?.hide()
    this.#shown = undefined
    this.#first = undefined
  }

  resize(height: number, isWide: boolean): void {
    const window = this.#open
    if (!window) return
    const bounds = window.getBounds()
    const { workArea } = screen.getDisplayMatching(bounds)
    const most = Math.min(heights.most, workArea.height - 2 * screenMargin)
    const bounded = Math.round(Math.max(heights.least, Math.min(height, most)))
    const width = isWide ? widths.wide : widths.usual
    this.#width = width
    // Its right edge stays, and with it the buttons under the pointer.
    const x = bounds.x + bounds.width - width
    window.setBounds(clampedTo(workArea, { ...bounds, x, width, height: bounded }))
  }

  mayApprove(id: string): boolean {
    if (!this.#shown?.ids.includes(id) || !this.isUp) return false
    return this.#now() - this.#shown.since >= readingMs
  }

  /** The person must read the shown requests again, because the page is loaded again. */
  unread(): void {
    this.#shown = undefined
  }

  /** Closes it for ever. */
  destroy(): void {
    this.#quitting = true
    this.#open?.destroy()
  }

  /** Allows closing from now on. */
  allowClosing(): void {
    this.#quitting = true
  }

  #restart(): void {
    if (this.#shown) this.#shown = { ...this.#shown, since: this.#now() }
  }

  get #open(): BrowserWindow | undefined {
    return this.#window?.isDestroyed() === false ? this.#window : undefined
  }

  #applyCapture(): void {
    this.#open?.setContentProtection(this.#isHiddenFromCapture)
  }

  #applyLevel(): void {
    const over = this.#isOverFullScreen
    this.#open?.setAlwaysOnTop(true, over ? 'screen-saver' : 'floating')
    if (process.platform !== 'darwin') return
    this.#open?.setVisibleOnAllWorkspaces(over, { visibleOnFullScreen: over, skipTransformProcessType: true })
  }

  #place(window: BrowserWindow): void {
    const { workArea } = screen.getDisplayNearestPoint(screen.getCursorScreenPoint())
    window.setBounds(positionIn(workArea, { width: this.#width, height: window.getBounds().height }))
  }

  /** Moves the pop-up fully into view after its screen was removed or changed, or it was dragged over an edge. */
  #settle(): void {
    const window = this.#open
    if (!window?.isVisible()) return
    const bounds = window.getBounds()
    window.setBounds(clampedTo(screen.getDisplayMatching(bounds).workArea, { ...bounds, width: this.#width }))
  }
}
