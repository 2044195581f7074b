/**
 * Stream switch: switches stream-safe mode, and loads the pages again.
 *
 * Enforces invariant 8 on a stream: a page has data of the earlier mode, so it draws nothing until it is loaded again. It
 * is loaded from the state of the program: an open request stays open, and must be read again before it is approved.
 * Text that a person typed and did not save is lost, so they are asked first.
 */
import type { WebContents } from 'electron'
import type { StreamSafe } from '../../gateway/feeds/stream-safe.js'
import type { Clock } from '../../gateway/ports/runtime.js'

export type ReloadablePage = Pick<WebContents, 'isDestroyed' | 'isLoadingMainFrame' | 'executeJavaScript' | 'reload'>

/** Milliseconds after which an unresponsive page is not waited for. */
const timeoutMs = 500

/** Resolves when a page without content is on the screen. A hidden page draws no frames. */
const cover = `new Promise((done) => {
  document.documentElement.style.setProperty('display', 'none', 'important')
  if (document.hidden) done()
  else requestAnimationFrame(() => requestAnimationFrame(done))
})`

/** Forms are marked by `src-renderer/state/unsaved-forms.ts`. */
const hasUnsavedForm = "document.querySelector('form[data-unsaved]') !== null"

/** The result of code in a page; undefined when it does not respond. */
function resultIn(page: ReloadablePage | undefined, code: string, clock: Pick<Clock, 'after'>): Promise<unknown> {
  if (!page || page.isDestroyed() || page.isLoadingMainFrame()) return Promise.resolve()
  return new Promise((resolve) => {
    const cancel = clock.after(timeoutMs, () => resolve(undefined))
    page
      .executeJavaScript(code)
      .catch(() => undefined)
      .then((result: unknown) => {
        cancel()
        resolve(result)
      })
  })
}

/** Draws nothing until the page is loaded again. */
export const coverPage = (page: ReloadablePage | undefined, clock: Pick<Clock, 'after'>): Promise<unknown> =>
  resultIn(page, cover, clock)

/** Covers the page, then loads it again. */
export async function reloadCovered(page: ReloadablePage | undefined, clock: Pick<Clock, 'after'>): Promise<void> {
  await coverPage(page, clock)
  if (page && !page.isDestroyed()) page.reload()
}

export interface StreamSwitchDependencies {
  readonly stream: Pick<StreamSafe, 'on' | 'turn'>
  /** The main window first: only there a person types. */
  readonly pages: readonly { readonly contents: ReloadablePage | undefined }[]
  /** Whether the person switches it and loses what they typed. */
  readonly ask: () => Promise<boolean>
  readonly clock: Pick<Clock, 'after'>
}

export type StreamSwitchResult = 'switched' | 'kept' | 'unsaved'

/** @returns `kept` when the person keeps what they typed, `unsaved` when the setting cannot be saved */
export async function switchStreamSafe(
  on: boolean,
  { stream, pages, ask, clock }: StreamSwitchDependencies,
): Promise<StreamSwitchResult> {
  if (stream.on === on) return 'switched'
  const isTyping = (await resultIn(pages[0]?.contents, hasUnsavedForm, clock)) === true
  if (isTyping && !(await ask())) return 'kept'
  // Covered first, so that no frame after the switch shows earlier data.
  await Promise.all(pages.map(({ contents }) => coverPage(contents, clock)))
  if (stream.turn(on)) return 'switched'
  for (const { contents } of pages) contents?.reload()
  return 'unsaved'
}
