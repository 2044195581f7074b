/**
 * Bedrock server: one accepted game as a server of the gateway, over several connections. See
 * docs/protocol.md#bedrock-connection.
 *
 * Its capabilities are probed at each connection. Chat and events use the core catalogue's format, cleaned.
 */
import { randomUUID } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import type { JsonObject } from '@contract/call.js'
import { asGatewayError, GatewayError } from '@contract/gateway-error.js'
import type { ResultPicture } from '@contract/result-picture.js'
import { snapshotRestore } from '@contract/snapshot-capabilities.js'
import { bedrockOffline } from '@shared/servers/bedrock.js'
import type { Server, ServerState } from '@shared/servers/server.js'
import type { ProviderEvent, ProviderHost, ProviderRequest, ProviderResponse } from '../../gateway/ports/provider.js'
import type { Clock, Log } from '../../gateway/ports/runtime.js'
import { cleanText, plainName } from '../../policy/text/untrusted-text.js'
import { offeredCapability, offeredIn, refusedIn, requirementsOf } from '../minecraft/capability.js'
import type { BedrockSession } from './bedrock-session.js'
import type { BedrockBuilds } from './build/bedrock-builds.js'
import type { BuildSight } from './build/bedrock-sight.js'
import { type BedrockAbilities, runOrThrow } from './capabilities/bedrock-capability.js'
import { bedrockCapabilities } from './capabilities/index.js'
import { type PlayerList, playersIn } from './capabilities/player-list.js'
import { probe } from './capabilities/probe.js'
import { snapshotActions } from './capabilities/snapshot-capabilities.js'
import { maxCommandBytes, messageCommands, playerName } from './command-text.js'
import {
  bedrockEventRequirements,
  blockEventOf,
  eventSubscriptions,
  moveIn,
  scriptEventId,
  scriptEventIn,
} from './events/bedrock-events.js'
import { BedrockOnlinePlayers } from './events/online-players.js'
import { ProvenChat } from './events/proven-chat.js'
import type { BedrockEvent, BedrockLink } from './link.js'
import { manifestOf } from './manifests/index.js'
import { ScriptApi } from './script/script-api.js'

export interface BedrockServerDependencies {
  readonly clock: Clock
  readonly log: Log
  readonly host: ProviderHost
  /** Absent where the game cannot be recognized when it reconnects: a build could not continue, nor be undone. */
  readonly builds?: BedrockBuilds
  readonly sight?: BuildSight
  /** Called for each accepted connection. */
  readonly onLink: (link: BedrockLink) => void
}

/** Timeout in milliseconds of calls that change or show many blocks. */
const callTimeoutsMs: Readonly<Record<string, number>> = {
  'ext.bedrock.build': 24 * 3_600_000,
  'ext.bedrock.build.preview': 180_000,
  [snapshotRestore]: 6 * 3_600_000,
}

/** Milliseconds between two polls of the player list. */
const pollIntervalMs = 5_000

const offlineError = new GatewayError('SYSTEM.SERVICE_UNAVAILABLE', {
  message: 'The Bedrock game is not connected.',
  suggestion: 'Type the /connect command in the game again.',
  details: { reason: bedrockOffline },
})

export class BedrockServer {
  readonly #deps: BedrockServerDependencies
  readonly #present: BedrockOnlinePlayers
  readonly #chat: ProvenChat
  /** The game reports script events itself; the reports of the pack would repeat them. */
  #hasOwnScriptEvents = false
  #server: Server
  #session: BedrockSession | undefined
  #from: string | undefined
  #abilities: BedrockAbilities | undefined
  /** Releases what belongs to the connection. */
  #connection = new AbortController()
  #stopTimer = () => {}

  constructor(id: string, name: string, deps: BedrockServerDependencies) {
    this.#deps = deps
    this.#server = { id, name, kind: 'bedrock', state: 'offline', capabilities: [], refused: [] }
    this.#present = new BedrockOnlinePlayers(deps.clock, ({ eventId, player }) =>
      this.#emit(eventId, { playerName: plainName(player) }),
    )
    this.#chat = new ProvenChat({
      readAccounts: () => this.#readAccounts(),
      emit: ({ player, message }, identity) =>
        this.#emit(
          'player.chat',
          { playerName: player, message: cleanText(message, 512) },
          { ...(identity && { identity }) },
        ),
    })
  }

  get isConnected(): boolean {
    return this.#session?.isClosed === false
  }

  /** Network address of the game; undefined while it is not connected. */
  get address(): string | undefined {
    return this.isConnected ? this.#from : undefined
  }

  /** Closes the connection if the game no longer responds. */
  async check(): Promise<void> {
    await this.#session?.check()
  }

  /** Shows it offline until its game reconnects. */
  showOffline(): void {
    this.#show('offline', { problem: offlineError.toContract() })
  }

  rename(name: string): void {
    this.#server = { ...this.#server, name }
    this.#publish()
  }

  /** Uses an accepted connection from now on. */
  attach(session: BedrockSession, from: string): void {
    this.#end()
    const before = this.#session
    this.#session = session
    this.#from = from
    before?.close()
    const { signal } = this.#connection
    // Every command adds a listener to this signal; the command queue limits their number.
    setMaxListeners(0, signal)
    const link: BedrockLink = {
      id: this.#server.id,
      run: (command, options) => session.run(command, options),
      onDidChat: session.onDidChat,
      onDidReceive: session.onDidReceive,
      onDidClose: session.onDidClose,
    }
    const { problem: _solved, ...server } = this.#server
    this.#server = server
    this.#show('connecting')
    session.onDidClose(() => session === this.#session && this.#lost())
    session.onDidChat((chat) => session === this.#session && this.#chat.receive(chat))
    session.onDidReceive((event) => session === this.#session && this.#receive(event))
    for (const event of eventSubscriptions) session.subscribe(event)
    this.#deps.onLink(link)
    void this.#read(link, new ScriptApi(link, this.#deps.clock), signal)
  }

  stop(): void {
    this.#end()
    const session = this.#session
    this.#session = undefined
    session?.close()
  }

  #end(): void {
    this.#stopTimer()
    this.#connection.abort()
    this.#connection = new AbortController()
    this.#abilities = undefined
    this.#deps.builds?.lost()
    this.#present.reset()
    this.#chat.reset()
    this.#hasOwnScriptEvents = false
  }

  #lost(): void {
    this.#end()
    this.#session = undefined
    this.showOffline()
  }

  /** Probes the game's capabilities, then polls the player list. Never rejects. */
  async #read(link: BedrockLink, script: ScriptApi, signal: AbortSignal): Promise<void> {
    try {
      const { abilities: probed, players } = await probe(link, script, signal)
      const { builds, sight } = this.#deps
      const abilities = { ...probed, ...(builds && { builds }), ...(sight && { sight }) }
      await builds?.connect(probed, signal)
      if (signal.aborted) return
      this.#online(abilities, players)
      if (abilities.reads.has('player.list')) this.#update(players)
      if (abilities.script) void this.#startReports(abilities.script, signal)
      await this.#poll(signal)
    } catch (thrown) {
      if (signal.aborted) return
      const problem = asGatewayError(thrown).toContract()
      this.#deps.log.warn('a Bedrock game cannot be used', { server: this.#server.id, code: problem.code })
      this.#show('offline', { problem })
      this.#stopTimer = this.#deps.clock.after(pollIntervalMs, () => void this.#read(link, script, signal))
    }
  }

  #online(abilities: BedrockAbilities, { online, max }: { readonly online: number; readonly max: number }): void {
    this.#abilities = abilities
    const all = [...requirementsOf(bedrockCapabilities, abilities), ...bedrockEventRequirements]
    const { problem: _solved, ...server } = this.#server
    this.#server = server
    this.#show('online', {
      software: 'Bedrock',
      snapshotsOf: snapshotActions,
      ...(max > 0 && { maxPlayers: max }),
      health: { healthy: true, onlinePlayers: online },
      capabilities: offeredIn(all).map(manifestOf),
      refused: refusedIn(all),
    })
  }

  async #poll(signal: AbortSignal): Promise<void> {
    const abilities = this.#abilities
    if (!abilities) return
    const started = this.#deps.clock.elapsed()
    try {
      const list = playersIn(await abilities.link.run('list', { signal }))
      if (signal.aborted) return
      const latencyMs = Math.round(this.#deps.clock.elapsed() - started)
      if (list) this.#update(list)
      this.#show(list ? 'online' : 'degraded', {
        ...(list ? { health: { healthy: true, onlinePlayers: list.online } } : { strain: 'players-unknown' }),
        heartbeat: { at: this.#deps.clock.now().toISOString(), latencyMs },
      })
    } catch (thrown) {
      // A lost connection is reported elsewhere.
      if (!signal.aborted)
        this.#deps.log.warn('a look at a Bedrock game failed', { server: this.#server.id, error: `${thrown}` })
    }
    if (!signal.aborted) this.#stopTimer = this.#deps.clock.after(pollIntervalMs, () => void this.#poll(signal))
  }

  #update({ players, accounts }: PlayerList): void {
    this.#present.update(players)
    this.#chat.update(accounts)
  }

  /** Never rejects. */
  async #readAccounts(): Promise<ReadonlySet<string> | undefined> {
    const session = this.#session
    try {
      const list = session && playersIn(await session.run('list', { signal: this.#connection.signal }))
      return session === this.#session ? list?.accounts : undefined
    } catch {
      return undefined
    }
  }

  /** Never rejects. */
  async #startReports(script: ScriptApi, signal: AbortSignal): Promise<void> {
    script.onDidReport((report) => !signal.aborted && !this.#hasOwnScriptEvents && this.#scriptEvent(report))
    try {
      await script.startReports(signal)
    } catch (thrown) {
      if (signal.aborted) return
      const { code } = asGatewayError(thrown)
      this.#deps.log.warn('the Gatehouse pack does not report script events', { server: this.#server.id, code })
    }
  }

  #scriptEvent(body: JsonObject): void {
    const data = scriptEventIn(body)
    if (data) this.#emit(scriptEventId, data)
  }

  #receive(event: BedrockEvent): void {
    if (event.name === 'ScriptEventReceived') {
      this.#hasOwnScriptEvents = true
      return this.#scriptEvent(event.body)
    }
    const move = moveIn(event)
    if (move) return this.#present.report(move.eventId, move.player)
    const block = blockEventOf(event, this.#deps.clock.now().toISOString())
    if (block) this.#emit(block.eventId, block.data)
  }

  #emit(eventId: string, data: JsonObject, more: Pick<ProviderEvent, 'identity'> = {}): void {
    const at = this.#deps.clock.now().toISOString()
    this.#deps.host.event(this.#server.id, { id: randomUUID(), eventId, at, data: { ...data, timestamp: at }, ...more })
  }

  #show(state: ServerState, change: Partial<Server> = {}): void {
    const { strain: _before, ...server } = this.#server
    this.#server = { ...server, ...change, state }
    this.#publish()
  }

  #publish(): void {
    const { builds, sight } = this.#deps
    this.#deps.host.present({
      server: this.#server,
      invoke: (request, { signal }) => this.#invoke(request, signal),
      timeoutMsOf: (capabilityId) => callTimeoutsMs[capabilityId],
      ...(builds && { builds }),
      ...sight?.linkTo(() => this.#abilities),
      whisper: (player, lines, signal) => this.#whisper(player, lines, signal),
    })
  }

  async #whisper(player: string, lines: readonly string[], signal: AbortSignal): Promise<void> {
    const abilities = this.#abilities
    if (!abilities) throw offlineError
    const commands = lines.flatMap((line) => messageCommands(playerName(player), line, 'gatehouse', maxCommandBytes))
    for (const command of commands) await runOrThrow(abilities, command, signal, 'BUSINESS.PLAYER_OFFLINE')
  }

  async #invoke(request: ProviderRequest, signal: AbortSignal): Promise<ProviderResponse> {
    const { capabilityId, arguments: given } = request
    const caller = { id: request.caller, name: request.callerName ?? request.caller }
    const abilities = this.#abilities
    if (!abilities) throw offlineError
    const capability = offeredCapability(bedrockCapabilities, capabilityId, abilities)
    const pictures: ResultPicture[] = []
    const onPicture = (picture: ResultPicture) => void pictures.push(picture)
    const data = await capability.run({ ...request, given, caller, signal, onPicture }, abilities)
    return { data, ...(pictures.length > 0 && { pictures }) }
  }
}
