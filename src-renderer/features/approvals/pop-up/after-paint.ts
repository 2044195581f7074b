/**
 * After paint: calls back when the last render is painted.
 *
 * Waits two frames: the first is requested before the paint, the second begins after it. A time limit covers windows that
 * draw no frames because they are hidden or behind another window.
 */

/** Milliseconds after which it stops waiting for the paint. */
export const maxPaintMs = 250

export interface Frames {
  requestAnimationFrame(callback: () => void): number
  cancelAnimationFrame(handle: number): void
  setTimeout(callback: () => void, milliseconds: number): number
  clearTimeout(handle: number): void
}

/** Calls back once. Returns the function that cancels it. */
export const afterPaint = (callback: () => void, frames: Frames): (() => void) => {
  let over = false
  const stop = () => {
    over = true
    frames.cancelAnimationFrame(frame)
    frames.clearTimeout(timer)
  }
  const finish = () => {
    if (over) return
    stop()
    callback()
  }
  const timer = frames.setTimeout(finish, maxPaintMs)
  let frame = frames.requestAnimationFrame(() => {
    if (!over) frame = frames.requestAnimationFrame(finish)
  })
  return stop
}

export interface PaintTarget {
  readonly window: Frames & Pick<EventTarget, 'addEventListener' | 'removeEventListener'>
  readonly document: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>
}

/** Calls back once what is drawn now is painted, and again each time the page comes back. Returns the function that ends it. */
export const whenShown = (callback: () => void, page: PaintTarget): (() => void) => {
  let callOff = () => {}
  const look = () => {
    callOff()
    if (page.document.visibilityState === 'visible') callOff = afterPaint(callback, page.window)
  }
  look()
  page.window.addEventListener('focus', look)
  page.document.addEventListener('visibilitychange', look)
  return () => {
    callOff()
    page.window.removeEventListener('focus', look)
    page.document.removeEventListener('visibilitychange', look)
  }
}
