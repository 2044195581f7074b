/**
 * Waiting games: connections that are not accepted yet. See docs/protocol.md#bedrock-login.
 *
 * Guards invariant 7: until the owner accepts a connection, or a player sends the owner's connection key over it, only
 * logins are read from it. Their number and lifetime are limited, and a new game always gets a place: one that has not
 * responded yet loses its own first. Acceptance applies to one connection, by a random id; the server id is determined
 * separately.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { BedrockState, WaitingGame } from '@shared/servers/bedrock.js'
import { Emitter } from '../../gateway/ports/emitter.js'
import type { GameLogins, LoginResult } from '../../gateway/ports/game.js'
import { plainName, untrusted } from '../../policy/text/untrusted-text.js'
import type { BedrockSession, BedrockSessionDependencies } from './bedrock-session.js'
import { literal, maxCommandBytes, messageCommands, playerName } from './command-text.js'
import type { InGameTexts } from './in-game-texts.js'

const maxWaiting = 8
const maxPerAddress = 4
const timeoutMs = 15 * 60_000
/** Timeout in milliseconds for a game to send the name of its player. */
const nameTimeoutMs = 3_000

export interface AcceptedGame {
  /** Id of the server. */
  readonly id: string
  /** Undefined when the game does not send a name; it cannot be recognized later. */
  readonly player?: string
  readonly from: string
  readonly session: BedrockSession
}

export interface WaitingGamesDependencies extends BedrockSessionDependencies {
  readonly logins: GameLogins
  readonly texts: () => InGameTexts
  /** Offers encryption to new games. */
  readonly encrypts: () => boolean
  /** Address of the game that is currently connected as this server. */
  readonly addressOf: (id: string) => string | undefined
  /** Closes the connection of a server if its game no longer responds. */
  readonly checkConnection: (id: string) => Promise<void>
  readonly onAccept: (game: AcceptedGame) => void
}

interface WaitingConnection {
  readonly session: BedrockSession
  game: WaitingGame
  stop: () => void
}

export class WaitingGames {
  readonly #deps: WaitingGamesDependencies
  readonly #waiting = new Map<BedrockSession, WaitingConnection>()
  readonly #onDidChange = new Emitter<void>()
  readonly onDidChange = this.#onDidChange.on

  constructor(deps: WaitingGamesDependencies) {
    this.#deps = deps
  }

  get all(): BedrockState['waiting'] {
    return this.#named().map(({ game }) => game)
  }

  /** Adds a new connection; closes another when too many wait. */
  async add(session: BedrockSession, from: string): Promise<void> {
    this.#makeRoom(from)
    const { clock, texts, encrypts } = this.#deps
    const game: WaitingGame = { id: '', server: '', from, encrypted: false, since: clock.now().toISOString() }
    const waiting: WaitingConnection = { session, game, stop: clock.after(timeoutMs, () => session.close()) }
    this.#waiting.set(session, waiting)
    session.onDidClose(() => this.#remove(waiting))
    session.onDidChat(({ player, message }) => this.#login(waiting, player, message))
    if (encrypts()) await session.encrypt()
    const player = await localPlayer(session)
    // A game that reconnects replaces its lost connection.
    if (player !== undefined) await this.#deps.checkConnection(bedrockIdOf(player))
    if (session.isClosed) return
    waiting.game = {
      ...game,
      id: randomUUID(),
      server: this.#serverIdFor(player, from),
      ...(player !== undefined && { player }),
      encrypted: session.isEncrypted,
    }
    session.subscribe('PlayerMessage')
    this.#sendMessage(session, literal('@a'), texts().welcome)
    this.#onDidChange.emit()
  }

  /** Accepts a connection. @returns the id of its server; undefined when none waits under this id */
  accept(id: string): string | undefined {
    const waiting = this.#named().find(({ game }) => game.id === id)
    return waiting && this.#accept(waiting)
  }

  /** Accepts the connection that would become this server. @returns whether there was exactly one */
  acceptServer(server: string): boolean {
    const [waiting, ...others] = this.#named().filter(({ game }) => game.server === server)
    if (!waiting || others.length > 0) return false
    this.#accept(waiting)
    return true
  }

  /** Closes a connection. @returns whether the id was known */
  reject(id: string): boolean {
    const waiting = this.#named().find(({ game }) => game.id === id)
    waiting?.session.close()
    return waiting !== undefined
  }

  close(): void {
    for (const { session } of [...this.#waiting.values()]) session.close()
  }

  /** Of too many connections, closes one that never responded, or else the oldest of the address with the most. */
  #makeRoom(from: string): void {
    const all = [...this.#waiting.values()]
    const ofAddress = (address: string) => all.filter(({ game }) => game.from === address)
    const addresses = [from, ...all.map((one) => one.game.from)]
    const [largest = from] = addresses.sort((one, other) => ofAddress(other).length - ofAddress(one).length)
    const isCrowded = ofAddress(from).length >= maxPerAddress
    if (!isCrowded && all.length < maxWaiting) return
    const candidates = ofAddress(isCrowded ? from : largest)
    const [first] = [...candidates.filter(({ session }) => !session.hasResponded), ...candidates]
    first?.session.close()
  }

  /** Connections whose game has sent its player's name, or timed out. */
  #named(): readonly WaitingConnection[] {
    return [...this.#waiting.values()].filter(({ game }) => game.id !== '')
  }

  #login(waiting: WaitingConnection, player: string, message: string): void {
    const { id, from, player: owner } = waiting.game
    if (id === '' || !this.#waiting.has(waiting.session)) return
    const result = this.#deps.logins.attemptConnection({
      serverId: this.#serverOf(waiting),
      player,
      message,
      source: `bedrock ${from}`,
      ...(owner !== undefined && { owner }),
    })
    if (!result) return
    if (result.kind === 'accepted') this.#accept(waiting)
    this.#sendLoginResult(waiting.session, player, result)
  }

  #sendLoginResult(session: BedrockSession, player: string, result: LoginResult): void {
    try {
      this.#sendMessage(session, playerName(player), this.#deps.texts().login(result))
    } catch {
      // The name is not a valid player name: no message is sent.
    }
  }

  #accept(waiting: WaitingConnection): string {
    const { session, game } = waiting
    const id = this.#serverOf(waiting)
    this.#remove(waiting)
    session.accept()
    const { player, from } = game
    this.#deps.onAccept({ id, from, session, ...(player !== undefined && { player }) })
    return id
  }

  /** The server id at acceptance; a new one if a game at another address uses the planned id meanwhile. */
  #serverOf({ game: { server, player, from } }: WaitingConnection): string {
    const at = this.#deps.addressOf(server)
    return at === undefined || at === from ? server : this.#serverIdFor(player, from)
  }

  #remove(waiting: WaitingConnection): void {
    waiting.stop()
    if (this.#waiting.delete(waiting.session) && waiting.game.id !== '') this.#onDidChange.emit()
  }

  #sendMessage(session: BedrockSession, target: ReturnType<typeof literal>, text: string): void {
    for (const command of messageCommands(target, text, 'gatehouse', maxCommandBytes))
      session.run(command).catch(() => {})
  }

  /** The first server id of the player that is not in use by a game at another address. */
  #serverIdFor(player: string | undefined, from: string): string {
    if (player === undefined) return `bedrock:${randomBytes(6).toString('hex')}`
    const base = bedrockIdOf(player)
    const elsewhere = new Set(this.#named().flatMap(({ game }) => (game.from === from ? [] : [game.server])))
    for (let number = 1; ; number++) {
      const id = number === 1 ? base : `${base}-${number}`
      const at = this.#deps.addressOf(id)
      if (at === from || (at === undefined && !elsewhere.has(id))) return id
    }
  }
}

/** Hashed, because names have any length and script. */
const bedrockIdOf = (player: string): string =>
  `bedrock:${createHash('sha256').update(player).digest('hex').slice(0, 12)}`

/** Name of the game's local player; undefined when the game does not report one. */
async function localPlayer(session: BedrockSession): Promise<string | undefined> {
  try {
    const { body } = await session.run('getlocalplayername', { timeoutMs: nameTimeoutMs })
    const name = plainName(untrusted(body.localplayername))
    return name === '' ? undefined : name
  } catch {
    return undefined
  }
}
