/**
 * Text components: what the components in a text show, as the game joins them; a lenient reader of JSON and SNBT.
 *
 * Enforces invariant 5: parts, nested texts and translations hide nothing. Parts that only the game knows are
 * `composed`. Read in one pass.
 */

/** The game refuses deeper components. */
const maxDepth = 512
/** Texts in a text: SNBT quotes JSON. */
export const maxQuotings = 4
/** Characters of one translation: its arguments can repeat each other without end. */
const maxTranslation = 4_096

type Value = string | readonly Value[] | Members
interface Members {
  readonly members: readonly (readonly [name: string, value: Value])[]
}

/** What the components in a text show, one a line; nothing for a text without any. */
export const shownText = (text: string): string => valuesIn(text).map(shown).join('\n')

/** Whether a component in a text has parts that only the game knows: arguments of a translation, names, scores, data. */
export const isComposed = (text: string): boolean => valuesIn(text).some(hasParts)

/** The same of the names of one component's members. */
export const areComposed = (names: readonly string[]): boolean =>
  (names.includes('translate') && names.includes('with')) ||
  names.some((name) => name === 'selector' || name === 'nbt' || name === 'score')

const valuesIn = (text: string, quotings = 0): readonly Value[] =>
  /[{[]/u.test(text) ? new Reader(text, quotings).all() : []

function hasParts(value: Value): boolean {
  if (typeof value === 'string') return false
  if (!isObject(value)) return value.some(hasParts)
  return areComposed(value.members.map(([name]) => name)) || value.members.some(([, member]) => hasParts(member))
}

const isObject = (value: Value): value is Members => typeof value === 'object' && 'members' in value

const ownText: ReadonlySet<string> = new Set(['text', 'translate', 'fallback', 'keybind'])

function shown(value: Value): string {
  if (typeof value === 'string') return value
  if (!isObject(value)) return value.map(shown).join('')
  const { members } = value
  const given = members.filter(([name]) => name === 'with').flatMap(([, member]) => argumentsIn(member))
  // A fallback is shown instead of the key.
  const hasFallback = members.some(([name]) => name === 'fallback')
  const own = members
    .filter(([name]) => ownText.has(name) && !(hasFallback && name === 'translate'))
    .map(([name, member]) =>
      name === 'translate' || name === 'fallback' ? translated(shown(member), given.map(shown)) : shown(member),
    )
  const parts = members.filter(([name]) => name === 'extra' || name === 'rawtext').map(([, member]) => shown(member))
  const others = members
    .filter(([name, member]) => typeof member !== 'string' && !ownText.has(name) && !partNames.has(name))
    .map(([, member]) => `\n${shown(member)}`)
  return [...own, ...parts, ...others].join('')
}

const partNames: ReadonlySet<string> = new Set(['extra', 'rawtext', 'with'])

/** The arguments of a translation; Bedrock also has them in a `rawtext`. */
function argumentsIn(value: Value): readonly Value[] {
  if (typeof value === 'string') return [value]
  if (!isObject(value)) return value
  const parts = value.members.filter(([name]) => name === 'rawtext').flatMap(([, member]) => argumentsIn(member))
  return parts.length > 0 ? parts : [value]
}

/** A key without places has its text in the game, which may set an argument in brackets: `chat.type.announcement`. */
function translated(key: string, given: readonly string[]): string {
  let next = 0
  let left = maxTranslation
  const text = key.replace(/%{1,2}(?:(\d{1,2})(?:\$s)?|s)/gu, (_, index: string | undefined) => {
    const argument = given[index === undefined ? next++ : Number(index) - 1] ?? ''
    const part = argument.slice(0, left)
    left -= part.length
    return part
  })
  return text === key && given.length > 0
    ? `${key} ${given
        .map((argument) => `[${argument}]`)
        .join(' ')
        .slice(0, maxTranslation)}`
    : text
}

class Reader {
  readonly #text: string
  readonly #quotings: number
  #at = 0

  constructor(text: string, quotings: number) {
    this.#text = text
    this.#quotings = quotings
  }

  /** Every string, list and object that is not part of another. */
  all(): readonly Value[] {
    const values: Value[] = []
    for (; this.#at < this.#text.length; ) {
      const sign = this.#text[this.#at] ?? ''
      // An apostrophe in a word is no quote.
      const isQuote = sign === '"' || (sign === "'" && !/[\p{L}\p{N}]/u.test(this.#text[this.#at - 1] ?? ''))
      if (isQuote || sign === '[' || sign === '{') values.push(this.#value(0))
      else this.#at += 1
    }
    return values
  }

  #value(depth: number): Value {
    const sign = this.#text[this.#at] ?? ''
    if (sign === '"' || sign === "'") return this.#quoted(sign)
    if (depth > maxDepth) this.#at = this.#text.length
    else if (sign === '[') return this.#list(depth)
    else if (sign === '{') return this.#object(depth)
    return this.#bare()
  }

  #list(depth: number): Value {
    const values: Value[] = []
    this.#at += 1
    while (this.#isOpen(']')) values.push(this.#value(depth + 1))
    return values
  }

  #object(depth: number): Value {
    const members: [string, Value][] = []
    this.#at += 1
    while (this.#isOpen('}')) {
      const name = this.#value(depth + 1)
      this.#skip(' \t\n')
      const hasValue = this.#text[this.#at] === ':'
      if (hasValue) this.#skip(': \t\n')
      if (typeof name !== 'string') members.push(['', name])
      else if (hasValue) members.push([name.toLowerCase(), this.#value(depth + 1)])
    }
    return { members }
  }

  /** Skips what separates values; false past the end, or past the sign that ends the list or object. */
  #isOpen(end: string): boolean {
    this.#skip(end === ']' ? ' \t\n,:;}' : ' \t\n,:;]')
    if (this.#at >= this.#text.length) return false
    if (this.#text[this.#at] !== end) return true
    this.#at += 1
    return false
  }

  #skip(signs: string): void {
    while (this.#at < this.#text.length && signs.includes(this.#text[this.#at] ?? '')) this.#at += 1
  }

  #bare(): string {
    const start = this.#at
    while (this.#at < this.#text.length && !',:;]}[{"\''.includes(this.#text[this.#at] ?? '')) this.#at += 1
    return this.#text.slice(start, this.#at).trim()
  }

  #quoted(quote: string): Value {
    const start = this.#at + 1
    let end = start
    while (end < this.#text.length && this.#text[end] !== quote) end += this.#text[end] === '\\' ? 2 : 1
    this.#at = end + 1
    const text = decoded(this.#text.slice(start, end))
    const isNested = /^\s{0,8}[{[]/u.test(text) && /[\]}]\s{0,8}$/u.test(text) && text.includes('"')
    return isNested && this.#quotings < maxQuotings ? valuesIn(text, this.#quotings + 1) : text
  }
}

/** A character by its name, other than a letter: it may be a bracket. */
const unknownSign = '☐'

/** A quoted text without its escapes. */
export const decoded = (text: string): string =>
  text.replace(
    /\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|U([0-9a-fA-F]{8})|N\{([-0-9A-Za-z ]{1,99})\}|(.))/gsu,
    (_, four?: string, two?: string, eight?: string, named?: string, sign = '') => {
      if (named !== undefined) return / ([A-Za-z])$/u.exec(named.trim())?.[1]?.toLowerCase() ?? unknownSign
      if (sign !== '') return 'nrtbfs'.includes(sign) ? ' ' : sign
      const point = Number.parseInt(four ?? two ?? eight ?? '', 16)
      return point <= 0x10ffff ? String.fromCodePoint(point) : ''
    },
  )
