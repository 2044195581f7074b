/**
 * Bedrock provider: games that connect to this computer with `/connect`. See docs/protocol.md#bedrock-connection.
 *
 * Off by default. A game becomes a server when it is accepted; it keeps its id across connections.
 */

import { createHash } from 'node:crypto'
import path from 'node:path'
import { GatewayError } from '@contract/gateway-error.js'
import type { BedrockListenerState, BedrockSettings, BedrockState } from '@shared/servers/bedrock.js'
import type { AppLanguage } from '@shared/text/language.js'
import type { WebSocket } from 'ws'
import { Emitter } from '../../gateway/ports/emitter.js'
import type { GameLogins } from '../../gateway/ports/game.js'
import type { Provider, ProviderHost } from '../../gateway/ports/provider.js'
import type { Clock, Log } from '../../gateway/ports/runtime.js'
import type { Building } from '../minecraft/build/build-jobs.js'
import { BedrockServer } from './bedrock-server.js'
import { BedrockSession } from './bedrock-session.js'
import { BedrockBuilds } from './build/bedrock-builds.js'
import { BuildSight, type BuildSightOfGame } from './build/bedrock-sight.js'
import { literal, maxCommandBytes, messageCommands } from './command-text.js'
import { inGameTexts } from './in-game-texts.js'
import type { BedrockLink } from './link.js'
import { type BedrockListener, freePortAfter, openListener } from './listener.js'
import { type AcceptedGame, WaitingGames } from './waiting-games.js'

/** A game that was accepted before. */
export interface KnownGame {
  readonly id: string
  readonly name: string
}

export interface BedrockProviderOptions {
  /** Without it nothing can be built. */
  readonly building?: Building &
    BuildSightOfGame & {
      /** Folder in the profile for all games. */
      readonly store: string
    }
  readonly clock: Clock
  readonly log: Log
  readonly logins: GameLogins
  readonly language: () => AppLanguage
  /**
   * A game was accepted: its own capabilities are built in and need no further acceptance.
   *
   * @param isRecognized whether it is the same server when it reconnects
   */
  readonly onAccept: (game: KnownGame, isRecognized: boolean) => void
}

export interface BedrockListenOptions extends BedrockSettings {
  /** Address to listen at instead of loopback or the whole network. */
  readonly host?: string
}

const loopback = '127.0.0.1'
const allInterfaces = '0.0.0.0'
/** Maximum connected servers. */
const maxGames = 16

export class BedrockProvider implements Provider {
  readonly #options: BedrockProviderOptions
  readonly #servers = new Map<string, BedrockServer>()
  readonly #builds = new Map<string, BedrockBuilds>()
  readonly #links = new Map<string, BedrockLink>()
  readonly #waiting: WaitingGames
  readonly #onDidChange = new Emitter<BedrockState>()
  readonly #onDidLink = new Emitter<BedrockLink>()
  #host: ProviderHost | undefined
  #listener: BedrockListener | undefined
  #listening: BedrockListenerState = { kind: 'off' }
  #encrypts = true
  /** Changes of the settings are applied one after the other. */
  #changing: Promise<void> = Promise.resolve()

  readonly onDidChange = this.#onDidChange.on
  /** Emits for each accepted game, also when it reconnects. */
  readonly onDidLink = this.#onDidLink.on

  constructor(options: BedrockProviderOptions) {
    this.#options = options
    const { clock, log, logins, language } = options
    this.#waiting = new WaitingGames({
      clock,
      log,
      logins,
      texts: () => inGameTexts(language()),
      encrypts: () => this.#encrypts,
      addressOf: (id) => this.#servers.get(id)?.address,
      checkConnection: async (id) => this.#servers.get(id)?.check(),
      onAccept: (game) => this.#accepted(game),
    })
    this.#waiting.onDidChange(() => this.#changed())
  }

  get state(): BedrockState {
    return { listener: this.#listening, waiting: this.#waiting.all }
  }

  start(host: ProviderHost): void {
    this.#host = host
  }

  /** The connection of an accepted game; undefined while it is offline. */
  link(id: string): BedrockLink | undefined {
    return this.#servers.get(id)?.isConnected ? this.#links.get(id) : undefined
  }

  has(id: string): boolean {
    return this.#servers.has(id)
  }

  /** Shows games that were accepted before, offline until they reconnect. */
  remember(games: readonly KnownGame[]): void {
    for (const { id, name } of games) if (!this.#servers.has(id)) this.#create(id, name, true).showOffline()
  }

  /** Applies the listener settings. Never rejects: failures are in `state`. */
  listen(options: BedrockListenOptions): Promise<void> {
    this.#changing = this.#changing.then(() => this.#listen(options))
    return this.#changing
  }

  /** Accepts a waiting connection. @returns the id of its server. @throws GatewayError when the id is unknown */
  accept(id: string): string {
    const server = this.#waiting.accept(id)
    if (server === undefined) throw noSuchGame(id)
    return server
  }

  /** Accepts the waiting connection with this id, or the only one with this server id. @returns whether it exists */
  acceptIfWaiting(id: string): boolean {
    return this.#waiting.accept(id) !== undefined || this.#waiting.acceptServer(id)
  }

  /** @throws GatewayError when the id is unknown */
  reject(id: string): void {
    if (!this.#waiting.reject(id)) throw noSuchGame(id)
  }

  /** @throws GatewayError when there is no such server */
  rename(id: string, name: string): void {
    const server = this.#servers.get(id)
    if (!server) throw new GatewayError('PROTOCOL.SERVER_NOT_FOUND')
    server.rename(name)
  }

  /** Closes its connection and removes it. */
  remove(id: string): void {
    this.#servers.get(id)?.stop()
    this.#servers.delete(id)
    this.#builds.get(id)?.close()
    this.#builds.delete(id)
    this.#links.delete(id)
    this.#host?.withdraw(id)
  }

  async stop(): Promise<void> {
    await this.#changing
    for (const server of this.#servers.values()) server.stop()
    for (const builds of this.#builds.values()) builds.close()
    this.#servers.clear()
    this.#waiting.close()
    await this.#listener?.close()
    this.#listener = undefined
  }

  async #listen({ enabled, port, network, encryption, host: chosen }: BedrockListenOptions): Promise<void> {
    this.#encrypts = encryption
    const host = chosen ?? (network ? allInterfaces : loopback)
    const { kind } = this.#listening
    const isSame = kind === 'listening' && this.#listening.host === host && this.#listening.port === port
    if (enabled && isSame) return this.#changed()
    await this.#listener?.close()
    this.#listener = undefined
    this.#listening = enabled ? await this.#open(host, port) : { kind: 'off' }
    this.#changed()
  }

  async #open(host: string, port: number): Promise<BedrockListenerState> {
    try {
      const onGame = (socket: WebSocket, address: string) => this.#connected(socket, address)
      this.#listener = await openListener({ host, port, clock: this.#options.clock, onGame })
      return { kind: 'listening', host, port: this.#listener.port }
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      this.#options.log.warn('Bedrock games cannot connect', { host, port, reason: code ?? `${error}` })
      if (code !== 'EADDRINUSE' && code !== 'EACCES') return { kind: 'failed', reason: code ?? 'UNKNOWN' }
      const free = await freePortAfter(host, Math.max(port, 1_024))
      return { kind: 'port-taken', port, ...(free !== undefined && { free }) }
    }
  }

  #connected(socket: WebSocket, address: string): void {
    const { clock, log } = this.#options
    const session = new BedrockSession(socket, { clock, log })
    this.#waiting.add(session, address).catch((error: unknown) => {
      log.error('a Bedrock game could not be taken', { error: `${error}` })
      session.close()
    })
  }

  #accepted({ id, player, from, session }: AcceptedGame): void {
    const others = [...this.#servers].filter(([other, { isConnected }]) => isConnected && other !== id)
    if (others.length >= maxGames) return session.close()
    const name = player === undefined ? 'Bedrock' : `Bedrock · ${player}`
    const server = this.#servers.get(id) ?? this.#create(id, name, player !== undefined)
    this.#options.onAccept({ id, name }, player !== undefined)
    server.attach(session, from)
    // A game without a name cannot be recognized when it reconnects.
    if (player === undefined) session.onDidClose(() => this.remove(id))
    const texts = inGameTexts(this.#options.language())
    for (const command of messageCommands(literal('@a'), texts.accepted, 'gatehouse', maxCommandBytes))
      session.run(command).catch(() => {})
  }

  #create(id: string, name: string, isRecognized: boolean): BedrockServer {
    if (!this.#host) throw new Error('The provider has not been started.')
    const { clock, log } = this.#options
    const server = new BedrockServer(id, name, {
      clock,
      log,
      host: this.#host,
      ...(isRecognized && this.#buildsOf(id)),
      onLink: (link) => {
        this.#links.set(id, link)
        this.#onDidLink.emit(link)
      },
    })
    this.#servers.set(id, server)
    return server
  }

  #buildsOf(id: string) {
    const { clock, log, building } = this.#options
    if (!building) return undefined
    const { halts, planOf, areasOf, store } = building
    const builds = new BedrockBuilds({
      clock,
      log,
      serverId: id,
      store: buildStoreOf(store, id),
      halts,
      planOf,
      areas: () => areasOf(id),
    })
    this.#builds.set(id, builds)
    return { builds, sight: new BuildSight(building, builds) }
  }

  #changed(): void {
    this.#onDidChange.emit(this.state)
  }
}

/** One folder per game. Its id may hold characters that are not valid in folder names. */
const buildStoreOf = (root: string, id: string): string =>
  path.join(root, createHash('sha256').update(id).digest('hex').slice(0, 32), 'builds')

const noSuchGame = (id: string) =>
  new GatewayError('PROTOCOL.SERVER_NOT_FOUND', {
    message: 'No such game is waiting.',
    suggestion: 'Type the /connect command in the game again.',
    details: { server: id.slice(0, 128) },
  })
