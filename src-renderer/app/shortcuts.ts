/**
 * Shortcuts: the keys of the window. They only navigate; the one that quits asks first where it matters.
 *
 * In a text field only those with Ctrl or Cmd work; while a dialog is open, none do.
 */
import type { ScreenName } from '../state/navigation.js'

export type ShortcutAction =
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
const maxDigits = 9

export const digitOf = (screen: ScreenName, screens: readonly ScreenName[]): string | undefined => {
  const place = screens.indexOf(screen)
  return place === -1 || place >= maxDigits ? undefined : String(place + 1)
}

export const shortcutOf = (
  { key, ctrlKey, metaKey, altKey }: KeyPress,
  screens: readonly ScreenName[],
  { isMac, isTyping }: { readonly isMac: boolean; readonly isTyping: boolean },
): ShortcutAction | undefined => {
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
