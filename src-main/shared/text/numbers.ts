/**
 * Numbers: how one is written for a person, the same way on every screen, in the menu of the tray and on a stream: grouped as
 * the language does it, with a true minus.
 *
 * Never for what is copied, typed or compared: ids, ports, JSON.
 */
export type WriteNumber = (value: number) => string

/** Making one costs more than a thousand uses of it. */
const writers = new Map<string, WriteNumber>()

/** Not a digit is left out: for what a person decides about. */
export const exact: Intl.NumberFormatOptions = { maximumFractionDigits: 20 }

/** The digits would wrap over lines, or end before the first significant one. */
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
    // What is rounded to zero has no sign.
    return digits.replace(/^-(?=[0.,%]+$)/u, '').replaceAll('-', '\u2212')
  }
  writers.set(key, write)
  return write
}

/**
 * What i18next asks about every placeholder, so that no sentence can forget it: a number is written like any other, and
 * everything else is left as it is.
 */
export const numbersInSentences = {
  type: 'formatter',
  format: (value: unknown, _format?: string, language = 'en'): string =>
    typeof value === 'number' ? numberIn(language)(value) : (value as string),
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
} as const
