/** View state: remembers the scroll position and the focus of a screen, to restore them after it is drawn again. */
import { focusScreen } from './use-shortcuts.js'

const reachable = 'a[href], button, input, select, textarea, [tabindex]'

const screenNow = (): Element | null => document.querySelector('.frame-screen')
const kindOf = (element: Element | undefined): string => `${element?.tagName} ${element?.getAttribute('type')}`

/** Identifies the element by its position, because its text may change. Returns the function that restores it. */
export const captureViewState = (): (() => void) => {
  const screen = screenNow()
  const { activeElement } = document
  const elements = [...(screen?.querySelectorAll(reachable) ?? [])]
  const at = activeElement === null ? -1 : elements.indexOf(activeElement)
  const kind = kindOf(elements[at])
  const scrolled = screen?.querySelector('.screen-content')?.scrollTop ?? 0
  const wasInside = screen?.contains(activeElement) ?? false
  return () => {
    const content = screenNow()?.querySelector('.screen-content')
    if (content) content.scrollTop = scrolled
    // A form that mounts again takes the focus; give it back to the switch that the person used.
    if (!wasInside) return activeElement instanceof HTMLElement ? activeElement.focus() : undefined
    const there = [...(screenNow()?.querySelectorAll<HTMLElement>(reachable) ?? [])][at]
    if (there && kindOf(there) === kind) there.focus({ preventScroll: true })
    else if (document.activeElement === document.body) focusScreen()
  }
}
