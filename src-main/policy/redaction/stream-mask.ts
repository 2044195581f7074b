/**
 * Stream mask: masks the parts of a JSON value or text that a stream must not show.
 *
 * Guards invariant 8 on a stream. Member names decide first (coordinates, secrets, private messages), then every text is
 * searched, including JSON inside texts. The structure of the data stays the same. The same name or address has the same
 * mark everywhere. There is no way back from a mark. A mark that is already in the data is broken: it would look as if
 * Gatehouse had masked something.
 */

import { coreCatalogue } from '@contract/core-catalogue.js'
import { isMark, type MarkKind, markKinds, markOf, withoutMarks } from '@shared/features/stream-mark.js'
import type { AppLanguage } from '@shared/text/language.js'
import { namesSecret } from './redaction.js'
import {
  areNumbers,
  isCoordinateName,
  isKnownField,
  isKnownValue,
  isMetadataField,
  isPosition,
  isPositionName,
  isWhisper,
  privateTextFields,
} from './stream-fields.js'
import { createFinder, type Literals, normalizedWord } from './stream-finds.js'

export interface StreamMaskOptions extends Partial<Literals> {
  readonly language: AppLanguage
  /** Kinds that are masked; all by default. */
  readonly kinds?: readonly MarkKind[]
  /** Assigns the numbers of marks; shared by all masks of a program. */
  readonly aliases?: StreamAliases
}

export interface StreamMask {
  /** For text that is only shown, such as a menu. Existing marks stay, so masking is idempotent. */
  text(text: string): string
  /** For a page: marks in it are untrusted and are broken. */
  value<T>(value: T, onMasked?: OnMasked): T
}

/**
 * Called with each masked text and with each masked member name, and with the member that has it. @param within the
 * member around the object with that member
 */
export type OnMasked = (member: string, original: string, masked: string, within: string) => void

/** Maximum depth; deeper values are masked. */
const maxDepth = 64
const maxAliases = 9_999
const maxRemembered = 4_000
const maxRememberedLength = 160

/** The number of each address and folder, for the lifetime of the program. */
export class StreamAliases {
  readonly #numbers = new Map<string, string>()
  readonly #counts = new Map<MarkKind, number>()

  labelOf(kind: MarkKind, original: string): string {
    const key = `${kind} ${kind === 'address' ? normalizedWord(original) : original}`
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    const count = this.#counts.get(kind) ?? 0
    if (count >= maxAliases) return ''
    const label = String(count + 1)
    this.#counts.set(kind, count + 1)
    this.#numbers.set(key, label)
    return label
  }
}

interface Context {
  readonly depth: number
  readonly whisper: boolean
  /** Whether existing marks are trusted. */
  readonly marked: boolean
  /** The member that has this object. */
  readonly within: string
  readonly onMasked?: OnMasked | undefined
}

export function createStreamMask(options: StreamMaskOptions): StreamMask {
  const { language, names = [], addresses = [], homes = [], user = '', aliases = new StreamAliases() } = options
  const kinds = new Set(options.kinds ?? markKinds)
  const find = createFinder({ names, addresses, homes, user }, kinds)
  const words = [...new Set(names.map(normalizedWord).filter((word) => word !== ''))]
  const remembered = new Map<string, string>()

  function markFor(kind: MarkKind, original: string): string {
    if (kind === 'player') return markOf(kind, language, letterOf(words.indexOf(normalizedWord(original))))
    const isNumbered = kind === 'address' || kind === 'home'
    return markOf(kind, language, isNumbered ? aliases.labelOf(kind, original) : '')
  }

  function text(whole: string): string {
    const known = remembered.get(whole)
    if (known !== undefined) return known
    let masked = ''
    let from = 0
    for (const found of find(whole)) {
      masked += whole.slice(from, found.from) + markFor(found.kind, whole.slice(found.from, found.to))
      from = found.to
    }
    masked += whole.slice(from)
    if (whole.length <= maxRememberedLength) {
      if (remembered.size >= maxRemembered) remembered.clear()
      remembered.set(whole, masked)
    }
    return masked
  }

  function maskText(given: string, name: string, context: Context): string {
    const whole = context.marked ? given : withoutMarks(given)
    const masked = maskedText(whole, name, context)
    if (masked !== whole) context.onMasked?.(name, given, masked, context.within)
    return masked
  }

  function maskedText(whole: string, name: string, context: Context): string {
    if (whole === '' || isMark(whole)) return whole
    if (context.whisper && kinds.has('whisper') && !isMetadataField(name)) return markOf('whisper', language)
    if (kinds.has('secret') && (namesSecret(name) || isCode(name, whole))) return markOf('secret', language)
    if (kinds.has('coordinates') && areNumbers(whole) && (isCoordinateName(name) || isPositionName(name))) {
      return markOf('coordinates', language)
    }
    if (isKnownValue(name, whole) || coreCatalogue.has(whole)) return whole
    const inside = parseJson(whole)
    if (inside === undefined) return isCommandName(name) ? maskCommand(whole) : text(whole)
    const masked = mask(inside, name, { ...context, depth: context.depth + 1 })
    return JSON.stringify(masked, null, whole.includes('\n') ? 2 : 0)
  }

  /** A command may be written without its slash. */
  const maskCommand = (whole: string): string =>
    whole.startsWith('/') ? text(whole) : text(`/${whole}`).replace(/^\//u, '')

  function maskList(list: readonly unknown[], name: string, context: Context): unknown[] {
    const isMasked = kinds.has('coordinates') && isPosition(list, name)
    return list.map((item) => (isMasked ? markOf('coordinates', language) : mask(item, name, context)))
  }

  function maskObject(
    object: Readonly<Record<string, unknown>>,
    at: string,
    context: Context,
  ): Record<string, unknown> {
    const whisper = context.whisper || isWhisper(object)
    const masked: Record<string, unknown> = Object.create(null)
    for (const [name, member] of Object.entries(object)) {
      const whole = context.marked ? name : withoutMarks(name)
      const shown = isKnownField(name) ? name : unusedName(masked, text(whole))
      if (shown !== whole) context.onMasked?.(at, name, shown, context.within)
      const isInside = context.whisper || (whisper && privateTextFields.test(name))
      masked[shown] = mask(member, name, { ...context, depth: context.depth + 1, whisper: isInside, within: at })
    }
    return Object.setPrototypeOf(masked, Object.prototype)
  }

  function mask(value: unknown, name: string, context: Context): unknown {
    if (typeof value === 'string') return maskText(value, name, context)
    if (typeof value === 'number') {
      if (kinds.has('coordinates') && isCoordinateName(name)) return markOf('coordinates', language)
      return kinds.has('secret') && isCode(name, String(value)) ? markOf('secret', language) : value
    }
    if (typeof value !== 'object' || value === null) return value
    if (context.depth >= maxDepth) return markOf('secret', language)
    const deeper = { ...context, depth: context.depth + 1 }
    if (Array.isArray(value)) return maskList(value, name, deeper)
    // Everything below a secret is secret, its member names too.
    if (kinds.has('secret') && namesSecret(name)) return markOf('secret', language)
    return maskObject(value as Readonly<Record<string, unknown>>, name, deeper)
  }

  return {
    text: (whole) => maskText(whole, '', { depth: 0, whisper: false, marked: true, within: '' }),
    value: <T>(value: T, onMasked?: OnMasked) =>
      mask(value, '', { depth: 0, whisper: false, marked: false, within: '', onMasked }) as T,
  }
}

/** A, B, … Z, AA, like the columns of a spreadsheet. */
const letterOf = (index: number): string =>
  index < 0
    ? ''
    : index < 26
      ? String.fromCharCode(65 + index)
      : letterOf(Math.floor(index / 26) - 1) + letterOf(index % 26)

const isCode = (name: string, value: string): boolean =>
  /^(?:.*[-_])?(?:code|pin|otp)$/iu.test(name) && /^\d{4,8}$/u.test(value)

const isCommandName = (name: string): boolean => /^(?:command|cmd|commandLine)s?$/iu.test(name)

/** Returns an unused name: two member names may be equal after masking. */
function unusedName(taken: object, name: string): string {
  let own = name
  for (let copy = 2; Object.hasOwn(taken, own); copy += 1) own = `${name} (${copy})`
  return own
}

/** Parses a text that contains a JSON list or object. */
function parseJson(text: string): object | undefined {
  if (!/^\s*[[{]/u.test(text)) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
