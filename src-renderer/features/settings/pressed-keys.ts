/**
 * Pressed keys: converts pressed keys to an Electron accelerator, or says why they are not allowed. Pure.
 *
 * Refuses keys without a modifier and common shortcuts, because a global shortcut takes them from every program.
 */

export type KeyPressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'> & {
  /** Right Alt, which writes characters. */
  readonly altGraph: boolean
}

export type KeyPressResult =
  /** Only modifiers so far. */
  | { readonly kind: 'held'; readonly accelerator: string }
  | { readonly kind: 'keys'; readonly accelerator: string }
  | { readonly kind: 'refused'; readonly why: 'modifier' | 'reserved' | 'unknown'; readonly accelerator: string }

const named: Readonly<Record<string, string>> = {
  ' ': 'Space',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  Enter: 'Return',
  Tab: 'Tab',
  Escape: 'Escape',
  Backspace: 'Backspace',
  Delete: 'Delete',
  Insert: 'Insert',
  Home: 'Home',
  End: 'End',
  PageUp: 'PageUp',
  PageDown: 'PageDown',
}

/** By their position: with a modifier they produce another character. */
const placed: Readonly<Record<string, string>> = {
  Comma: ',',
  Period: '.',
  Slash: '/',
  Semicolon: ';',
  Quote: "'",
  BracketLeft: '[',
  BracketRight: ']',
  Backslash: '\\',
  Minus: '-',
  Equal: '=',
  Backquote: '`',
  NumpadAdd: 'numadd',
  NumpadSubtract: 'numsub',
  NumpadMultiply: 'nummult',
  NumpadDivide: 'numdiv',
  NumpadDecimal: 'numdec',
}

const modifierKeys: ReadonlySet<string> = new Set(['Control', 'Shift', 'Alt', 'AltGraph', 'Meta', 'OS'])

const isFunctionKey = (key: string): boolean => /^F(?:[1-9]|1\d|2[0-4])$/.test(key)
/** Keys beyond F12 are used by nothing else. */
const isSpareKey = (key: string): boolean => /^F(?:1[3-9]|2[0-4])$/.test(key)

const keyOf = ({ key, code }: KeyPressed): string | undefined => {
  if (Object.hasOwn(named, key)) return named[key]
  if (isFunctionKey(key)) return key
  if (/^Numpad\d$/.test(code)) return `num${code.at(-1)}`
  if (/^[a-z]$/i.test(key)) return key.toUpperCase()
  if (/^(?:Key[A-Z]|Digit\d)$/.test(code)) return code.at(-1)
  return Object.hasOwn(placed, code) ? placed[code] : undefined
}

const modifiersOf = ({ ctrlKey, metaKey, altKey, shiftKey }: KeyPressed, mac: boolean): readonly string[] => [
  ...((mac ? metaKey : ctrlKey) ? ['CommandOrControl'] : []),
  ...(mac && ctrlKey ? ['Control'] : []),
  ...(!mac && metaKey ? ['Super'] : []),
  ...(altKey ? ['Alt'] : []),
  ...(shiftKey ? ['Shift'] : []),
]

/** Whether the system, or nearly every program, uses these. */
const isReserved = (modifiers: readonly string[], key: string): boolean => {
  const held = modifiers.join('+')
  if (held === 'Super' || held === 'Super+Shift') return true
  if (held === 'CommandOrControl' || held === 'Alt' || held === 'CommandOrControl+Shift') {
    if (held !== 'Alt' && /^[A-Z\d]$/.test(key)) return true
    return ['Tab', 'Space', 'Escape', 'Return', 'F4', 'Delete', 'Backspace', ',', '.', '-', '='].includes(key)
  }
  return held === 'CommandOrControl+Alt' && ['Delete', 'Backspace', 'Escape', 'Tab'].includes(key)
}

/** @param mac whether Command is the first modifier there */
export const pressedKeys = (pressed: KeyPressed, mac: boolean): KeyPressResult => {
  const modifiers = modifiersOf(pressed, mac)
  if (modifierKeys.has(pressed.key)) return { kind: 'held', accelerator: modifiers.join('+') }
  const key = keyOf(pressed)
  const accelerator = [...modifiers, ...(key === undefined ? [] : [key])].join('+')
  if (key === undefined) return { kind: 'refused', why: 'unknown', accelerator }
  if (modifiers.every((one) => one === 'Shift') && !isSpareKey(key)) {
    return { kind: 'refused', why: 'modifier', accelerator }
  }
  if (pressed.altGraph || isReserved(modifiers, key)) return { kind: 'refused', why: 'reserved', accelerator }
  return { kind: 'keys', accelerator }
}
