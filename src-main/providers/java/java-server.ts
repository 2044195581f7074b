/**
 * Java server: one Minecraft server reached over its console, kept connected and presented to the gateway.
 *
 * While it is offline it stays presented with what it could do when it was last there. What it is asked to run goes
 * through typed capabilities alone (invariant 5).
 */
import { randomUUID } from 'node:crypto'
import { asGatewayError, fromProviderError, GatewayError } from '../../contract/gateway-error.js'
import type { ContractError } from '../../contract/generated/error.js'
import type { Health } from '../../contract/generated/message-frame.js'
import { isInternal } from '../../contract/namespaces.js'
import type { Server, ServerState } from '../../contract/server.js'
import { snapshotRestore } from '../../contract/snapshot-capabilities.js'
import type { Clock, Log, ProviderAnswer, ProviderHost, ProviderRequest, ServerLink } from '../../gateway/ports.js'
import { quoted } from '../../policy/model-text.js'
import { cleanText } from '../../policy/untrusted-text.js'
import type { ServerBackups } from './backup/server-backups.js'
import { javaCapabilities } from './capabilities/index.js'
import type { Abilities } from './capabilities/java-capability.js'
import type { ListedPlayer } from './capabilities/player-list.js'
import { refusedFor } from './capabilities/refused.js'
import { restoreBackup } from './capabilities/server-capabilities.js'
import { snapshotActions } from './capabilities/snapshot-capabilities.js'
import type { Console } from './console.js'
import { playerName, textComponent } from './dialects/command-arguments.js'
import { type Probed, probe } from './dialects/probe.js'
import { eventOfLog, javaEventIds } from './events/java-events.js'
import { PresentPlayers } from './events/present-players.js'
import { ServerPhase } from './events/server-phase.js'
import type { FolderWays } from './folder-ways.js'
import type { JavaLogEvent } from './log/log-events.js'
import type { ManagementConnection } from './management/management-connection.js'
import { manifestOf } from './manifests/index.js'

export type ConsoleState =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'online' }
  | { readonly kind: 'offline'; readonly problem: ContractError }
  | { readonly kind: 'stopped' }

/** A console that is kept connected. */
export interface ConsoleConnection extends Console {
  readonly state: ConsoleState
  onDidChangeState(listener: (state: ConsoleState) => void): () => void
  start(): void
  /** Connects now, instead of waiting. */
  reconnect(): void
  stop(): void
}

export interface JavaServerIdentity {
  readonly id: string
  readonly name: string
  /** Shown to people, for example `rcon://192.168.1.20:25575`. */
  readonly address: string
}

export interface JavaServerParts {
  readonly clock: Clock
  readonly log: Log
  /** Undefined while the password is not known. */
  readonly connection: ConsoleConnection | undefined
  /** Opens the folder of the server, where it is on this computer. Never rejects. */
  readonly openFolder?: () => Promise<FolderWays | undefined>
  /** Outlives this connection. Without the folder it only switches saving on. */
  readonly backups?: ServerBackups
  readonly management?: ManagementConnection
}

/** Milliseconds between two looks at who is online. */
const lookEveryMs = 5_000
/** Milliseconds after which a server that could not be read is tried again. */
const readAgainMs = 60_000
/** Ticks a second below which a server falls behind. */
const slowTps = 15

/** Characters of a line to one player. */
const longestWhisper = 400

/** Milliseconds of calls that copy worlds, or change many blocks one after another. */
const longestCalls: Readonly<Record<string, number>> = {
  'system.backup': 6 * 3_600_000,
  'system.restore': 6 * 3_600_000,
  [snapshotRestore]: 600_000,
}

const passwordMissing = new GatewayError('AUTH.UNAUTHORIZED', {
  message: 'The password of this server is not known any more.',
  suggestion: 'Enter it again: edit the server.',
})

export class JavaServer {
  readonly #parts: JavaServerParts
  readonly #host: ProviderHost
  readonly #present: PresentPlayers
  readonly #phase: ServerPhase
  #server: Server
  #abilities: Abilities | undefined
  /** Of the connection that is there: what ends with it aborts. */
  #attempt = new AbortController()
  #stopListening: () => void = () => {}
  #stopTimer: () => void = () => {}
  #folder: Promise<FolderWays | undefined> | undefined
  #isSlow = false
  #isStopped = false

  constructor({ id, name, address }: JavaServerIdentity, parts: JavaServerParts, host: ProviderHost) {
    this.#parts = parts
    this.#host = host
    this.#present = new PresentPlayers((event) => host.event(id, event), parts.clock)
    this.#phase = new ServerPhase((event) => host.event(id, event), parts.clock)
    parts.management?.onEvent((event) => {
      if (event.kind === 'joined' || event.kind === 'left')
        this.#moved(event.kind === 'joined' ? 'join' : 'leave', event.player)
      if (event.kind === 'started' || event.kind === 'stopping') this.#phase.reached(event.kind)
    })
    parts.management?.onDidChangeState(() => this.#offerAgain())
    this.#server = { id, name, kind: 'java', address, state: 'connecting', capabilities: [], refused: [] }
  }

  /** @param after what must have ended before: an earlier connection to the same server. Never rejects */
  start(after?: Promise<void>): void {
    if (this.#parts.connection) this.#show('connecting')
    else this.#show('offline', { problem: passwordMissing.toContract() })
    if (after) void after.then(() => this.#begin())
    else this.#begin()
  }

  #begin(): void {
    if (this.#isStopped) return
    const { connection, backups, management, openFolder } = this.#parts
    this.#folder ??= openFolder?.()
    if (!connection) return
    const stops = [
      connection.onDidChangeState((state) => this.#follow(state)),
      backups?.onDidChange(() => this.#abilities && this.#show('online')),
    ]
    this.#stopListening = () => {
      for (const stop of stops) stop?.()
    }
    management?.start()
    connection.start()
    this.#follow(connection.state)
  }

  reconnect(): void {
    this.#parts.connection?.reconnect()
  }

  /** Ends a backup first, so that saving is on. Resolves when nothing is connected; emits nothing meanwhile. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#stopListening()
    this.#end()
    await this.#parts.backups?.disconnect()
    this.#parts.connection?.stop()
    this.#parts.management?.stop()
    await (await this.#folder)?.stop()
  }

  get name(): string {
    return this.#server.name
  }

  rename(name: string): void {
    this.#server = { ...this.#server, name }
    this.#host.present(this.#link())
  }

  #follow(state: ConsoleState): void {
    switch (state.kind) {
      case 'online':
        this.#end()
        return void this.#read(this.#attempt.signal)
      case 'offline':
        this.#end()
        this.#parts.backups?.lost()
        return this.#show('offline', { problem: state.problem })
      case 'connecting':
        if (this.#server.state !== 'offline') this.#show('connecting')
        return
      case 'stopped':
        return this.#end()
    }
  }

  /** Whatever belongs to the connection that was there stops. */
  #end(): void {
    this.#stopTimer()
    this.#attempt.abort()
    this.#attempt = new AbortController()
    this.#abilities = undefined
    this.#present.forget()
  }

  /** Finds out what the server can do, then looks who is there from time to time. Never rejects. */
  async #read(signal: AbortSignal): Promise<void> {
    const { connection } = this.#parts
    if (!connection) return
    try {
      const opened = await this.#folder
      const folder = (await opened?.reload()) ? opened : undefined
      const probed = await probe(connection, await folder?.version(), { signal })
      if (signal.aborted) return
      this.#online(probed, connection, folder)
      await this.#look(signal)
    } catch (thrown) {
      if (signal.aborted) return
      const problem = asGatewayError(thrown).toContract()
      this.#parts.log.warn('a Java server cannot be used', { server: this.#server.id, code: problem.code })
      this.#show('offline', { problem })
      this.#stopTimer = this.#parts.clock.after(readAgainMs, () => void this.#read(signal))
    }
  }

  #online(
    { dialect, reads, software, version, players }: Probed,
    console: Console,
    folder: FolderWays | undefined,
  ): void {
    const { management, backups } = this.#parts
    const ways = folder?.waysOver(console, dialect.traits)
    const abilities: Abilities = {
      ...{ dialect, reads },
      ...(ways && { files: ways.reading }),
      ...(ways?.snapshots && { snapshots: ways.snapshots }),
      ...(ways && backups && { backups }),
      ...(management && { management }),
      now: () => this.#parts.clock.now(),
    }
    folder?.follow((event) => this.#logged(event))
    this.#abilities = abilities
    const shown = [software ?? 'Java', version].filter((part) => part !== undefined && part !== '').join(' ')
    const { problem: _solved, ...server } = this.#server
    this.#server = server
    // Saving is switched on over the console alone: also where the folder cannot be opened.
    backups?.connect({ console, prefix: dialect.traits.prefix })
    this.#show('online', {
      software: cleanText(shown, 64),
      snapshotsOf: snapshotActions,
      snapshotsKeepLater: true,
      maxPlayers: players.max,
      health: { healthy: true, onlinePlayers: players.online },
      ...offerOf(abilities),
    })
  }

  /** The management protocol came or went: what it alone can do follows. */
  #offerAgain(): void {
    if (this.#abilities && this.#server.state === 'online') this.#show('online', offerOf(this.#abilities))
  }

  /** Who is online now, and how fast the server ticks. */
  async #look(signal: AbortSignal): Promise<void> {
    const abilities = this.#abilities
    if (!abilities) return
    const started = this.#parts.clock.elapsed()
    try {
      const { players, online } = await whoIsOnline(abilities, signal)
      if (signal.aborted) return
      const latencyMs = Math.round(this.#parts.clock.elapsed() - started)
      this.#present.update(players)
      void this.#folder?.then((ways) => ways?.setOnline(players))
      const tps = await this.#speed(abilities, signal)
      const isSlow = tps !== undefined && tps < slowTps
      const health: Health = {
        healthy: !isSlow,
        onlinePlayers: online,
        ...(tps !== undefined && { tps }),
      }
      const heartbeat = { at: this.#parts.clock.now().toISOString(), latencyMs }
      this.#show('online', { health, heartbeat })
    } catch (thrown) {
      // A connection that was lost says so itself.
      if (!signal.aborted)
        this.#parts.log.warn('a look at a Java server failed', { server: this.#server.id, error: `${thrown}` })
    }
    if (!signal.aborted) this.#stopTimer = this.#parts.clock.after(lookEveryMs, () => void this.#look(signal))
  }

  /** Ticks a second, where the console tells them; says when the server begins to fall behind, and when it is well again. */
  async #speed(abilities: Abilities, signal: AbortSignal): Promise<number | undefined> {
    if (!abilities.reads.has('tickQuery')) return undefined
    const read = await javaCapabilities.get('world.tps.get')?.run({ given: {}, signal }, abilities)
    const tps = Number(read?.tps)
    const isSlow = tps < slowTps
    if (isSlow === this.#isSlow) return tps
    this.#isSlow = isSlow
    const at = this.#parts.clock.now().toISOString()
    const data = { tps, healthy: !isSlow, timestamp: at }
    this.#host.event(this.#server.id, { id: randomUUID(), eventId: 'world.tick.health', at, data })
    return tps
  }

  #logged(event: JavaLogEvent): void {
    if (event.kind === 'join' || event.kind === 'leave') {
      if (event.uuid !== undefined) this.#moved(event.kind, { name: event.player, uuid: event.uuid })
      return
    }
    // A server that starts has no console yet, one that stops has none any more.
    if (event.kind === 'started' || event.kind === 'stopping') return this.#phase.reached(event.kind)
    if (this.#abilities) this.#host.event(this.#server.id, { id: randomUUID(), at: event.at, ...eventOfLog(event) })
  }

  #moved(kind: 'join' | 'leave', { name, id, uuid = id }: { name?: string; id?: string; uuid?: string }): void {
    if (name !== undefined && uuid !== undefined) this.#present.moved(kind, { name, uuid })
  }

  /** One that works, but does not save, is not well. */
  #show(wanted: ServerState, change: Partial<Server> = {}): void {
    const isUnsaved = wanted === 'online' && this.#parts.backups?.isSavingOwed === true
    const state = isUnsaved ? 'degraded' : wanted
    const { strain: _before, ...server } = this.#server
    this.#server = { ...server, ...change, state, ...(isUnsaved && { strain: 'saving-off' }) }
    this.#host.present(this.#link())
  }

  #link(): ServerLink {
    return {
      server: this.#server,
      invoke: (request, { signal }) => this.#invoke(request, signal),
      longestMs: (capabilityId) => longestCalls[capabilityId],
      whisper: (player, lines, signal) => this.#whisper(player, lines, signal),
    }
  }

  async #whisper(player: string, lines: readonly string[], signal: AbortSignal): Promise<void> {
    const abilities = this.#abilities
    if (!abilities) throw this.#offline()
    for (const line of lines) {
      const text = textComponent({ text: '[Gatehouse] ', color: 'yellow' }, { text: cleanText(line, longestWhisper) })
      await abilities.dialect.run('tell', { player: playerName(player), text }, { signal })
    }
  }

  #offline(): GatewayError {
    const { name, problem } = this.#server
    return new GatewayError('SYSTEM.SERVICE_UNAVAILABLE', {
      message: `The server ${quoted(name)} is offline.`,
      details: { server: name },
      ...(problem && { cause: fromProviderError(problem) }),
    })
  }

  async #invoke({ capabilityId, arguments: given }: ProviderRequest, signal: AbortSignal): Promise<ProviderAnswer> {
    const abilities = this.#abilities
    const { backups, openFolder } = this.#parts
    // It is there while the server is not.
    if (capabilityId === 'system.restore' && backups && openFolder) return { data: await restoreBackup(given, backups) }
    if (!abilities) throw this.#offline()
    const capability = javaCapabilities.get(capabilityId)
    if (!capability || capability.lack(abilities)) {
      throw new GatewayError('PROTOCOL.CAPABILITY_NOT_FOUND', { details: { capabilityId } })
    }
    const isSnapped = snapshotActions.includes(capabilityId)
    if (isSnapped) await abilities.snapshots?.taken.settled()
    const data = await capability.run({ given, signal }, abilities)
    if (isSnapped) abilities.snapshots?.taken.done(capabilityId, given)
    return { data }
  }
}

/** What a server offers, and why not the rest. */
function offerOf(abilities: Abilities): Pick<Server, 'capabilities' | 'refused'> {
  const all = [...javaCapabilities.values()].map((one) => ({ id: one.id, lack: one.lack(abilities) }))
  const offered = all.filter(({ lack }) => lack === undefined).map(({ id }) => id)
  const events = javaEventIds(abilities)
  return {
    capabilities: [...offered, ...events.offered].map(manifestOf),
    refused: [...all, ...events.refused].flatMap(({ id, lack }) =>
      // Snapshots are the gateway's own; that there are none is said where something cannot be undone.
      lack && !isInternal(id) ? [refusedFor(id, lack)] : [],
    ),
  }
}

async function whoIsOnline(abilities: Abilities, signal: AbortSignal) {
  const list = await javaCapabilities.get('player.list')?.run({ given: {}, signal }, abilities)
  return { players: list?.players as readonly ListedPlayer[], online: Number(list?.online) }
}
