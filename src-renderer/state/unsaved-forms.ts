/**
 * Unsaved forms: marks each form in which a person typed something, until it is closed or its order succeeds.
 *
 * Main looks for the mark before it loads the page again (`shell/windows/stream-switch.ts`).
 */
import type { Result } from '../bridge.js'

const mark = 'data-unsaved'

const formOf = ({ target }: Event) => (target instanceof Element ? target.closest('form') : null)

/** @param lastOrder the result of the order that the page gave last */
export const markUnsavedForms = (
  page: Pick<Document, 'addEventListener'>,
  lastOrder: () => Promise<Result<unknown>> | undefined,
): void => {
  let inputs = 0
  let before: Promise<Result<unknown>> | undefined
  page.addEventListener('input', (event) => {
    inputs += 1
    formOf(event)?.setAttribute(mark, String(inputs))
  })
  // The form gives its order between these two, or none when a field is not valid.
  page.addEventListener('submit', () => (before = lastOrder()), true)
  page.addEventListener('submit', (event) => {
    const form = formOf(event)
    const order = lastOrder()
    if (!form || order === before) return
    const typed = form.getAttribute(mark)
    void order?.then(({ ok }) => {
      // What was typed in the meantime is not saved.
      if (ok && form.getAttribute(mark) === typed) form.removeAttribute(mark)
    })
  })
}
