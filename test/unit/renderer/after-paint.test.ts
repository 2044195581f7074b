import { describe, expect, it } from 'vitest'
import { maxPaintMs, whenShown } from '../../../src-renderer/features/approvals/pop-up/after-paint.js'

/** A page whose frames and clock are controlled by the test. */
const createPage = () => {
  let last = 0
  const frames = new Map<number, () => void>()
  const timers = new Map<number, { readonly run: () => void; readonly after: number }>()
  const window = Object.assign(new EventTarget(), {
    requestAnimationFrame: (callback: () => void) => {
      frames.set(++last, callback)
      return last
    },
    cancelAnimationFrame: (handle: number) => void frames.delete(handle),
    setTimeout: (run: () => void, after: number) => {
      timers.set(++last, { run, after })
      return last
    },
    clearTimeout: (handle: number) => void timers.delete(handle),
  })
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' as 'visible' | 'hidden' })
  const pending = () => frames.size + timers.size
  const paint = () => {
    const due = [...frames.values()]
    frames.clear()
    for (const callback of due) callback()
  }
  const wait = (milliseconds: number) => {
    for (const [handle, { run, after }] of timers) {
      if (after > milliseconds) continue
      timers.delete(handle)
      run()
    }
  }
  const show = (visibilityState: 'visible' | 'hidden') => {
    document.visibilityState = visibilityState
    document.dispatchEvent(new Event('visibilitychange'))
  }
  return { page: { window, document: document as unknown as Document }, paint, wait, show, pending }
}

const watch = () => {
  const fake = createPage()
  let count = 0
  const end = whenShown(() => {
    count += 1
  }, fake.page)
  return { ...fake, end, reports: () => count }
}

describe('the report of what is shown', () => {
  it('waits until it is painted', () => {
    const { paint, reports } = watch()
    paint()
    expect(reports()).toBe(0)
    paint()
    expect(reports()).toBe(1)
  })

  it('stops waiting where no frames are drawn', () => {
    const { wait, paint, reports } = watch()
    wait(maxPaintMs)
    expect(reports()).toBe(1)
    paint()
    paint()
    expect(reports()).toBe(1)
  })

  it('does nothing while the page is hidden, and starts when it is visible', () => {
    const { paint, wait, show, reports } = watch()
    show('hidden')
    paint()
    paint()
    wait(maxPaintMs)
    expect(reports()).toBe(0)
    show('visible')
    paint()
    paint()
    expect(reports()).toBe(1)
  })

  it('is sent again with every focus', () => {
    const { page, paint, reports } = watch()
    paint()
    paint()
    page.window.dispatchEvent(new Event('focus'))
    paint()
    paint()
    expect(reports()).toBe(2)
  })

  it('leaves no listener or timer', () => {
    const { page, end, paint, reports, pending } = watch()
    end()
    page.window.dispatchEvent(new Event('focus'))
    paint()
    expect([reports(), pending()]).toEqual([0, 0])
  })
})
