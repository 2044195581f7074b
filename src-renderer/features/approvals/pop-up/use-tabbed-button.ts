/**
 * Tabbed button: accepts Enter and Space only when Tab moved the focus to it, and never a held key.
 *
 * Guards "no single key approves": a key meant for a game can't press the button that has the focus when a question appears.
 */
import { type FocusEvent, type KeyboardEvent, useMemo, useRef } from 'react'

export interface TabbedButton {
  readonly onPointerDown: () => void
  readonly onFocus: (event: FocusEvent<HTMLButtonElement>) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

export const useTabbedButton = (): TabbedButton => {
  const byTab = useRef(false)
  return useMemo(
    () => ({
      onPointerDown: () => {
        byTab.current = false
      },
      onFocus: (event) => {
        byTab.current = event.currentTarget.matches(':focus-visible')
      },
      onKeyDown: (event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return
        if (event.repeat || !byTab.current) event.preventDefault()
      },
    }),
    [],
  )
}
