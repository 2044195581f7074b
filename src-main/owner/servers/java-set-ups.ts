/**
 * Java set-ups: writes the accepted changes, adds the server, and tracks its restart until it is connected.
 *
 * The server is added at once, so that it connects after its restart even if the program ended meanwhile.
 */
import { isDeepStrictEqual } from 'node:util'
import { GatewayError } from '@contract/gateway-error.js'
import type { ContractError } from '@contract/generated/error.js'
import { parseRconAddress, rconAddressText } from '@contract/java-address.js'
import { type AddedServer, type GivenServer, nameOfServer } from '@shared/servers/added-server.js'
import type { OnlineNow, SetupPlan, SetupState, SetupStep, WrittenSetup } from '@shared/servers/java-server.js'
import { Emitter } from '../../gateway/ports/emitter.js'
import type { Clock, Log } from '../../gateway/ports/runtime.js'
import { quoted } from '../../policy/text/model-text.js'
import { ConfinedFolder } from '../../providers/java/folder/confined-folder.js'
import { gamePort, propertyOf, readServerProperties } from '../../providers/java/setup/rcon-settings.js'
import { ownAddress, type RunningState, runningState } from '../../providers/java/setup/server-running.js'
import type { ServerSetup } from '../../providers/java/setup/server-setup.js'
import { pingStatus } from '../../providers/java/status/status-ping.js'

export interface JavaSetUpsDependencies {
  readonly setup: Pick<ServerSetup, 'plan' | 'generatedPassword' | 'apply' | 'check' | 'revert'>
  readonly repository: {
    /** @throws GatewayError when it can't be saved */
    add(given: GivenServer): string
    remove(id: string): Promise<void>
    /** @throws GatewayError when there is no such server */
    reconnect(id: string): void
    /** A saved server; undefined when there is none. */
    entry(id: string): { readonly folder?: string } | undefined
  }
  /** Connection state of a server. */
  readonly stateOf: (id: string) => 'online' | 'connecting' | 'offline'
  /** Why a server can't be reached. */
  readonly problemOf: (id: string) => ContractError | undefined
  readonly running?: (folder: string) => Promise<RunningState>
  /** Players on the server of this folder, as far as it reports them. */
  readonly online?: (folder: string) => Promise<OnlineNow | undefined>
  readonly clock: Clock
  readonly log: Log
}

/** Milliseconds between two checks of a restarting server. */
const lookEveryMs = 2_000
/** Milliseconds after which an unreachable running server is reported. */
const timeoutMs = 20_000
/** Maximum shown names of players. */
const maxNames = 5
/** Maximum tracked set-ups; the oldest is dropped. */
const maxSetUps = 16

export class JavaSetUps {
  readonly #deps: JavaSetUpsDependencies
  readonly #plans = new Map<string, SetupPlan>()
  readonly #states = new Map<string, SetupState>()
  readonly #onDidChange = new Emitter<readonly SetupState[]>()
  readonly onDidChange = this.#onDidChange.on
  #cancel: (() => void) | undefined

  constructor(deps: JavaSetUpsDependencies) {
    this.#deps = deps
  }

  list(): readonly SetupState[] {
    return [...this.#states.values()]
  }

  /** @throws GatewayError when the folder can't be used */
  async plan(folder: string, takenPorts: ReadonlyMap<number, string | undefined>): Promise<SetupPlan> {
    const plan = await this.#deps.setup.plan(folder, takenPorts)
    if (ownAddress(plan.host) === undefined) throw otherComputer(plan.host)
    this.#plans.set(plan.id, plan)
    for (const id of [...this.#plans.keys()].slice(0, -maxSetUps)) this.#plans.delete(id)
    return plan
  }

  /** @throws GatewayError when no such plan is open, or it keeps the password of the file */
  password(planId: string): string {
    const password = this.#deps.setup.generatedPassword(planId)
    if (password === undefined) throw notOpen()
    return password
  }

  /** Writes the file, adds the server and tracks it. @throws GatewayError; then nothing was written or added */
  async apply(planId: string): Promise<SetupState> {
    const { setup, clock } = this.#deps
    const plan = this.#plans.get(planId)
    if (!plan) throw notOpen()
    const { host, port, password, management } = await setup.apply(planId)
    this.#plans.delete(planId)
    // Planned with the same bytes of the file, so this address was checked.
    const own = ownAddress(host)
    if (own === undefined) throw otherComputer(host)
    const given: GivenServer = {
      server: {
        name: plan.name,
        address: rconAddressText({ host: own, port }),
        folder: plan.folder,
        ...(management && { management: { address: management.address } }),
      },
      secrets: { token: password, ...(management && { management: management.secret }) },
    }
    const id = await this.#added(given, plan)
    const now = clock.now().toISOString()
    const changedLines = plan.changes.length
    const state: SetupState = {
      id,
      name: plan.name,
      folder: plan.folder,
      step: firstStep(plan),
      since: now,
      changedLines,
      ...(changedLines > 0 && { backupAt: now }),
    }
    this.#states.set(id, state)
    for (const old of [...this.#states.keys()].slice(0, -maxSetUps)) this.#states.delete(old)
    this.#changed()
    this.#schedule(0)
    return state
  }

  /** When the server can't be saved, its file is restored. @throws GatewayError */
  async #added(given: GivenServer, { folder, changes }: SetupPlan): Promise<string> {
    try {
      return this.#deps.repository.add(given)
    } catch (error) {
      if (changes.length > 0) await this.#deps.setup.revert(folder, { hasOldSettings: true })
      throw error
    }
  }

  /** @throws GatewayError when there is no such set-up */
  checkNow(id: string): void {
    if (!this.#states.has(id)) throw notOpen()
    this.#deps.repository.reconnect(id)
    this.#schedule(0)
  }

  /** Restores the file and removes the server. @throws GatewayError when it can't be restored; then the server stays */
  async restoreFile(id: string): Promise<void> {
    const folder = this.#folderOf(id)
    if (folder === undefined) throw notOpen()
    // A server that may have restarted unseen may hold the changed lines.
    const hasOldSettings = this.#hasOldSettings(id) && (await this.#runningIn(folder)) === 'running'
    await this.#deps.setup.revert(folder, { hasOldSettings })
    this.#states.delete(id)
    await this.#deps.repository.remove(id)
    this.#changed()
  }

  /** Changes of Gatehouse to a server's folder that can be reverted. */
  async written(id: string): Promise<WrittenSetup | undefined> {
    const folder = this.#folderOf(id)
    const check = folder === undefined ? undefined : await this.#deps.setup.check(folder).catch(() => undefined)
    if (!check || folder === undefined) return undefined
    const state = this.#hasOldSettings(id) ? 'stopped' : await this.#runningIn(folder)
    return { file: check.file, at: check.at, ...(state === 'running' && { running: true }) }
  }

  stop(): void {
    this.#cancel?.()
    this.#states.clear()
  }

  /** Whether the server still runs with its old settings, so that it cannot write the changed lines again. */
  readonly #hasOldSettings = (id: string): boolean => this.#states.get(id)?.step === 'waiting-for-stop'

  readonly #folderOf = (id: string): string | undefined =>
    this.#states.get(id)?.folder ?? this.#deps.repository.entry(id)?.folder

  #schedule(afterMs: number): void {
    this.#cancel?.()
    this.#cancel = this.#deps.clock.after(afterMs, () => void this.#look())
  }

  async #look(): Promise<void> {
    const waiting = this.list().filter(({ step }) => !isOver(step))
    await Promise.all(waiting.map((state) => this.#follow(state)))
    if (this.list().some(({ step }) => !isOver(step))) this.#schedule(lookEveryMs)
  }

  async #follow(state: SetupState): Promise<void> {
    const { repository, clock, log, stateOf, problemOf } = this.#deps
    const { id, folder } = state
    if (!repository.entry(id)) {
      this.#states.delete(id)
      return this.#changed()
    }
    const step = stateOf(id) === 'online' ? 'connected' : await this.#stepAfter(state)
    const lost = step === 'connected' || step === 'connecting' ? await this.#hasLost(folder) : false
    const next: SetupStep = lost ? 'lines-lost' : step
    if (!isOver(next) && stateOf(id) === 'offline' && next !== 'waiting-for-stop') repository.reconnect(id)
    const waited = clock.now().getTime() - Date.parse(state.since)
    const problem = next === 'connecting' && waited > timeoutMs ? problemOf(id) : undefined
    const online = next === 'waiting-for-stop' ? await this.#online(folder) : undefined
    const isSame =
      next === state.step && problem?.code === state.problem?.code && isDeepStrictEqual(online, state.online)
    // A person may have restored the file meanwhile.
    if (isSame || this.#states.get(id) !== state) return
    const { problem: _old, online: _before, ...rest } = state
    const since = next === state.step ? state.since : clock.now().toISOString()
    this.#states.set(id, { ...rest, step: next, since, ...(problem && { problem }), ...(online && { online }) })
    if (next !== state.step) log.info('a setup continued', { server: id, step: next })
    this.#changed()
  }

  async #stepAfter({ step, folder }: SetupState): Promise<SetupStep> {
    const state = await this.#runningIn(folder)
    if (step === 'waiting-for-stop') return state === 'stopped' ? 'waiting-for-start' : step
    return state === 'stopped' ? 'waiting-for-start' : 'connecting'
  }

  async #runningIn(folder: string): Promise<RunningState> {
    const { running = runningIn } = this.#deps
    return running(folder).catch(() => 'unknown' as const)
  }

  async #online(folder: string): Promise<OnlineNow | undefined> {
    const { online = onlineIn(this.#deps.clock) } = this.#deps
    return online(folder).catch(() => undefined)
  }

  async #hasLost(folder: string): Promise<boolean> {
    const check = await this.#deps.setup.check(folder).catch(() => undefined)
    return check !== undefined && check.lost.length > 0
  }

  #changed(): void {
    this.#onDidChange.emit(this.list())
  }
}

const isOver = (step: SetupStep): boolean => step === 'connected' || step === 'lines-lost' || step === 'failed'

function firstStep({ changes, running }: SetupPlan): SetupStep {
  if (!running) return 'waiting-for-start'
  return changes.length > 0 ? 'waiting-for-stop' : 'connecting'
}

/** The file may have been copied from another computer, or name a place that somebody else chose. */
const otherComputer = (host: string) =>
  new GatewayError('PROTOCOL.INVALID_REQUEST', {
    message: `server.properties names the address ${quoted(host)}, which this computer does not have. Gatehouse does not connect there.`,
    suggestion: 'Correct server-ip or rcon.ip, or add the server by its address.',
    details: { why: 'setup-other-computer' },
  })

/** From the server list ping, which servers answer unless their status is disabled. */
const onlineIn =
  (clock: Clock) =>
  async (directory: string): Promise<OnlineNow | undefined> => {
    const properties = await readServerProperties(await ConfinedFolder.open(directory))
    const host = ownAddress(propertyOf(properties, 'server-ip'))
    if (host === undefined) return undefined
    const { players, sample } = await pingStatus({ host, port: gamePort(properties) }, { clock, timeoutMs: 1_000 })
    return players && { count: players.online, names: sample.slice(0, maxNames) }
  }

const runningIn = async (folder: string): Promise<RunningState> => runningState(await ConfinedFolder.open(folder))

const notOpen = () =>
  new GatewayError('PROTOCOL.INVALID_REQUEST', {
    message: 'This setup is no longer open.',
    suggestion: 'Choose the folder again.',
  })

/** RCON ports of this computer used by known servers, with their names. */
export const rconPortsOf = (servers: readonly AddedServer[]): ReadonlyMap<number, string> =>
  new Map(
    servers.flatMap((server) => {
      const { address } = server
      const place = address.startsWith('rcon:') ? parseRconAddress(address) : undefined
      return place && isHere(place.host) ? [[place.port, nameOfServer(server)] as const] : []
    }),
  )

const isHere = (host: string): boolean => host === 'localhost' || host === '::1' || host.startsWith('127.')
