/**
 * Chat logins: players who proved the chat key in the game. See docs/protocol.md#bedrock-login.
 *
 * Guards invariant 7: a separate one-time key accepts a connection, because all players in that game may have read it.
 * Guards invariant 8: a message with a key is not forwarded. Comparison takes constant time. Five wrong keys of one
 * source, or forty at one server, start a pause; games waiting for acceptance count together. A login is bound to
 * server, player and account, expires, and ends with the connection.
 */
import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { containsKey, loginKeyIn, normalizedKey } from '../../policy/chat/chat-login.js'
import { Emitter } from '../ports/emitter.js'
import type {
  ConnectionAttempt,
  GameLogins,
  LoggedIn,
  LoginAttempt,
  LoginChange,
  LoginResult,
  Unproven,
} from '../ports/game.js'
import type { Clock } from '../ports/runtime.js'

/** Stores the key across restarts. */
export interface ChatKeyStore {
  /** The key; undefined when there is none. */
  read(): string | undefined
  write(key: string): void
}

export interface CheckedLoginAttempt {
  readonly serverId: string
  readonly player: string
  /** Of the player's account, where the server proves it. */
  readonly uuid?: string
  readonly result: LoginResult | Unproven
}

interface SeenPlayer {
  readonly serverId: string
  readonly player: string
  readonly uuid: string | undefined
  /** Nothing proves which account has the name. */
  readonly isNameOnly: boolean
}

/** Without confusable characters. */
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const keyCharacters = 8
export const maxWrongKeys = 5
/**
 * Limit for all sources at one server, so that changing address or name for each attempt does not help, and other
 * servers are not locked.
 */
export const maxWrongKeysOfServer = 40
export const pauseMs = 60_000
export const loginLastsMs = 12 * 3_600_000
const maxSources = 1_000
const maxLogins = 1_000

interface WrongKeys {
  count: number
  /** Milliseconds of `clock.elapsed()`. */
  until: number
}

interface AttemptSource {
  readonly source: string
  readonly server: string
}

interface Login {
  readonly token: string
  readonly serverId: string
  readonly player: string
  /** Of the account that logged in, where the server proves it. */
  readonly uuid: string | undefined
  /** Milliseconds of `clock.elapsed()`. */
  readonly until: number
}

export class ChatLogins implements LoggedIn, GameLogins {
  readonly #clock: Clock
  readonly #store: ChatKeyStore
  readonly #logins = new Map<string, Login>()
  readonly #wrong = new Map<string, WrongKeys>()
  readonly #wrongAtServers = new Map<string, WrongKeys>()
  readonly #onDidChange = new Emitter<LoginChange>()
  readonly #onDidAttempt = new Emitter<CheckedLoginAttempt>()
  #key: string
  #connectionKey: string
  readonly #isConnectionKeyFixed: boolean

  /** @param connectionKey a key that stays valid after use, when new keys cannot be shown */
  constructor(clock: Clock, store: ChatKeyStore = { read: () => undefined, write() {} }, connectionKey?: string) {
    this.#clock = clock
    this.#store = store
    this.#key = store.read() ?? this.#createKey()
    this.#connectionKey = connectionKey ?? randomKey()
    this.#isConnectionKeyFixed = connectionKey !== undefined
  }

  /** A player logged in, or logins ended. */
  readonly onDidChange = this.#onDidChange.on
  /** A player tried to log in at an accepted server; a consumer reports the result to the player. */
  readonly onDidAttempt = this.#onDidAttempt.on

  /** The key; shown only to the owner (invariant 6). */
  get key(): string {
    return this.#key
  }

  /** Replaces the key and ends all logins. */
  renewKey(): string {
    this.#key = this.#createKey()
    this.revoke()
    return this.#key
  }

  /** The key that accepts one connection of a game; shown only to the owner (invariant 6). */
  get connectionKey(): string {
    return this.#connectionKey
  }

  renewConnectionKey(): string {
    this.#connectionKey = randomKey()
    return this.#connectionKey
  }

  /** Whether a message is a login or contains a key, and must be hidden. */
  isSecret(message: string): boolean {
    const keys = [this.#key, this.#connectionKey]
    return loginKeyIn(message) !== undefined || keys.some((key) => containsKey(message, normalizedKey(key)))
  }

  /** Checks a message; undefined when it is not a login. */
  attempt(attempt: LoginAttempt): LoginResult | undefined {
    const key = loginKeyIn(attempt.message)
    if (key === undefined) return undefined
    const { serverId, player, uuid, source = keyOf(serverId, player) } = attempt
    const result = this.#check(key, this.#key, { source, server: serverId })
    if (result.kind === 'accepted') this.#addLogin({ token: result.token, serverId, player, uuid })
    return result
  }

  /**
   * Checks a message of a game that is not accepted yet. Only the game's owner is logged in by it; when the owner is
   * unknown, the player who proved the key is.
   */
  attemptConnection(attempt: ConnectionAttempt): LoginResult | undefined {
    const key = loginKeyIn(attempt.message)
    if (key === undefined) return undefined
    const { serverId, player, uuid, owner, source = keyOf(serverId, player) } = attempt
    const result = this.#check(key, this.#connectionKey, { source, server: waitingGames })
    if (result.kind !== 'accepted') return result
    if (owner === undefined || player === owner) this.#addLogin({ token: result.token, serverId, player, uuid })
    if (!this.#isConnectionKeyFixed) this.renewConnectionKey()
    return result
  }

  /** Checks a message of an accepted server and emits the result. */
  receive(attempt: LoginAttempt): void {
    const result = this.attempt(attempt)
    const { serverId, player, uuid } = attempt
    if (result) this.#onDidAttempt.emit({ serverId, player, ...(uuid !== undefined && { uuid }), result })
  }

  /** A login of which nothing proves who wrote it: the key is not checked, and the player is notified. */
  refuse({ serverId, player, message }: LoginAttempt, why: Unproven['why']): void {
    if (loginKeyIn(message) === undefined) return
    this.#onDidAttempt.emit({ serverId, player, result: { kind: 'unproven', why } })
  }

  /** Ends the login of a name that another account has now, or of which the account is unknown. */
  endOther({ serverId, player, uuid, isNameOnly }: SeenPlayer): void {
    const login = this.#logins.get(keyOf(serverId, player))
    const isOther = login?.uuid !== undefined && uuid !== undefined && uuid !== login.uuid
    if (login && (isNameOnly || isOther)) this.revoke(serverId, player)
  }

  isLoggedIn(serverId: string, player: string, uuid?: string): boolean {
    const login = this.#logins.get(keyOf(serverId, player))
    const isOther = login?.uuid !== undefined && uuid !== login.uuid
    return login !== undefined && !isOther && this.#clock.elapsed() < login.until
  }

  /** Logged-in players of a server. */
  playersOf(serverId: string): readonly string[] {
    return [...this.#logins.values()]
      .filter((login) => login.serverId === serverId && this.isLoggedIn(serverId, login.player, login.uuid))
      .map(({ player }) => player)
  }

  /** Ends logins: of a player, of a whole server, or all. */
  revoke(serverId?: string, player?: string): void {
    for (const [key, login] of this.#logins) {
      if (serverId !== undefined && login.serverId !== serverId) continue
      if (player !== undefined && login.player !== player) continue
      this.#logins.delete(key)
      this.#onDidChange.emit({ serverId: login.serverId, player: login.player, isLoggedIn: false })
    }
  }

  #createKey(): string {
    const key = randomKey()
    this.#store.write(key)
    return key
  }

  #check(given: string, key: string, { source, server }: AttemptSource): LoginResult {
    const now = this.#clock.elapsed()
    const wrong = counterOf(this.#wrong, source, now)
    const atServer = counterOf(this.#wrongAtServers, server, now)
    const retryMs = Math.max(
      wrong.count >= maxWrongKeys ? wrong.until - now : 0,
      atServer.count >= maxWrongKeysOfServer ? atServer.until - now : 0,
    )
    if (retryMs > 0) return { kind: 'paused', retryMs }
    if (isSame(given, normalizedKey(key))) {
      this.#wrong.delete(source)
      return { kind: 'accepted', token: randomBytes(32).toString('base64url') }
    }
    for (const one of [wrong, atServer]) {
      one.count += 1
      one.until = now + pauseMs
    }
    return wrong.count >= maxWrongKeys
      ? { kind: 'paused', retryMs: pauseMs }
      : { kind: 'wrong', triesLeft: maxWrongKeys - wrong.count }
  }

  #addLogin({ token, serverId, player, uuid }: Omit<Login, 'until'>): void {
    const key = keyOf(serverId, player)
    this.#logins.delete(key)
    this.#logins.set(key, { token, serverId, player, uuid, until: this.#clock.elapsed() + loginLastsMs })
    if (this.#logins.size > maxLogins) this.#logins.delete(this.#logins.keys().next().value ?? key)
    this.#onDidChange.emit({ serverId, player, isLoggedIn: true })
  }
}

/** Represents all games waiting for acceptance: no server has this id. */
const waitingGames = ''

function counterOf(counts: Map<string, WrongKeys>, key: string, now: number): WrongKeys {
  const found = counts.get(key)
  if (found && now < found.until) return found
  const wrong = { count: 0, until: now + pauseMs }
  counts.delete(key)
  counts.set(key, wrong)
  if (counts.size > maxSources) counts.delete(counts.keys().next().value ?? key)
  return wrong
}

const randomKey = (): string =>
  Array.from({ length: keyCharacters }, () => alphabet[randomInt(alphabet.length)]).join('')

const keyOf = (serverId: string, player: string): string => JSON.stringify([serverId, player])

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()

const isSame = (given: string, key: string): boolean => timingSafeEqual(digestOf(given), digestOf(key))
