/**
 * Tabbed button: Enter and Space count on it only when Tab brought the focus there, and a held key never does.
 *
 * Guards "no single key approves": what the focus happens to be on when a question appears cannot be pressed by a key meant for a game.
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
