/**
 * Waiting games: connections that nobody has accepted yet. See docs/protocol.md#bedrock-login.
 *
 * Guards invariant 7: until the owner accepts a connection, or a player proves the owner's connection key over it, nothing but a login
 * is read from it. There are few at once, and each ends after a while. What is accepted is one connection, by an id that
 * nobody can take over; which server it becomes is another question.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { BedrockState, WaitingGame } from '@shared/servers/bedrock.js'
import { Emitter } from '../../gateway/ports/emitter.js'
import type { GameLogins, LoginResult } from '../../gateway/ports/game.js'
import { plainName, untrusted } from '../../policy/untrusted-text.js'
import type { BedrockSession, BedrockSessionParts } from './bedrock-session.js'
import { literal, maxCommandBytes, messageCommands, playerName } from './command-text.js'
import type { InGameWords } from './in-game-words.js'

const maxWaiting = 8
const maxPerAddress = 4
const timeoutMs = 15 * 60_000
/** Timeout in milliseconds for a game to send the name of its player. */
const nameTimeoutMs = 3_000

export interface AcceptedGame {
  /** Of the server. */
  readonly id: string
  /** Undefined for a game that does not say; it is recognized by nothing. */
  readonly player?: string
  readonly from: string
  readonly session: BedrockSession
}

export interface WaitingGamesParts extends BedrockSessionParts {
  readonly logins: GameLogins
  readonly words: () => InGameWords
  /** Offers encryption to new games. */
  readonly encrypts: () => boolean
  /** The address of the game that is connected now as this server. */
  readonly addressOf: (id: string) => string | undefined
  /** Ends the connection of a server when its game does not answer any more. */
  readonly checkConnection: (id: string) => Promise<void>
  readonly onAccept: (game: AcceptedGame) => void
}

interface Waiting {
  readonly session: BedrockSession
  game: WaitingGame
  stop: () => void
}

export class WaitingGames {
  readonly #parts: WaitingGamesParts
  readonly #waiting = new Map<BedrockSession, Waiting>()
  readonly #onDidChange = new Emitter<void>()
  readonly onDidChange = this.#onDidChange.on

  constructor(parts: WaitingGamesParts) {
    this.#parts = parts
  }

  get all(): BedrockState['waiting'] {
    return this.#named().map(({ game }) => game)
  }

  /** Takes a new connection; closes it at once when too many wait. */
  async add(session: BedrockSession, from: string): Promise<void> {
    const ofAddress = [...this.#waiting.values()].filter(({ game }) => game.from === from)
    if (this.#waiting.size >= maxWaiting || ofAddress.length >= maxPerAddress) return session.close()
    const { clock, words, encrypts } = this.#parts
    const game: WaitingGame = { id: '', server: '', from, encrypted: false, since: clock.now().toISOString() }
    const waiting: Waiting = { session, game, stop: clock.after(timeoutMs, () => session.close()) }
    this.#waiting.set(session, waiting)
    session.onDidClose(() => this.#remove(waiting))
    session.onDidChat(({ player, message }) => this.#login(waiting, player, message))
    if (encrypts()) await session.encrypt()
    const player = await localPlayer(session)
    // A game that lost its connection and comes back takes the place of the one that is gone.
    if (player !== undefined) await this.#parts.checkConnection(bedrockIdOf(player))
    if (session.isClosed) return
    waiting.game = {
      ...game,
      id: randomUUID(),
      server: this.#serverIdFor(player, from),
      ...(player !== undefined && { player }),
      encrypted: session.isEncrypted,
    }
    session.subscribe('PlayerMessage')
    this.#say(session, literal('@a'), words().welcome)
    this.#onDidChange.emit()
  }

  /** Accepts a connection. @returns the id of its server; undefined when none waits under this id */
  accept(id: string): string | undefined {
    const waiting = this.#named().find(({ game }) => game.id === id)
    return waiting && this.#accept(waiting)
  }

  /** Accepts the only connection that would become this server. @returns whether there is just one */
  acceptServer(server: string): boolean {
    const [waiting, ...others] = this.#named().filter(({ game }) => game.server === server)
    if (!waiting || others.length > 0) return false
    this.#accept(waiting)
    return true
  }

  /** Closes a connection. @returns whether there is one of this id */
  reject(id: string): boolean {
    const waiting = this.#named().find(({ game }) => game.id === id)
    waiting?.session.close()
    return waiting !== undefined
  }

  close(): void {
    for (const { session } of [...this.#waiting.values()]) session.close()
  }

  /** Games that have sent the name, or timed out. */
  #named(): readonly Waiting[] {
    return [...this.#waiting.values()].filter(({ game }) => game.id !== '')
  }

  #login(waiting: Waiting, player: string, message: string): void {
    const { id, from, player: owner } = waiting.game
    if (id === '' || !this.#waiting.has(waiting.session)) return
    const result = this.#parts.logins.attemptConnection({
      ...{ serverId: this.#serverOf(waiting), player, message, source: `bedrock ${from}` },
      ...(owner !== undefined && { owner }),
    })
    if (!result) return
    if (result.kind === 'accepted') this.#accept(waiting)
    this.#answer(waiting.session, player, result)
  }

  #answer(session: BedrockSession, player: string, result: LoginResult): void {
    try {
      this.#say(session, playerName(player), this.#parts.words().login(result))
    } catch {
      // A name that is no name of a player gets no answer.
    }
  }

  #accept(waiting: Waiting): string {
    const { session, game } = waiting
    const id = this.#serverOf(waiting)
    this.#remove(waiting)
    session.accept()
    const { player, from } = game
    this.#parts.onAccept({ id, from, session, ...(player !== undefined && { player }) })
    return id
  }

  /** The server that it becomes now; another one when a game from elsewhere has become it meanwhile. */
  #serverOf({ game: { server, player, from } }: Waiting): string {
    const at = this.#parts.addressOf(server)
    return at === undefined || at === from ? server : this.#serverIdFor(player, from)
  }

  #remove(waiting: Waiting): void {
    waiting.stop()
    if (this.#waiting.delete(waiting.session) && waiting.game.id !== '') this.#onDidChange.emit()
  }

  #say(session: BedrockSession, target: ReturnType<typeof literal>, text: string): void {
    for (const command of messageCommands(target, text, 'gatehouse', maxCommandBytes))
      session.run(command).catch(() => {})
  }

  /**
   * The id of the player's server: nobody is connected as it, or the same player from the same address, whose older
   * connection is dropped then.
   */
  #serverIdFor(player: string | undefined, from: string): string {
    if (player === undefined) return `bedrock:${randomBytes(6).toString('hex')}`
    const base = bedrockIdOf(player)
    const elsewhere = new Set(this.#named().flatMap(({ game }) => (game.from === from ? [] : [game.server])))
    for (let number = 1; ; number++) {
      const id = number === 1 ? base : `${base}-${number}`
      const at = this.#parts.addressOf(id)
      if (at === from || (at === undefined && !elsewhere.has(id))) return id
    }
  }
}

/** Names differ in length and script, ids do not. */
const bedrockIdOf = (player: string): string =>
  `bedrock:${createHash('sha256').update(player).digest('hex').slice(0, 12)}`

/** Name of the player whose game it is, as the game says; undefined when it does not. */
async function localPlayer(session: BedrockSession): Promise<string | undefined> {
  try {
    const { body } = await session.run('getlocalplayername', { timeoutMs: nameTimeoutMs })
    const name = plainName(untrusted(body.localplayername))
    return name === '' ? undefined : name
  } catch {
    return undefined
  }
}
