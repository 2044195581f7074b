/**
 * Numbers: formats numbers for people in the same way on every screen, in the tray menu and on a stream: grouped by
 * language, with a typographic minus.
 *
 * Not for values that are copied, typed or compared: ids, ports, JSON.
 */
export type WriteNumber = (value: number) => string

/** Creating a formatter takes longer than a thousand uses. */
const writers = new Map<string, WriteNumber>()

/** All digits, for values that a person decides about. */
export const exact: Intl.NumberFormatOptions = { maximumFractionDigits: 20 }

/** Whether plain digits would be too long, or end before the first significant one. */
const isBeyondDigits = (value: number, isExact: boolean): boolean =>
  Math.abs(value) >= 1e21 || (isExact && value !== 0 && Math.abs(value) < 1e-4)

/** @param language `en`, `zh` */
export function numberIn(language: string, options: Intl.NumberFormatOptions = {}): WriteNumber {
  const key = `${language} ${JSON.stringify(options)}`
  const known = writers.get(key)
  if (known) return known
  const { format } = new Intl.NumberFormat(language, { maximumFractionDigits: 6, ...options })
  const isExact = options.maximumFractionDigits === exact.maximumFractionDigits
  const write: WriteNumber = (value) => {
    const digits = isBeyondDigits(value, isExact) ? String(value) : format(value)
    // Zero after rounding has no sign.
    return digits.replace(/^-(?=[0.,%]+$)/u, '').replaceAll('-', '\u2212')
  }
  writers.set(key, write)
  return write
}

/**
 * Formatter of i18next for every placeholder, so that all sentences use it: formats numbers, and leaves other values
 * unchanged.
 */
export const numbersInSentences = {
  type: 'formatter',
  format: (value: unknown, _format?: string, language = 'en'): string =>
    typeof value === 'number' ? numberIn(language)(value) : (value as string),
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
} as const
