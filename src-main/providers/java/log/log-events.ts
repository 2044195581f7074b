/**
 * Log events: parses events of a server from its log.
 *
 * Players cannot forge an event by what they write (invariant 7): a join needs `logged in with entity id`, which the
 * server writes with an address. Other events count only for online players and only from the expected thread. All
 * patterns are anchored at both ends. Commands of players may contain passwords, so only the command name is kept. All
 * texts are untrusted.
 */
import { cleanText } from '../../../policy/text/untrusted-text.js'
import { deathTextStarts, wholeDeathTexts } from './death-texts.js'
import { type LogLine, readLogLine } from './log-line.js'

export type JavaLogEvent = { readonly at: string } & (
  | { readonly kind: 'join'; readonly player: string; readonly uuid?: string }
  | { readonly kind: 'leave'; readonly player: string; readonly uuid?: string; readonly reason?: string }
  | {
      readonly kind: 'chat'
      readonly player: string
      readonly uuid?: string
      readonly text: string
      readonly form: 'chat' | 'say' | 'emote'
    }
  /** `text`: the whole message. */
  | { readonly kind: 'death'; readonly player: string; readonly uuid?: string; readonly text: string }
  | { readonly kind: 'advancement'; readonly player: string; readonly uuid?: string; readonly title: string }
  /** `name`: first word of a typed command; `feedback`: the server's message to an operator. */
  | {
      readonly kind: 'command'
      readonly player: string
      readonly uuid?: string
      readonly name?: string
      readonly feedback?: string
    }
  | { readonly kind: 'started' }
  | { readonly kind: 'stopping' }
  | { readonly kind: 'behind'; readonly milliseconds: number; readonly ticks: number }
)

type UntimedEvent<Kind extends JavaLogEvent['kind']> = Omit<Extract<JavaLogEvent, { kind: Kind }>, 'at'>
type AnyUntimedEvent = { [Kind in JavaLogEvent['kind']]: UntimedEvent<Kind> }[JavaLogEvent['kind']]

/** A name, including unchecked names of older versions and names of Bedrock players. */
const playerName = String.raw`[^\s<>\[\]:/\\]{1,32}`
const uuidForm = new RegExp(`^UUID of player (${playerName}) is ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$`, 'u')
const number = String.raw`-?\d{1,10}(?:\.\d{1,40})?(?:E-?\d{1,3})?`
const loginForm = new RegExp(
  `^(${playerName})\\[(?:/[0-9a-fA-F.:%\\[\\]]{2,64}:\\d{1,5}|IP hidden|local)\\] logged in with entity id \\d{1,10} at ` +
    `\\((?:\\[[^\\[\\]]{1,64}\\])?${number}, ${number}, ${number}\\)$`,
  'u',
)
const lostForm = new RegExp(`^(${playerName}) lost connection: (.{0,300})`, 'su')
const leftForm = new RegExp(`^(${playerName}) left the game$`, 'u')
/** Unicode line separators can occur in what players write. */
const chatForm = /^<([^<>]{1,64})> (.*)$/su
const emoteForm = new RegExp(`^\\* (${playerName}) (.*)$`, 'su')
const saidForm = new RegExp(`^\\[(${playerName})\\] (.*)$`, 'su')
const feedbackForm = new RegExp(`^\\[(${playerName}): (.*)\\]$`, 'su')
const issuedForm = new RegExp(`^(${playerName}) issued server command: /?([A-Za-z0-9_:.-]{1,64})(?: |$)`, 'su')
const advancementForm = new RegExp(
  `^(${playerName}) has (?:made the advancement|completed the challenge|reached the goal|just earned the achievement) \\[(.{1,200})\\]$`,
  'u',
)
const doneForm = /^Done \(\d{1,6}[.,]\d{1,3}s\)! For help, type "help"(?: or "\?")?$/u
const behindForm =
  /^Can't keep up! .{0,80}Running (\d{1,9})ms (?:or (\d{1,7}) ticks behind|behind, skipping (\d{1,7}) tick\(s\))$/u

/** Maximum characters of a text in an event. */
const maxTextLength = 512

/** Maximum number of names kept with their ids. */
const maxNames = 2_000

export class LogEvents {
  readonly #online = new Set<string>()
  readonly #uuids = new Map<string, string>()

  /** Sets who is online, from another source such as `list uuids`. */
  setOnline(players: readonly { readonly name: string; readonly uuid?: string }[]): void {
    this.#online.clear()
    for (const { name, uuid } of players) {
      this.#online.add(name)
      if (uuid !== undefined) this.#remember(name, uuid)
    }
  }

  /** @param at when it was read, ISO 8601 */
  read(line: string, at: string): JavaLogEvent | undefined {
    const parsed = readLogLine(line)
    const event = parsed && this.#parse(parsed)
    return event && ({ at, ...event } as JavaLogEvent)
  }

  #parse(line: LogLine): AnyUntimedEvent | undefined {
    const { thread, level, text } = line
    if (thread?.startsWith('User Authenticator')) {
      this.#readUuid(text)
      return undefined
    }
    const isServer = thread === undefined || thread === 'Server thread'
    // Paper and its forks write chat from separate threads.
    const isChatThread = thread?.startsWith('Async Chat Thread') ?? false
    if (level === 'WARN' && isServer) return behind(text)
    if (level !== 'INFO' || (!isServer && !isChatThread)) return undefined
    return (isServer ? this.#fromServer(text) : undefined) ?? this.#chatMessage(text)
  }

  #fromServer(text: string): AnyUntimedEvent | undefined {
    if (doneForm.test(text)) return { kind: 'started' }
    if (text === 'Stopping server') return { kind: 'stopping' }
    if (text.startsWith('Starting minecraft server version ')) {
      this.#online.clear()
      return undefined
    }
    const login = loginForm.exec(text)?.[1]
    if (login !== undefined) return this.#joined(login)
    this.#readUuid(text)
    return this.#left(text) ?? this.#playerEvent(text)
  }

  #readUuid(text: string): void {
    const [, name, uuid] = uuidForm.exec(text) ?? []
    if (name !== undefined && uuid !== undefined) this.#remember(name, uuid)
  }

  #remember(name: string, uuid: string): void {
    this.#uuids.delete(name)
    this.#uuids.set(name, uuid)
    const oldest = this.#uuids.size > maxNames ? this.#uuids.keys().next().value : undefined
    if (oldest !== undefined) this.#uuids.delete(oldest)
  }

  #joined(player: string): UntimedEvent<'join'> | undefined {
    if (this.#online.has(player)) return undefined
    this.#online.add(player)
    return { kind: 'join', ...this.#who(player) }
  }

  #left(text: string): UntimedEvent<'leave'> | undefined {
    const lost = lostForm.exec(text)
    const player = lost?.[1] ?? leftForm.exec(text)?.[1]
    if (player === undefined || !this.#online.delete(player)) return undefined
    const reason = lost?.[2]
    return { kind: 'leave', ...this.#who(player), ...(reason && { reason: cleanText(reason, 200) }) }
  }

  #playerEvent(text: string): AnyUntimedEvent | undefined {
    const player = text.slice(0, 40).split(' ', 1)[0] ?? ''
    if (!this.#online.has(player)) return this.#feedback(text)
    const issued = issuedForm.exec(text)?.[2]
    if (issued !== undefined) return { kind: 'command', ...this.#who(player), name: issued }
    const title = advancementForm.exec(text)?.[2]
    if (title !== undefined) return { kind: 'advancement', ...this.#who(player), title: cleanText(title, 200) }
    if (isDeath(text.slice(player.length + 1))) {
      return { kind: 'death', ...this.#who(player), text: cleanText(text, maxTextLength) }
    }
    return undefined
  }

  /** `[Steve: Set the time to 1000]`. Commands over RCON, such as our own, belong to no player. */
  #feedback(text: string): UntimedEvent<'command'> | undefined {
    const [, player = '', said = ''] = feedbackForm.exec(text) ?? []
    if (!this.#online.has(player)) return undefined
    return { kind: 'command', ...this.#who(player), feedback: cleanText(said, maxTextLength) }
  }

  #chatMessage(text: string): UntimedEvent<'chat'> | undefined {
    const bare = text.startsWith('[Not Secure] ') ? text.slice(13) : text
    const [, shown, said] = chatForm.exec(bare) ?? []
    if (shown !== undefined && said !== undefined) {
      const player = this.#online.has(shown) ? shown : this.#named(shown)
      return this.#chat(player ?? cleanText(shown, 64), said, 'chat')
    }
    const emote = emoteForm.exec(bare)
    if (emote?.[1] && this.#online.has(emote[1])) return this.#chat(emote[1], emote[2] ?? '', 'emote')
    const own = saidForm.exec(bare)
    if (own?.[1] && this.#online.has(own[1])) return this.#chat(own[1], own[2] ?? '', 'say')
    return undefined
  }

  #chat(player: string, text: string, form: UntimedEvent<'chat'>['form']): UntimedEvent<'chat'> {
    return { kind: 'chat', ...this.#who(player), text: cleanText(text, maxTextLength), form }
  }

  /** Finds the player name among team prefixes; undefined when it is ambiguous. */
  #named(shown: string): string | undefined {
    const found = shown.split(/[\s[\]]/u).filter((word) => this.#online.has(word))
    return found.length === 1 ? found[0] : undefined
  }

  #who(player: string): { readonly player: string; readonly uuid?: string } {
    const uuid = this.#uuids.get(player)
    return { player, ...(uuid !== undefined && { uuid }) }
  }
}

function behind(text: string): UntimedEvent<'behind'> | undefined {
  const [, milliseconds, ticks, skipped] = behindForm.exec(text) ?? []
  if (milliseconds === undefined) return undefined
  return { kind: 'behind', milliseconds: Number(milliseconds), ticks: Number(ticks ?? skipped) }
}

/** @param rest of the line, after the name */
function isDeath(rest: string): boolean {
  const text = rest.slice(0, 200).replace('whilst', 'while')
  return (
    wholeDeathTexts.has(text) || deathTextStarts.some((start) => text.startsWith(start) && text.length > start.length)
  )
}
