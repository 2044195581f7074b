/**
 * Shortcuts: the keys of the window, and what they mean. None of them changes anything but what is on the screen; the one that quits asks first where it matters.
 *
 * While somebody types, only those with Ctrl or Cmd count; while a dialog is open, none do.
 */
import type { ScreenName } from '../state/place.js'

export type Shortcut =
  | { readonly kind: 'go'; readonly screen: ScreenName }
  | { readonly kind: 'help' }
  | { readonly kind: 'quit' }

export interface KeyPress {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

/** Digits that lead to a screen each, in the order of the rail. */
const mostDigits = 9

export const digitOf = (screen: ScreenName, screens: readonly ScreenName[]): string | undefined => {
  const place = screens.indexOf(screen)
  return place === -1 || place >= mostDigits ? undefined : String(place + 1)
}

export const shortcutOf = (
  { key, ctrlKey, metaKey, altKey }: KeyPress,
  screens: readonly ScreenName[],
  { isMac, isTyping }: { readonly isMac: boolean; readonly isTyping: boolean },
): Shortcut | undefined => {
  const command = isMac ? metaKey && !ctrlKey : ctrlKey && !metaKey
  if (altKey) return undefined
  if (!command) return key === '?' && !isTyping && !ctrlKey && !metaKey ? { kind: 'help' } : undefined
  if (key.toLowerCase() === 'q') return { kind: 'quit' }
  if (key === ',') return { kind: 'go', screen: 'settings' }
  const screen = /^[1-9]$/.test(key) ? screens[Number(key) - 1] : undefined
  return screen && { kind: 'go', screen }
}

/** How the keys are written on this computer. */
export const keysOf = (key: string, mac: boolean): string => (mac ? `⌘${key}` : `Ctrl ${key}`)

/** For `aria-keyshortcuts`. */
export const ariaKeysOf = (key: string, mac: boolean): string => `${mac ? 'Meta' : 'Control'}+${key}`
