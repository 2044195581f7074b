/**
 * Preserved state: what a person opened and typed, preserved over a page reset.
 *
 * Guards invariant 8 on a stream: no other data survives a reset. Main returns each text as it may be shown now; a
 * text with an ambiguous mark is discarded.
 */

import { isObject } from '@contract/json/json-object.js'
import { everyMark, kindOfWord, redactionRequestLimits } from '@shared/features/stream-mark.js'
import { useEffect, useLayoutEffect, useState } from 'react'

/** State of mounted components, and state for components that mount next. */
const held = new Map<string, unknown>()
const carried = new Map<string, unknown>()

/**
 * As `useState`, for values that survive a page reset: plain data without a secret, except members called
 * `token`, which are not sent to main.
 *
 * @param name unique on the page
 * @returns also whether it came over from before
 */
export const usePreservedState = <T>(name: string, initial: T | (() => T)) => {
  const [came] = useState(() => carried.has(name))
  const [value, setValue] = useState<T>(() => {
    if (carried.has(name)) return carried.get(name) as T
    return initial instanceof Function ? initial() : initial
  })
  useLayoutEffect(() => {
    held.set(name, value)
    return () => void held.delete(name)
  }, [name, value])
  // The form is empty when it is opened the next time.
  useEffect(() => void carried.delete(name), [name])
  return [value, setValue, came] as const
}

/** Main returns each text as it may be shown now; null where that is unknown. */
export type RequestRedaction = (texts: readonly string[]) => Promise<readonly (string | null)[]>

/** Collects the state before the components unmount. */
export const capturePreservedState = (): ReadonlyMap<string, unknown> => new Map([...carried, ...held])

/** Provides the state to components that mount next. */
export const restorePreservedState = (kept: Iterable<readonly [string, unknown]>): void => {
  carried.clear()
  for (const [name, value] of kept) carried.set(name, value)
}

/** Marks that could stand for anything: the mark alone does not say what it replaced. */
const hidesSomething = (text: string): boolean =>
  [...text.matchAll(everyMark())].some(([, word = '']) =>
    /^(?:coordinates|secret|whisper)$/.test(kindOfWord(word) ?? ''),
  )

/** Internal values, such as the kind of a rule; they are not sent to main. */
const isPlain = (text: string): boolean => /^[a-z-]*$/.test(text)

const textsOf = (value: unknown): string[] => {
  if (typeof value === 'string') return isPlain(value) ? [] : [value]
  if (Array.isArray(value)) return value.flatMap(textsOf)
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, member]) =>
    name === 'token' ? [] : [...textsOf(name), ...textsOf(member)],
  )
}

const lost = Symbol('a text that nobody knows')

const withTexts = (value: unknown, reported: ReadonlyMap<string, string | null>): unknown => {
  if (typeof value === 'string') {
    const text = isPlain(value) ? value : reported.get(value)
    if (text === undefined || text === null) throw lost
    return text
  }
  if (Array.isArray(value)) return value.map((item) => withTexts(item, reported))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      withTexts(name, reported),
      name === 'token' ? member : withTexts(member, reported),
    ]),
  )
}

/**
 * The same, redacted for the current mode; without values that cannot be redacted.
 *
 * @param staysTyped where a mark could stand for anything, what a person typed stays as it is, because its field is hidden
 */
export const redactPreservedState = async (
  kept: ReadonlyMap<string, unknown>,
  staysTyped: boolean,
  requestRedaction: RequestRedaction,
): Promise<readonly (readonly [string, unknown])[]> => {
  const texts = [...new Set([...kept].flatMap(textsOf))]
  const reported = new Map<string, string | null>(texts.map((text) => [text, staysTyped ? text : null]))
  const asked = texts
    .filter((text) => !hidesSomething(text) && text.length <= redactionRequestLimits.length)
    .slice(0, redactionRequestLimits.texts)
  const answers = await requestRedaction(asked)
  for (const [at, text] of asked.entries()) {
    const answer = answers[at] ?? null
    if (answer === null || !hidesSomething(answer)) reported.set(text, answer)
  }
  return [...kept].flatMap((entry) => {
    try {
      return [withTexts(entry, reported) as [string, unknown]]
    } catch (thrown) {
      if (thrown === lost) return []
      throw thrown
    }
  })
}
