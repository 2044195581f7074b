/**
 * Stream mask: masks the parts of a JSON value or text that a stream must not show.
 *
 * Guards invariant 8 on a stream. Member names decide first (coordinates, secrets, private messages), then every text is
 * searched, including JSON inside texts. The structure of the data stays the same. The same name or address has the same
 * mark everywhere. There is no way back from a mark. A mark that is already in the data is broken: it would look as if
 * Gatehouse had masked something.
 *
 * Anybody can join a game under a name of their choice. So the names of players, which no person chose, are masked in
 * data from outside and in sentences, and never where a screen reads a constant or a member name of Gatehouse.
 */

import { coreCatalogue } from '@contract/core-catalogue.js'
import { isMark, isPlayerField, type MarkKind, markKinds, markOf, withoutMarks } from '@shared/features/stream-mark.js'
import type { AppLanguage } from '@shared/text/language.js'
import { knownCommands } from '../console-command/known-commands.js'
import { isPlayerName } from '../text/player-name.js'
import { isOrdinaryName } from './ordinary-name.js'
import { namesSecret } from './redaction.js'
import {
  areNumbers,
  isCoordinateName,
  isExampleName,
  isKnownField,
  isKnownValue,
  isMetadataField,
  isNameField,
  isOutsideName,
  isPosition,
  isPositionName,
  isWhisper,
  privateTextFields,
} from './stream-fields.js'
import { createFinder, type Literals, normalizedWord } from './stream-finds.js'

export interface StreamMaskOptions extends Partial<Literals> {
  readonly language: AppLanguage
  /** Names of players that the program saw. Present: whatever a member names as a player is masked too. */
  readonly players?: readonly string[]
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
/** For each kind of mark. */
const maxAliases = 9_999
/** UTF-16 units of a name, address or folder with a number of its own, and its kind. */
const maxKeyLength = 1_024
const maxRemembered = 4_000
const maxRememberedLength = 160

/**
 * The number of each address, folder and player, for the lifetime of the program. After the first 9,999 of a kind, and for
 * longer texts, there is none: all of them have the same mark.
 */
export class StreamAliases {
  readonly #numbers = new Map<string, string>()
  readonly #counts = new Map<MarkKind, number>()

  labelOf(kind: MarkKind, original: string): string {
    const key = `${kind} ${kind === 'home' ? original : normalizedWord(original)}`
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    const count = this.#counts.get(kind) ?? 0
    if (count >= maxAliases || key.length > maxKeyLength) return ''
    const label = String(count + 1)
    this.#counts.set(kind, count + 1)
    this.#numbers.set(key, label)
    return label
  }
}

interface Context {
  readonly depth: number
  readonly whisper: boolean
  /** Whether this is data from outside: no screen reads its members by name. */
  readonly outside: boolean
  /** Whether this is an example in a description of an action, whose player nobody is. */
  readonly example: boolean
  /** Whether existing marks are trusted. */
  readonly marked: boolean
  /** The member that has this object. */
  readonly within: string
  readonly onMasked?: OnMasked | undefined
}

export function createStreamMask(options: StreamMaskOptions): StreamMask {
  const { language, names = [], addresses = [], homes = [], user = '', aliases = new StreamAliases() } = options
  const kinds = new Set(options.kinds ?? markKinds)
  const hidesPlayers = options.players !== undefined && kinds.has('player')
  const players = hidesPlayers ? options.players.filter((name) => !isOrdinaryName(name)) : []
  const maskOfNames = (all: readonly string[]) =>
    rememberingMask(createFinder({ names: all, addresses, homes, user }, kinds), markFor)
  const chosen = maskOfNames(names)
  const text = players.length === 0 ? chosen : maskOfNames([...names, ...players])
  const inCommands = players.filter((name) => !Object.hasOwn(knownCommands, normalizedWord(name)))
  const commandText = inCommands.length === players.length ? text : maskOfNames([...names, ...inCommands])
  const words = [...new Set(names.map(normalizedWord).filter((word) => word !== ''))]
  function markFor(kind: MarkKind, original: string): string {
    const chosenAt = kind === 'player' ? words.indexOf(normalizedWord(original)) : -1
    if (chosenAt >= 0) return markOf(kind, language, letterOf(chosenAt))
    // Numbers of players outlast a change of the chosen names, whose letters are their places in the list.
    const isNumbered = kind === 'address' || kind === 'home' || kind === 'player'
    return markOf(kind, language, isNumbered ? aliases.labelOf(kind, original) : '')
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
    if (hidesPlayers && !context.example && isPlayerField(name) && !whole.startsWith('@')) {
      // A text that is no name must be revealed before it is approved.
      return context.outside && !isPlayerName(whole) ? markOf('player', language) : markFor('player', whole)
    }
    if (!context.outside && !isNameField(name) && isConstant(whole)) return chosen(whole)
    const inside = parseJson(whole)
    if (inside === undefined) return isCommandName(name) ? maskCommand(whole) : text(whole)
    const masked = mask(inside, name, { ...context, depth: context.depth + 1 })
    return JSON.stringify(masked, null, whole.includes('\n') ? 2 : 0)
  }

  /** A command may be written without its slash. A player who is called like a command hides none. */
  const maskCommand = (whole: string): string =>
    whole.startsWith('/') ? commandText(whole) : commandText(`/${whole}`).replace(/^\//u, '')

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
    const copies = new Map<string, number>()
    for (const [name, member] of Object.entries(object)) {
      const whole = context.marked ? name : withoutMarks(name)
      const shown = isKnownField(name) ? name : unusedName(masked, (context.outside ? text : chosen)(whole), copies)
      if (shown !== whole) context.onMasked?.(at, name, shown, context.within)
      const isInside = context.whisper || (whisper && privateTextFields.test(name))
      masked[shown] = mask(member, name, {
        ...context,
        depth: context.depth + 1,
        whisper: isInside,
        outside: context.outside || isOutsideName(name),
        example: context.example || isExampleName(name),
        within: at,
      })
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
    text: (whole) => maskText(whole, '', { ...outermost, marked: true }),
    value: <T>(value: T, onMasked?: OnMasked) => mask(value, '', { ...outermost, marked: false, onMasked }) as T,
  }
}

const outermost = { depth: 0, whisper: false, outside: false, example: false, within: '' }

/** Masks what is found in a text, and remembers the results of short texts. */
function rememberingMask(
  find: ReturnType<typeof createFinder>,
  markFor: (kind: MarkKind, original: string) => string,
): (text: string) => string {
  const remembered = new Map<string, string>()
  return (whole) => {
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
}

/** Whether a text looks like a constant that a screen reads: `kind: 'denied'`. */
const isConstant = (text: string): boolean => /^[a-z][a-z-]{0,40}$/u.test(text)

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

/**
 * Returns an unused name: two member names may be equal after masking. @param copies for each name, the number of the
 * next copy: counting from the first one each time would take quadratic time
 */
function unusedName(taken: object, name: string, copies: Map<string, number>): string {
  let own = name
  let copy = copies.get(name) ?? 2
  for (; Object.hasOwn(taken, own); copy += 1) own = `${name} (${copy})`
  if (own !== name) copies.set(name, copy)
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
