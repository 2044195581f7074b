/**
 * Known players: who is online, and which of them a line of the log names.
 *
 * A name counts only where it stands whole, because names of others may contain it. What stands around it (ranks, teams,
 * signs) can be written by others, so a decorated name proves nothing about who wrote a line.
 */

/** Maximum number of names kept with their ids, and of displayed names. */
const maxNames = 2_000

/** Maximum characters of a displayed name. */
const maxDisplayed = 120

/** What the console, RCON and command blocks write before what they say. */
const notPlayers: ReadonlySet<string> = new Set(['Server', 'Rcon', '@', 'Not Secure', 'CONSOLE', 'Console'])

export interface NamedText {
  readonly player: string
  /** What follows the name and one space. */
  readonly rest: string
}

export class KnownPlayers {
  readonly #online = new Set<string>()
  /** Online names that have spaces. */
  readonly #spaced = new Set<string>()
  readonly #uuids = new Map<string, string>()
  /** Displayed name → name, as in the line about a join. */
  readonly #displayed = new Map<string, string>()

  setOnline(players: readonly { readonly name: string; readonly uuid?: string }[]): void {
    const before = [...this.#online]
    this.clear()
    for (const { name } of players) this.add(name)
    // Whoever comes next under that name may have another account.
    for (const name of before) if (!this.#online.has(name)) this.#uuids.delete(name)
    for (const { name, uuid } of players) {
      if (uuid !== undefined) this.remember(name, uuid)
    }
  }

  clear(): void {
    this.#online.clear()
    this.#spaced.clear()
  }

  has(name: string): boolean {
    return this.#online.has(name)
  }

  add(name: string): void {
    this.#online.add(name)
    if (name.includes(' ')) this.#spaced.add(name)
  }

  /** @returns whether the player was online, and their UUID */
  delete(name: string): { readonly wasOnline: boolean; readonly uuid?: string } {
    const { uuid } = this.who(name)
    this.#spaced.delete(name)
    const wasOnline = this.#online.delete(name)
    if (wasOnline) this.#uuids.delete(name)
    return { wasOnline, ...(uuid !== undefined && { uuid }) }
  }

  remember(name: string, uuid: string): void {
    setBounded(this.#uuids, name, uuid)
  }

  isKnown(name: string): boolean {
    return this.#uuids.has(name)
  }

  rememberDisplayed(displayed: string, name: string): void {
    if (displayed !== name) setBounded(this.#displayed, displayed, name)
  }

  who(player: string): { readonly player: string; readonly uuid?: string } {
    const uuid = this.#uuids.get(player)
    return { player, ...(uuid !== undefined && { uuid }) }
  }

  /** The text begins with the bare name of an online player and a space. */
  at(text: string): NamedText | undefined {
    const word = text.slice(0, maxDisplayed).split(' ', 1)[0] ?? ''
    let player = this.#online.has(word) ? word : undefined
    for (const name of this.#spaced)
      if (text.startsWith(`${name} `) && name.length > (player?.length ?? 0)) player = name
    return player === undefined || text[player.length] !== ' '
      ? undefined
      : { player, rest: text.slice(player.length + 1) }
  }

  /** The text begins with a displayed name: ranks and teams in brackets, or as the line about the join showed it. */
  decoratedAt(text: string): NamedText | undefined {
    const bare = this.at(text)
    if (bare) return bare
    for (let end = text.indexOf(' '); end > 0 && end < maxDisplayed; end = text.indexOf(' ', end + 1)) {
      const player = this.#displayed.get(text.slice(0, end))
      if (player !== undefined && this.#online.has(player)) return { player, rest: text.slice(end + 1) }
    }
    const start = afterDecorations(text)
    if (start === undefined) return undefined
    const player = this.#nameAt(text, start)
    if (player === undefined) return undefined
    const end = start + player.length
    const rest = afterDecorations(text.slice(end)) ?? 0
    const from = rest > 0 && text[end + rest - 1] === ' ' ? end + rest : end + rest + 1
    return text[from - 1] === ' ' ? { player, rest: text.slice(from) } : undefined
  }

  /** The one online player whose name stands whole in a text; undefined when there is none, or several. */
  within(text: string): string | undefined {
    if (this.#online.has(text)) return text
    const found = new Set<string>()
    for (const name of this.#spaced) if (text.includes(name)) found.add(name)
    for (const word of text.slice(0, maxDisplayed).split(/[^\p{L}\p{N}\p{M}_.*-]/u)) {
      if (this.#online.has(word)) found.add(word)
      else {
        const bare = word.replace(/^[.*-]{1,9}|[.*-]{1,9}$/gu, '')
        if (bare !== '' && this.#online.has(bare)) found.add(bare)
      }
    }
    return found.size === 1 ? [...found][0] : undefined
  }

  /** Whether a text contains the name of an online player, even within a word. */
  isNamedIn(text: string): boolean {
    for (const name of this.#online) if (text.includes(name)) return true
    return false
  }

  #nameAt(text: string, at: number): string | undefined {
    let player: string | undefined
    for (const name of this.#spaced) if (text.startsWith(name, at)) player = name
    const word = /^[^\s[\](){}<>:»]{1,64}/u.exec(text.slice(at, at + 64))?.[0] ?? ''
    return player ?? (this.#online.has(word) ? word : undefined)
  }
}

/**
 * Where a text continues behind ranks in brackets, signs and spaces; undefined when it has none of them, or when it is
 * what the console says.
 */
export function afterDecorations(text: string): number | undefined {
  let at = 0
  while (at < Math.min(text.length, maxDisplayed)) {
    const rank = /^(?:\[([^[\]]{0,32})\]|\(([^()]{0,32})\)|\{([^{}]{0,32})\})/u.exec(text.slice(at, at + 40))
    if (rank) {
      if (notPlayers.has(rank[1] ?? '')) return undefined
      at += rank[0].length
      continue
    }
    const sign = /^(?:[\p{So}\p{M}\u200d]|~| )/u.exec(text.slice(at, at + 2))
    if (!sign) break
    at += sign[0].length
  }
  return at > 0 ? at : undefined
}

function setBounded(map: Map<string, string>, key: string, value: string): void {
  map.delete(key)
  map.set(key, value)
  const oldest = map.size > maxNames ? map.keys().next().value : undefined
  if (oldest !== undefined) map.delete(oldest)
}
