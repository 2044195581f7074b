/**
 * Window recovery: replaces a crashed or unresponsive page; requests stay available in the pop-up.
 *
 * A page that crashes repeatedly is replaced by a minimal error page.
 */
import type { Clock, Log } from '../../gateway/ports/runtime.js'

/** The used part of Electron's `WebContents`. */
export interface RecoverablePage {
  on(event: 'render-process-gone', listener: (event: unknown, details: { reason: string }) => void): unknown
  on(event: 'unresponsive' | 'responsive', listener: () => void): unknown
  forcefullyCrashRenderer(): void
  isDestroyed(): boolean
  loadURL(url: string): Promise<void>
}

export interface RecoveryOptions {
  readonly clock: Clock
  readonly log: Log
  readonly name: string
  /** URL after a crash; `often` when it crashed several times within a minute. */
  readonly addressAfter: (often: boolean) => string
  /** Called before the new page is loaded. */
  readonly onGone?: () => void
}

/** Maximum milliseconds for which a page may be unresponsive. */
const timeoutMs = 15_000
const periodMs = 60_000
const often = 3
/** Milliseconds until a page is reloaded when even the minimal page crashed. */
const restMs = 10_000

export function recoverPage(page: RecoverablePage, { clock, log, name, addressAfter, onGone }: RecoveryOptions): void {
  let crashes: number[] = []
  let cancelTimeout = () => {}
  let cancelReload = () => {}

  page.on('unresponsive', () => {
    cancelTimeout()
    cancelTimeout = clock.after(timeoutMs, () => {
      if (page.isDestroyed()) return
      log.error('a page hung and was ended', { page: name })
      page.forcefullyCrashRenderer()
    })
  })
  page.on('responsive', () => cancelTimeout())
  page.on('render-process-gone', (_event, { reason }) => {
    cancelTimeout()
    if (reason === 'clean-exit' || page.isDestroyed()) return
    const now = clock.elapsed()
    crashes = [...crashes.filter((crash) => now - crash < periodMs), now]
    log.error('a page died and is loaded again', { page: name, reason, times: crashes.length })
    onGone?.()
    if (crashes.length <= often) return load(crashes.length === often)
    cancelReload()
    cancelReload = clock.after(restMs, () => load(true))
  })

  function load(isOften: boolean): void {
    if (page.isDestroyed()) return
    page.loadURL(addressAfter(isOften)).catch((error: Error) => {
      log.error('a page could not be loaded again', { page: name, reason: error.message })
    })
  }
}
