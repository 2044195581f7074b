/**
 * Java server: one Minecraft server reached over the ports of its way, kept connected and shown to the gateway.
 *
 * Without a console it is online while its files can be read. While offline it stays listed with its last known
 * capabilities. It runs only typed capabilities (invariant 5).
 */
import { randomUUID } from 'node:crypto'
import { asGatewayError } from '@contract/gateway-error.js'
import type { ContractError } from '@contract/generated/error.js'
import type { ResultPicture } from '@contract/result-picture.js'
import type { RemoteWay, Server, ServerState } from '@shared/servers/server.js'
import type {
  ProviderEvent,
  ProviderHost,
  ProviderRequest,
  ProviderResponse,
  ServerLink,
} from '../../gateway/ports/provider.js'
import type { Clock, Log } from '../../gateway/ports/runtime.js'
import { consoleCommandOf } from '../../policy/console-command/command-risk.js'
import { cleanText } from '../../policy/text/untrusted-text.js'
import { offeredCapability } from '../minecraft/capability.js'
import { chatNamesOf, PlayerAccounts } from './accounts/player-accounts.js'
import { isAboutNumbers } from './accounts/player-numbers.js'
import type { ServerBackups } from './backup/server-backups.js'
import type { BuildSight } from './build/build-sight.js'
import type { JavaBuilds } from './build/java-builds.js'
import { javaCapabilities } from './capabilities/index.js'
import type { JavaAbilities } from './capabilities/java-capability.js'
import { restoreBackup } from './capabilities/server-capabilities.js'
import { snapshotActions } from './capabilities/snapshot-capabilities.js'
import { type JavaProbeResult, probe, unprobed } from './dialects/probe.js'
import { HeldEvents } from './events/held-events.js'
import { eventOfLog } from './events/java-events.js'
import { JavaOnlinePlayers } from './events/online-players.js'
import { ServerPhase, TickHealth } from './events/server-phase.js'
import { FilesLink } from './files-link.js'
import { FolderAccess } from './folder-access.js'
import type { FolderFeatures } from './folder-features.js'
import type { JavaLogEvent } from './log/log-events.js'
import { LogTail } from './log/log-tail.js'
import { callTimeoutsMs, offerOf } from './offer.js'
import { powerProblem, serverOffline } from './operation-problem.js'
import type { Console, ConsoleConnection, HostBackups, ServerWay } from './ports.js'
import { hostFacts, PowerWatch } from './power-watch.js'
import type { LinkState } from './reconnecting-connection.js'
import { abilitiesOf } from './server-abilities.js'
import { ServerLook } from './server-look.js'

export interface JavaServerIdentity {
  readonly id: string
  readonly name: string
  /** Shown to people, for example `rcon://192.168.1.20:25575`. */
  readonly address: string
  /** Its files are not expected on this computer. */
  readonly way?: RemoteWay
  readonly overSsh?: true
}

export interface JavaServerDependencies {
  readonly clock: Clock
  readonly log: Log
  readonly way: ServerWay
  /** Opens what the way adds to a console. @throws GatewayError when it cannot be used */
  readonly openFolder?: () => Promise<FolderFeatures>
  /** Outlives this connection. Without the folder it only turns saving on. */
  readonly backups?: ServerBackups
  /** Shows builds and places. */
  readonly sight?: BuildSight
  /** As above. */
  readonly builds?: JavaBuilds
}

/** Milliseconds between two polls of the player list, and before a server that could not be probed is tried again. */
const [pollIntervalMs, readAgainMs] = [5_000, 60_000]

export class JavaServer {
  readonly #deps: JavaServerDependencies
  readonly #host: ProviderHost
  readonly #present: JavaOnlinePlayers
  readonly #phase: ServerPhase
  readonly #look: ServerLook
  readonly #held: HeldEvents
  readonly #accounts: PlayerAccounts
  /** Outlives the connection: the last lines stay. */
  readonly #tail = new LogTail()
  readonly #needsFiles: 'folder' | 'files'
  readonly #connection: Pick<ConsoleConnection, 'state' | 'onDidChangeState' | 'start' | 'reconnect' | 'stop'>
  #server: Server
  #abilities: JavaAbilities | undefined
  /** Belongs to the current connection: aborts when the connection ends. */
  #attempt = new AbortController()
  #stopListening: () => void = () => {}
  #stopTimer: () => void = () => {}
  readonly #folder: FolderAccess | undefined
  readonly power: PowerWatch | undefined
  /** Undefined where its host makes none. */
  readonly hostBackups: HostBackups | undefined
  #isStopped = false

  constructor(identity: JavaServerIdentity, deps: JavaServerDependencies, host: ProviderHost) {
    this.#deps = deps
    this.#host = host
    const emit = (event: ProviderEvent) => host.event(identity.id, event)
    this.#present = new JavaOnlinePlayers(emit, deps.clock)
    this.#phase = new ServerPhase(emit, deps.clock)
    this.#held = new HeldEvents(deps.clock)
    this.#look = new ServerLook({
      serverId: identity.id,
      clock: deps.clock,
      log: deps.log,
      present: this.#present,
      ticks: new TickHealth(emit, deps.clock),
      hasConsole: deps.way.console !== undefined,
      features: () => this.#folder?.features,
    })
    this.#needsFiles = identity.way ? 'files' : 'folder'
    const { management, power } = deps.way
    this.hostBackups = deps.way.hostBackups
    management?.onEvent((event) => {
      if (event.kind === 'joined' || event.kind === 'left')
        this.#moved(event.kind === 'joined' ? 'join' : 'leave', event.player)
      if (event.kind === 'started' || event.kind === 'stopping') this.#phase.reached(event.kind)
    })
    management?.onDidChangeState(() => this.#offerAgain())
    const { openFolder: open, clock, log } = deps
    this.#accounts = new PlayerAccounts({
      clock,
      log,
      server: () => this.#server,
      offline: () => serverOffline(this.#server),
      uuidOf: (player) => this.#folder?.features?.uuidOf(player),
    })
    this.#folder = open && new FolderAccess({ open, clock, log, onDidChange: () => this.#folderChanged() })
    this.power = power && new PowerWatch({ power, clock, onDidChange: () => this.#powerChanged() })
    this.#connection = deps.way.console ?? new FilesLink(this.#folder, clock)
    this.#server = { ...identity, kind: 'java', state: 'connecting', capabilities: [], refused: [] }
  }

  /** @param after resolves when an earlier connection to the same server has ended. Never rejects */
  start(after?: Promise<void>): void {
    const { problem } = this.#deps.way
    if (problem) this.#show('offline', { problem: problem.toContract() })
    else this.#show('connecting')
    if (after) void after.then(() => this.#begin())
    else this.#begin()
  }

  #begin(): void {
    if (this.#isStopped) return
    const { way, backups } = this.#deps
    void this.#folder?.use()
    if (way.problem) return
    const stops = [
      this.#connection.onDidChangeState((state) => this.#stateChanged(state)),
      backups?.onDidChange(() => this.#abilities && this.#show('online')),
      way.queue?.onDidChange(() => this.#showAgain()),
    ]
    this.#stopListening = () => {
      for (const stop of stops) stop?.()
    }
    way.management?.start()
    this.#connection.start()
    this.#stateChanged(this.#connection.state)
  }

  reconnect(): void {
    if (!this.#deps.way.problem && !this.#isStopped) this.#connection.reconnect()
  }

  /** Stops a backup first, so that saving is on. Resolves when nothing is connected; emits nothing meanwhile. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#stopListening()
    this.power?.stop()
    const left = this.#accounts.stop()
    this.#end()
    await left
    await Promise.all([this.#deps.backups?.disconnect(), this.#deps.builds?.disconnect()])
    const { way } = this.#deps
    this.#connection.stop()
    way.management?.stop()
    await this.#folder?.stop()
    await way.stop()
  }

  get name(): string {
    return this.#server.name
  }

  rename(name: string): void {
    this.#server = { ...this.#server, name }
    this.#host.present(this.#link())
  }

  #stateChanged(state: LinkState): void {
    switch (state.kind) {
      case 'online':
        this.#end()
        this.power?.connected()
        return void this.#read(this.#attempt.signal)
      case 'offline':
        this.#end()
        this.#deps.backups?.lost()
        this.#lost(state.problem)
        return this.power?.away()
      case 'connecting':
        if (this.#server.state !== 'offline') this.#show('connecting')
        return
      case 'stopped':
        return this.#end()
    }
  }

  /** A console that is away says little while the server is stopped: its host knows more. */
  #lost(problem: ContractError): void {
    const known = this.power && powerProblem(this.power.state)
    this.#show('offline', { problem: known?.toContract() ?? problem })
  }

  #powerChanged(): void {
    const { state } = this.#connection
    if (state.kind === 'offline' && this.#server.state === 'offline') this.#lost(state.problem)
    else if (!this.#isStopped) this.#showAgain()
  }

  /** Stops everything that belongs to the previous connection. */
  #end(): void {
    this.#pause()
    this.#present.forget()
  }

  /** The server is read again over the same connection: who leaves meanwhile is missing in the next list. */
  #pause(): void {
    this.#stopTimer()
    this.#attempt.abort()
    this.#attempt = new AbortController()
    this.#abilities = undefined
    this.#deps.builds?.lost()
    this.#accounts.disconnect()
  }

  /** Probes the server's capabilities, then polls the player list. Never rejects. */
  async #read(signal: AbortSignal): Promise<void> {
    const { console } = this.#deps.way
    try {
      const folder = await this.#folder?.use()
      const files = await folder?.software()
      const probed = console ? await probe(console, files?.version, { signal }) : unprobed(files)
      if (signal.aborted) return
      this.#online(probed, console, { ...(folder && { folder }), ...chatNamesOf(files, probed) })
      await this.#poll(signal)
    } catch (thrown) {
      if (signal.aborted) return
      const problem = asGatewayError(thrown).toContract()
      this.#deps.log.warn('a Java server cannot be used', { server: this.#server.id, code: problem.code })
      this.#show('offline', { problem })
      this.#stopTimer = this.#deps.clock.after(readAgainMs, () => void this.#read(signal))
    }
  }

  #online(
    { dialect, reads, software, version, players }: JavaProbeResult,
    console: Console | undefined,
    { folder, ...names }: Pick<Server, 'chatNames'> & { readonly folder?: FolderFeatures },
  ): void {
    const { backups, builds } = this.#deps
    const features = folder?.featuresOver(console, dialect.traits)
    const abilities = abilitiesOf({ dialect, reads }, { features, needsFiles: this.#needsFiles }, this.#deps)
    folder?.follow(dialect.traits.version, { onEvent: (event) => this.#logged(event), tail: this.#tail })
    this.#abilities = abilities
    this.#accounts.connect(abilities, this.#attempt.signal)
    const shown = [software ?? 'Java', version].filter((part) => part !== undefined && part !== '').join(' ')
    const { problem: _solved, chatNames: _names, ...server } = this.#server
    this.#server = server
    // Turning saving on needs only the console, so it also works when the folder cannot be opened.
    if (console) backups?.connect({ console, prefix: dialect.traits.prefix })
    builds?.connect(abilities)
    this.#show('online', {
      software: cleanText(shown, 64),
      snapshotsOf: snapshotActions,
      snapshotsKeepLater: true,
      ...(players.max !== undefined && { maxPlayers: players.max }),
      accounts: folder?.accounts ?? 'unknown',
      ...names,
      health: { healthy: true, ...(players.online !== undefined && { onlinePlayers: players.online }) },
      ...offerOf(abilities),
    })
    const { events, dropped } = this.#held.take()
    for (const event of events) this.#logged(event)
    if (dropped > 0) this.#deps.log.warn('events of a server that was away are left out', { dropped })
  }

  /** The folder has a problem, or can be used now. */
  #folderChanged(): void {
    this.#showAgain()
    if (this.#folder?.problem || !this.#abilities || this.#abilities.hasLog) return
    this.#pause()
    void this.#read(this.#attempt.signal)
  }

  /** The management protocol connected or disconnected: updates the capabilities that need it. */
  #offerAgain(): void {
    if (this.#abilities && this.#server.state === 'online') this.#show('online', offerOf(this.#abilities))
  }

  /** Looks at the server again and again. Never rejects. */
  async #poll(signal: AbortSignal): Promise<void> {
    const abilities = this.#abilities
    if (!abilities) return
    const seen = await this.#look.read(abilities, signal)
    if (signal.aborted) return
    this.#show('online', seen)
    this.#stopTimer = this.#deps.clock.after(pollIntervalMs, () => void this.#poll(signal))
  }

  #logged(event: JavaLogEvent): void {
    if (event.kind === 'join' || event.kind === 'leave') {
      if (event.uuid !== undefined) this.#moved(event.kind, { name: event.player, uuid: event.uuid })
      return
    }
    // A starting or stopping server has no console.
    if (event.kind === 'stopping') this.power?.announced()
    if (event.kind === 'started' || event.kind === 'stopping') return this.#phase.reached(event.kind)
    if (isAboutNumbers(event)) return
    if (!this.#abilities) return this.#held.add(event)
    const reported = eventOfLog(event)
    const identity = event.kind === 'chat' ? this.#accounts.identityOf(event) : undefined
    this.#host.event(this.#server.id, { id: randomUUID(), at: event.at, ...reported, ...(identity && { identity }) })
  }

  #moved(kind: 'join' | 'leave', { name, id, uuid = id }: { name?: string; id?: string; uuid?: string }): void {
    if (name !== undefined && uuid !== undefined) this.#present.report(kind, { name, uuid })
  }

  /** A server that does not save, or whose players are unknown, counts as unhealthy. */
  #show(wanted: ServerState, change: Partial<Server> = {}): void {
    const strain = wanted === 'online' ? this.#strain() : undefined
    const { strain: _before, folderProblem: _last, queue: _queue, ...server } = this.#server
    const { problem: folderProblem, features } = this.#folder ?? {}
    const log = wanted === 'online' && features?.logReading
    this.#server = {
      ...server,
      ...change,
      state: strain ? 'degraded' : wanted,
      ...(strain && { strain }),
      ...(folderProblem && { folderProblem }),
      ...(log && { log }),
      ...hostFacts(this.power, this.#deps.way),
    }
    this.#host.present(this.#link())
  }

  #showAgain(): void {
    const { state } = this.#server
    this.#show(state === 'degraded' ? 'online' : state)
  }

  #strain(): Server['strain'] {
    if (this.#deps.backups?.isSavingLeftOff === true) return 'saving-off'
    return this.#present.problem ? 'players-unknown' : undefined
  }

  #link(): ServerLink {
    const { numbers } = this.#accounts
    const { sight, builds } = this.#deps
    return {
      server: this.#server,
      invoke: (request, { signal }) => this.#invoke(request, signal),
      timeoutMsOf: (capabilityId) => callTimeoutsMs[capabilityId],
      whisper: (player, lines, signal, uuid) => this.#accounts.whisper({ player, lines, uuid }, signal),
      logTail: () => this.#tail.lines(),
      accountOf: (player) => this.#accounts.accountOf(this.#present.find(player)),
      ...(builds && { builds }),
      ...(numbers && { numbers }),
      ...sight?.linkTo(() => this.#abilities),
    }
  }

  async #invoke(request: ProviderRequest, signal: AbortSignal): Promise<ProviderResponse> {
    const { capabilityId, arguments: given } = request
    const caller = { id: request.caller, name: request.callerName ?? request.caller }
    const abilities = this.#abilities
    const { backups, way } = this.#deps
    // Available while the server is offline.
    if (capabilityId === 'system.restore' && backups && way.openFiles)
      return { data: await restoreBackup(given, backups) }
    if (!abilities) throw serverOffline(this.#server)
    const capability = offeredCapability(javaCapabilities, capabilityId, abilities)
    this.#accounts.check(consoleCommandOf('java', capabilityId, given))
    const isSnapped = snapshotActions.includes(capabilityId)
    if (isSnapped) await abilities.snapshots?.taken.settled()
    const pictures: ResultPicture[] = []
    const onPicture = (picture: ResultPicture) => void pictures.push(picture)
    const data = await capability.run({ ...request, given, caller, signal, onPicture }, abilities)
    if (isSnapped) abilities.snapshots?.taken.done(request.requestId)
    return { data, ...(pictures.length > 0 && { pictures }) }
  }
}
