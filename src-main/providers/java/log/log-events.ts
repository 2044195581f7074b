/**
 * Log events: parses events of a server from its log.
 *
 * Players cannot forge an event by what they write (invariant 7): a join needs `logged in with entity id`, which the
 * server writes with an address. Other events count only for online players, only from threads that run the game, and
 * only where no chat begins the line. All patterns are anchored at both ends. Commands of players may contain passwords,
 * so only the command name is kept. All texts are untrusted.
 */
import { cleanText } from '../../../policy/text/untrusted-text.js'
import { type GameVersion, gameVersionOf, isInRange } from '../dialects/game-version.js'
import { maxTextLength, readChatLine } from './chat-line.js'
import { deathTextStarts, wholeDeathTexts } from './death-texts.js'
import { KnownPlayers } from './known-players.js'
import { type LogLine, readLogLine } from './log-line.js'

/** Milliseconds after which what a player wrote is no request any more. */
export const maxRequestAgeMs = 60_000

/** `isLate`: it may be older than that. */
export type JavaLogEvent = { readonly at: string; readonly isLate?: true } & (
  | { readonly kind: 'join'; readonly player: string; readonly uuid?: string }
  | { readonly kind: 'leave'; readonly player: string; readonly uuid?: string; readonly reason?: string }
  | {
      readonly kind: 'chat'
      readonly player: string
      readonly uuid?: string
      readonly text: string
      readonly form: 'chat' | 'say' | 'emote'
      /** The line only shows the player's name: a command, a plugin or a nickname may have put it there. */
      readonly isDisplayText?: true
      /** The header names a logger, as loaders of mods write it: a mod may have changed the name. */
      readonly hasLogger?: true
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

/** What one line is. */
export interface ReadLine {
  readonly event?: JavaLogEvent
  /** Whether the line has a known header, or continues one that has. */
  readonly isUnderstood: boolean
}

/** A name, including those of Bedrock players and of older versions, which check nothing. */
const anyName = String.raw`[^\s<>\[\]:/\\](?:[^<>\[\]:/\\\n]{0,46}[^\s<>\[\]:/\\])?`
/** A name that is believed without its UUID. */
const plainPlayerName = /^[\p{L}\p{M}\p{N}_.*~+-]{1,32}$/u
const uuidForm = new RegExp(`^UUID of player (${anyName}) is ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$`, 'u')
const number = String.raw`-?\d{1,10}(?:\.\d{1,40})?(?:E-?\d{1,3})?`
const loginForm = new RegExp(
  `^(${anyName})\\[(?:/[0-9a-fA-F.:%\\[\\]]{2,64}:\\d{1,5}|IP hidden|local)\\] logged in with entity id \\d{1,10} at ` +
    `\\((?:\\[[^\\[\\]]{1,64}\\])?${number}, ${number}, ${number}\\)$`,
  'u',
)
const issuedForm = /^issued server command: \/?([A-Za-z0-9_:.-]{1,64})(?: |$)/su
const advancementForm =
  /^has (?:made the advancement|completed the challenge|reached the goal|just earned the achievement) \[(.{1,200})\]$/u
const joinedGame = ' joined the game'
const doneForm = /^Done \(\d{1,6}[.,]\d{1,3}s\)! For help, type "help"(?: or "\?")?$/u
const behindForm =
  /^Can't keep up! .{0,80}Running (\d{1,9})ms (?:or (\d{1,7}) ticks behind|behind, skipping (\d{1,7}) tick\(s\))$/u

const startingVersion = 'Starting minecraft server version '
const informing: ReadonlySet<string> = new Set(['INFO', 'INFORMATION', 'NOTICE'])
/** 26.3 and later write it before what every player sees. */
const systemChat = 'System chat: '
const formattingCode = /§[0-9a-fk-orx]/giu

/** Threads that run the game, such as `Server thread` and `Region Scheduler Thread #0`. */
const gameThread = /server|region|tick|^main$/iu
const stoppingThread = /shutdown|stop|exit/iu
/** Threads in which others write: chat, the network, plugins, the console. */
const otherThread = /chat|async|craft scheduler|netty|worker|pool|authenticator|watchdog|console|rcon|query|\bio\b/iu
const chatThread = /\bchat\b/iu

/** A line that continues another one: part of a stack trace or of a list. */
const continuation =
  /^(?:\s|Caused by: |Suppressed: |\.\.\. \d|-{3,}|[\w$]{1,60}(?:\.[\w$]{1,60}){1,12}(?:Exception|Error)\b|$)/u

export class LogEvents {
  readonly #players = new KnownPlayers()
  /** Of the last login, until a line shows the displayed name. */
  #loggedIn: string | undefined
  /** Of the last line about a join; Paper writes it before the login. */
  #displayed: string | undefined
  /** A line with a time was read, so a line without one continues another. */
  #isTimed = false
  /** Of the game; undefined when unknown. */
  #version: GameVersion | undefined

  /** Sets the version of the game, from another source such as the console. */
  setVersion(version: GameVersion): void {
    this.#version = version
  }

  /** Sets who is online, from another source such as `list uuids`. */
  setOnline(players: readonly { readonly name: string; readonly uuid?: string }[]): void {
    this.#players.setOnline(players)
  }

  isOnline(player: string): boolean {
    return this.#players.has(player)
  }

  /** The UUID of a player who is online. */
  uuidOf(player: string): string | undefined {
    return this.#players.has(player) ? this.#players.who(player).uuid : undefined
  }

  /** Reads lines that were written earlier, only to know whether this log writes times. */
  learnForm(lines: readonly string[]): void {
    this.#isTimed ||= lines.some((line) => readLogLine(line)?.isTimed)
  }

  /** @param at when it was read, ISO 8601 */
  read(line: string, at: string): JavaLogEvent | undefined {
    return this.readLine(line, at).event
  }

  /** @param at when it was read, ISO 8601 */
  readLine(line: string, at: string): ReadLine {
    const parsed = readLogLine(line)
    if (!parsed || (!parsed.isTimed && this.#isTimed)) return { isUnderstood: this.#isTimed && continuation.test(line) }
    this.#isTimed ||= parsed.isTimed
    const event = parsed.isDoubtful ? undefined : this.#parse(parsed, line.includes('\u001b'))
    return { isUnderstood: true, ...(event && { event: { at, ...event } as JavaLogEvent }) }
  }

  #parse({ thread, level, text: raw, isTimed, hasLogger }: LogLine, isCleaned: boolean): AnyUntimedEvent | undefined {
    if (thread?.startsWith('User Authenticator')) {
      this.#readUuid(raw)
      return undefined
    }
    const isOther = thread !== undefined && otherThread.test(thread)
    const isGame = thread === undefined || (gameThread.test(thread) && !isOther)
    const isChatThread = thread !== undefined && chatThread.test(thread)
    if (level === 'WARN' || level === 'WARNING') return isGame ? behind(raw) : undefined
    if (!informing.has(level)) return undefined
    if (!isOther && thread !== undefined && stoppingThread.test(thread)) return phase(raw)
    if (!isGame && !isChatThread) return undefined
    const isSystem = isGame && raw.startsWith(systemChat)
    const text = (isSystem ? raw.slice(systemChat.length) : raw).replace(formattingCode, '')
    const own = isGame && !isSystem ? this.#fromServer(raw) : undefined
    if (own) return own
    if (isGame && !isChatThread) this.#readDisplayedName(text)
    return (
      this.#bareEvent(text, isGame) ??
      this.#chat(
        { raw, text, isChatThread, isCleaned, isPumpkin: !isTimed, marksUnsigned: this.#marksUnsigned },
        hasLogger,
      ) ??
      (isGame ? (this.#feedback(text) ?? this.#decoratedEvent(text)) : undefined)
    )
  }

  /** Before 1.19.1, what begins with `[Not Secure] ` is said by something of that name. */
  get #marksUnsigned(): boolean {
    return this.#version !== undefined && isInRange(this.#version, { since: '1.19.1' })
  }

  /** What the server writes by itself, without colours. */
  #fromServer(raw: string): AnyUntimedEvent | undefined {
    if (raw.startsWith(startingVersion)) {
      this.#players.clear()
      this.#version = gameVersionOf(raw.slice(startingVersion.length, 100))
      return undefined
    }
    const login = loginForm.exec(raw)?.[1]
    if (login !== undefined) return this.#joined(login)
    this.#readUuid(raw)
    return phase(raw)
  }

  #readUuid(text: string): void {
    const [, name, uuid] = uuidForm.exec(text) ?? []
    if (name !== undefined && uuid !== undefined) this.#players.remember(name, uuid)
  }

  #joined(player: string): UntimedEvent<'join'> | undefined {
    // An emote or a plugin's chat line could contain the rest, but no UUID belongs to what stands before it.
    if (!plainPlayerName.test(player) && !this.#players.isKnown(player)) return undefined
    if (this.#players.has(player)) return undefined
    this.#players.add(player)
    this.#loggedIn = player
    if (this.#displayed !== undefined) this.#rememberDisplayed(this.#displayed, player)
    return { kind: 'join', ...this.#players.who(player) }
  }

  /** `[Red] Steve joined the game`, right before or after the login of Steve. */
  #readDisplayedName(text: string): void {
    if (!text.endsWith(joinedGame) || text.length > 200) return
    const displayed = text.slice(0, -joinedGame.length)
    const player = this.#loggedIn
    this.#loggedIn = undefined
    this.#displayed = displayed
    if (player !== undefined) this.#rememberDisplayed(displayed, player)
  }

  #rememberDisplayed(displayed: string, player: string): void {
    this.#displayed = undefined
    // What looks like chat is not a name.
    if (/[<>:|»›→➜➤➔▶⇒]/u.test(displayed) || this.#players.within(displayed) !== player) return
    this.#players.rememberDisplayed(displayed, player)
    this.#loggedIn = undefined
  }

  /** The line begins with the bare name of an online player. */
  #bareEvent(text: string, isGame: boolean): AnyUntimedEvent | undefined {
    const named = isGame ? this.#players.at(text) : undefined
    if (!named) return undefined
    const { player, rest } = named
    const isLost = rest.startsWith('lost connection: ')
    if (isLost || rest === 'left the game') {
      const { wasOnline, uuid } = this.#players.delete(player)
      const reason = isLost ? cleanText(rest.slice(17, 317), 200) : ''
      if (wasOnline)
        return { kind: 'leave', player, ...(uuid !== undefined && { uuid }), ...(reason !== '' && { reason }) }
    }
    const issued = issuedForm.exec(rest)?.[1]
    if (issued !== undefined) return { kind: 'command', ...this.#players.who(player), name: issued }
    return this.#happened(player, rest, text)
  }

  /** The same with a rank or a team before the name. */
  #decoratedEvent(text: string): AnyUntimedEvent | undefined {
    const named = this.#players.decoratedAt(text)
    return named && this.#happened(named.player, named.rest, text)
  }

  #happened(player: string, rest: string, text: string): AnyUntimedEvent | undefined {
    const title = advancementForm.exec(rest)?.[1]
    if (title !== undefined) return { kind: 'advancement', ...this.#players.who(player), title: cleanText(title, 200) }
    if (!isDeath(rest)) return undefined
    return { kind: 'death', ...this.#players.who(player), text: cleanText(text, maxTextLength) }
  }

  /** `[Steve: Set the time to 1000]`. Commands over RCON, such as our own, belong to no player. */
  #feedback(text: string): UntimedEvent<'command'> | undefined {
    const colon = text.startsWith('[') && text.endsWith(']') ? text.indexOf(': ') : -1
    if (colon < 0) return undefined
    const shown = text.slice(1, colon)
    const said = text.slice(colon + 2, -1)
    const player = this.#players.has(shown) ? shown : this.#players.decoratedAt(`${shown} `)?.player
    if (player === undefined) return undefined
    return { kind: 'command', ...this.#players.who(player), feedback: cleanText(said, maxTextLength) }
  }

  #chat(source: Parameters<typeof readChatLine>[0], hasLogger?: true): UntimedEvent<'chat'> | undefined {
    const line = readChatLine(source, this.#players)
    return line && { kind: 'chat', ...line, ...this.#players.who(line.player), ...(hasLogger && { hasLogger }) }
  }
}

function phase(text: string): UntimedEvent<'started'> | UntimedEvent<'stopping'> | undefined {
  if (doneForm.test(text)) return { kind: 'started' }
  return text === 'Stopping server' ? { kind: 'stopping' } : undefined
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
