/** Use shortcuts: handles the keys of the window: opens and focuses a screen, opens the help, or quits. */
import { useEffect, useState } from 'react'
import { attempt } from '../bridge.js'
import { goTo } from '../state/navigation.js'
import { isMac } from '../ui/text/shortcut-text.js'
import { screenNames } from './screens.js'
import { shortcutOf } from './shortcuts.js'

const isTypedInto = (element: EventTarget | null): boolean =>
  element instanceof HTMLElement && element.matches('input, textarea, select, [contenteditable]')

const isDialogOpen = (): boolean => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null

/** The screen itself, once it is drawn. */
export const focusScreen = (): void => {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('.frame-screen')?.focus())
}

export interface ShortcutHelp {
  readonly shown: boolean
  readonly show: () => void
  readonly hide: () => void
}

export const useShortcuts = (): ShortcutHelp => {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.repeat || event.isComposing || event.defaultPrevented || isDialogOpen()) return
      const shortcut = shortcutOf(event, screenNames, { isMac: isMac(), isTyping: isTypedInto(event.target) })
      if (shortcut === undefined) return
      event.preventDefault()
      if (shortcut.kind === 'help') setShown(true)
      else if (shortcut.kind === 'quit') void attempt('desktop:quit')
      else {
        goTo({ screen: shortcut.screen })
        focusScreen()
      }
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return { shown, show: () => setShown(true), hide: () => setShown(false) }
}
