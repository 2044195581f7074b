/**
 * Unsaved forms: marks each form in which a person typed something, until it is sent or closed.
 *
 * Main looks for the mark before it loads the page again (`shell/windows/stream-switch.ts`).
 */
export const markUnsavedForms = (): void => {
  const formOf = ({ target }: Event) => (target instanceof Element ? target.closest('form') : null)
  document.addEventListener('input', (event) => formOf(event)?.setAttribute('data-unsaved', ''))
  document.addEventListener('submit', (event) => formOf(event)?.removeAttribute('data-unsaved'))
}
