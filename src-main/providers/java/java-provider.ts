/** Java provider: all Java servers that this gateway reaches without a plugin. */

import { GatewayError } from '@contract/gateway-error.js'
import { javaAddressText, parseJavaAddress, sshLoginOf } from '@contract/java-address.js'
import type { AddedServer, ServerSecrets } from '@shared/servers/added-server.js'
import type { ListedPlace, PlaceToList, PowerOrder, PowerResult } from '@shared/servers/server-way.js'
import { Emitter } from '../../gateway/ports/emitter.js'
import type { Provider, ProviderHost } from '../../gateway/ports/provider.js'
import type { Clock, Log } from '../../gateway/ports/runtime.js'
import type { Building } from '../minecraft/build/build-jobs.js'
import { BackupService } from './backup/backup-service.js'
import { ServerBackups } from './backup/server-backups.js'
import type { BuildSight } from './build/build-sight.js'
import { JavaBuilds } from './build/java-builds.js'
import type { ServerFolder } from './folder/server-folder.js'
import { FolderFeatures, isReadable } from './folder-features.js'
import { JavaServer } from './java-server.js'
import { backupStoreOf, buildStoreOf, storeOf } from './java-store.js'
import type { HostBackups, Power, ServerWay, WayDependencies } from './ports.js'
import { listPlaces, wayOf } from './ways/index.js'
import { PanelBudgets } from './ways/panel/panel-budget.js'

export interface JavaProviderOptions {
  readonly clock: Clock
  readonly log: Log
  /** Folder in the profile for the data of Java servers. */
  readonly store: string
  /** Called before a backup is removed to make room. When it throws, the backup stays. */
  readonly recordRemoval: (server: string, backup: string) => void
  /** What shows builds and places of a server. */
  readonly sightOf?: (server: string) => BuildSight
  /** Without it nothing can be built. */
  readonly building?: Building
}

export class JavaProvider implements Provider {
  readonly #options: JavaProviderOptions
  readonly #wayDependencies: WayDependencies
  readonly #servers = new Map<string, JavaServer>()
  /** One per server for the lifetime of the program, also when it is edited, or removed and added again. */
  readonly #backups = new Map<string, ServerBackups>()
  /** As above. */
  readonly #builds = new Map<string, JavaBuilds>()
  readonly #addresses = new Map<string, string>()
  /** Servers whose connection is closing; the next one with the same id waits for it. */
  readonly #leaving = new Map<string, Promise<void>>()
  readonly #onDidChangeBackups = new Emitter<string>()
  /** Called with the id of a server when its backups or their progress change. */
  readonly onDidChangeBackups = this.#onDidChangeBackups.on
  readonly #onDidLeaveUnsaved = new Emitter<{ readonly id: string; readonly name: string }>()
  /** A server was removed while its saving was off: now only its owner can turn it on. */
  readonly onDidLeaveUnsaved = this.#onDidLeaveUnsaved.on
  #host: ProviderHost | undefined

  constructor(options: JavaProviderOptions) {
    this.#options = options
    const { clock, log } = options
    this.#wayDependencies = { clock, log, budgets: new PanelBudgets(clock) }
  }

  start(host: ProviderHost): void {
    this.#host = host
  }

  /** Starts connecting without waiting. @throws GatewayError when the id exists already */
  add(server: AddedServer, secrets: ServerSecrets): void {
    if (!this.#host) throw new Error('The provider has not been started.')
    if (this.#servers.has(server.id)) {
      throw new GatewayError('PROTOCOL.INVALID_REQUEST', {
        message: 'A server with this address already exists.',
        suggestion: 'Remove it first, or enter another address.',
      })
    }
    this.#begin(server, secrets, this.#host)
  }

  /** The ports of a server, for one try; nothing is connected before they are used. @throws GatewayError */
  openWay(server: AddedServer, secrets: ServerSecrets): ServerWay {
    return wayOf(server, secrets, this.#wayDependencies)
  }

  /** The servers that a panel or Docker lists. Rejects with a GatewayError. */
  listPlaces(place: PlaceToList): Promise<readonly ListedPlace[]> {
    return listPlaces(place, this.#wayDependencies)
  }

  has(id: string): boolean {
    return this.#servers.has(id)
  }

  /** Reconnects now. @throws GatewayError when the server does not exist */
  reconnect(id: string): void {
    this.#serverOf(id).reconnect()
  }

  /** Starts or stops a server at its host. Rejects with a GatewayError, as where no host does that. */
  async order(id: string, order: PowerOrder): Promise<PowerResult> {
    const { power } = this.#serverOf(id)
    if (!power) throw noPower()
    return power.give(order)
  }

  /** Renames a server. @throws GatewayError when it does not exist */
  rename(id: string, name: string): void {
    this.#serverOf(id).rename(name)
  }

  /**
   * Changes its address or password; accepted capabilities stay accepted. @throws GatewayError when it does not exist
   */
  change(server: AddedServer, secrets: ServerSecrets): void {
    this.#leave(server.id, this.#serverOf(server.id))
    if (this.#host) this.#begin(server, secrets, this.#host)
  }

  remove(id: string): void {
    const server = this.#servers.get(id)
    this.#servers.delete(id)
    this.#host?.withdraw(id)
    if (!server) return
    this.#leave(id, server)
    void this.#leaving.get(id)?.then(() => {
      // For a server that was added again, saving is turned on at its next connection.
      if (!this.#servers.has(id) && this.#ownBackups(id).isSavingOff) {
        this.#onDidLeaveUnsaved.emit({ id, name: server.name })
      }
    })
  }

  /** Closes all connections, backups first. Never rejects; takes seconds at most. */
  async stop(): Promise<void> {
    for (const [id, server] of this.#servers) this.#leave(id, server)
    this.#servers.clear()
    await Promise.all(this.#leaving.values())
    for (const builds of this.#builds.values()) builds.close()
  }

  /** Backups of a server whose files can be read. @throws GatewayError when the server does not exist */
  backupsOf(id: string): ServerBackups {
    this.#serverOf(id)
    return this.#ownBackups(id)
  }

  /** Backups that its host makes; undefined where it makes none. @throws GatewayError when the server does not exist */
  hostBackupsOf(id: string): HostBackups | undefined {
    return this.#serverOf(id).hostBackups
  }

  #begin(added: AddedServer, secrets: ServerSecrets, host: ProviderHost): void {
    const server = this.#create(added, secrets, host)
    this.#servers.set(added.id, server)
    server.start(this.#leaving.get(added.id))
  }

  #leave(id: string, server: JavaServer): void {
    const leaving: Promise<void> = Promise.all([this.#leaving.get(id), server.stop()]).then(() => {
      if (this.#leaving.get(id) === leaving) this.#leaving.delete(id)
    })
    this.#leaving.set(id, leaving)
  }

  #ownBackups(id: string): ServerBackups {
    const { clock, log } = this.#options
    const store = backupStoreOf(this.#options.store, id)
    const recordRemoval = (backup: string) => this.#options.recordRemoval(id, backup)
    const serviceOf = (folder: ServerFolder, power?: Power) =>
      new BackupService({ folder, store, clock, log, recordRemoval, ...(power && { power }) })
    const backups = this.#backups.get(id) ?? new ServerBackups({ clock, log, store, serviceOf })
    if (!this.#backups.has(id)) backups.onDidChange(() => this.#onDidChangeBackups.emit(id))
    this.#backups.set(id, backups)
    return backups
  }

  #ownBuilds(id: string): JavaBuilds | undefined {
    const { clock, log, building, store } = this.#options
    const known = this.#builds.get(id)
    if (known || !building) return known
    const { halts, planOf, areasOf } = building
    const builds = new JavaBuilds({
      clock,
      log,
      serverId: id,
      address: () => this.#addresses.get(id) ?? '',
      store: buildStoreOf(store, id),
      halts,
      planOf,
      areas: () => areasOf(id),
    })
    this.#builds.set(id, builds)
    return builds
  }

  #create(added: AddedServer, secrets: ServerSecrets, host: ProviderHost): JavaServer {
    const { clock, log, sightOf } = this.#options
    const { id } = added
    const parsed = parseJavaAddress(added.address)
    const address = javaAddressText(parsed)
    const way = this.openWay(added, secrets)
    this.#addresses.set(id, address)
    const backups = this.#ownBackups(id)
    const builds = this.#ownBuilds(id)
    const store = storeOf(this.#options.store, id)
    return new JavaServer(
      {
        id,
        address,
        name: added.name ?? address.slice(address.indexOf('//') + 2),
        ...(parsed.kind !== 'rcon' && { way: parsed.kind }),
        ...(parsed.kind === 'docker' && sshLoginOf(parsed) && { overSsh: true }),
      },
      {
        clock,
        log,
        way,
        backups,
        ...(sightOf && { sight: sightOf(id) }),
        ...(builds && { builds }),
        ...(isReadable(way) && { openFolder: () => FolderFeatures.open({ way, store, address, clock, log, backups }) }),
      },
      host,
    )
  }

  #serverOf(id: string): JavaServer {
    const server = this.#servers.get(id)
    if (!server) throw new GatewayError('PROTOCOL.SERVER_NOT_FOUND')
    return server
  }
}

const noPower = (): GatewayError =>
  new GatewayError('PROTOCOL.INVALID_REQUEST', {
    message: 'Gatehouse cannot start or stop this server.',
    suggestion: 'Only a panel, MCSManager or Docker can. Start it where it runs.',
    details: { why: 'power-none' },
  })
