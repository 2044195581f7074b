/**
 * LAN approvals: opens the listener for phones in the networks that the owner chose, and closes it when disabled.
 *
 * Enforces invariant 2: off by default; what cannot be opened stays closed with a reason. Networks come and go, so they
 * are checked periodically; a new one is not opened by itself.
 */
import { GatewayError } from '@contract/gateway-error.js'
import type { LanState, PeopleView, PhoneNetwork } from '@shared/clients/people.js'
import type { Settings } from '@shared/program/settings.js'
import type { Approvers } from '../../gateway/ports/approvers.js'
import { Emitter } from '../../gateway/ports/emitter.js'
import type { PhoneApprovers, PhonePairing } from '../../gateway/ports/people.js'
import type { Clock, Log } from '../../gateway/ports/runtime.js'
import { throttleLog } from '../../network/http/throttled-log.js'
import { chosenNetworks, listedNetworks } from '../../policy/rights/lan-networks.js'
import { LanConnections } from './lan-connections.js'
import { type LanListener, openLanListener } from './lan-listener.js'
import type { LanNetwork } from './lan-network.js'
import type { PhoneAssets } from './phone-page.js'
import { createPhoneRequests, type PhoneRequestsDependencies } from './phone-requests.js'

export interface LanApprovalsDependencies {
  /** Clients are not allowed from here. */
  readonly people: PhonePairing & PhoneApprovers
  readonly approvals: Approvers
  readonly previewBuild: PhoneRequestsDependencies['previewBuild']
  readonly settings: {
    get(): Pick<Settings, 'lanApprovals'>
    /** @returns whether it was saved */
    change(change: Pick<Settings, 'lanApprovals'>): boolean
    onDidChange(listener: () => void): () => void
  }
  readonly network: LanNetwork
  /** @throws Error when there is no certificate and none can be made */
  readonly certificate: () => Promise<{ readonly pem: string; readonly fingerprint: string }>
  /** @throws Error when the files are missing */
  readonly assets: () => PhoneAssets
  readonly clock: Clock
  readonly log: Log
}

/** Milliseconds between two checks of the network addresses. */
const checkIntervalMs = 15_000

export class LanApprovals {
  readonly #deps: LanApprovalsDependencies
  #state: LanState = { kind: 'off' }
  #listener: LanListener | undefined
  /** The settings the listener was opened with. */
  #openedWith = ''
  /** The networks that were listed last. */
  #listed = ''
  #work: Promise<void> = Promise.resolve()
  #stopClock: () => void = () => {}
  #isStopped = false
  readonly #endings: (() => void)[]
  readonly #onDidChange = new Emitter<void>()
  /** Also fires when a phone connects, disconnects or is paired. */
  readonly onDidChange = this.#onDidChange.on

  constructor(deps: LanApprovalsDependencies) {
    this.#deps = deps
    const { people, settings } = deps
    this.#endings = [
      settings.onDidChange(() => this.#scheduleApply()),
      people.onDidChange(() => this.#onDidChange.emit()),
    ]
    this.#scheduleApply()
  }

  /** State for the window. */
  get seen(): PeopleView {
    const { people } = this.#deps
    const { pairing } = people
    const [origin] = this.#state.kind === 'on' ? this.#state.origins : []
    return {
      lan: this.#state,
      networks: this.#networks,
      people: people.list(),
      pairing:
        pairing && origin !== undefined
          ? {
              id: pairing.id,
              link: `${origin}/pair#${pairing.secret}`,
              code: pairing.code,
              endsAt: pairing.endsAt.toISOString(),
              ...(pairing.claim && { claim: pairing.claim }),
              ...(people.pairedPerson !== undefined && { person: people.pairedPerson }),
            }
          : null,
    }
  }

  get #networks(): PeopleView['networks'] {
    const { settings, network } = this.#deps
    return listedNetworks(settings.get().lanApprovals.networks, network.available())
  }

  /** Resolves when the settings are applied. */
  settled(): Promise<void> {
    return this.#work
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    for (const end of this.#endings) end()
    this.#scheduleApply()
    await this.#work
  }

  #scheduleApply(): void {
    this.#stopClock()
    this.#work = this.#work.then(() => this.#apply())
  }

  async #apply(): Promise<void> {
    const { settings, network, people, clock } = this.#deps
    this.#stopClock()
    const { enabled, port, networks } = settings.get().lanApprovals
    const isOn = enabled && !this.#isStopped
    const open = isOn ? chosenNetworks(networks, network.available()) : []
    // From now on another network needs a choice of its own, also where none could be chosen.
    if (isOn && !networks) this.#choose(open)
    const addresses = open.map(({ address }) => address)
    const missing = (networks ?? []).length === 0 ? ('no-choice' as const) : ('no-network' as const)
    const target = JSON.stringify([isOn, addresses, port, addresses.length === 0 && missing])
    const listed = JSON.stringify(this.#networks)
    const isListChanged = listed !== this.#listed
    this.#listed = listed
    if (target !== this.#openedWith || this.#state.kind === 'failed') {
      this.#openedWith = target
      people.cancel()
      const previous = this.#listener
      this.#listener = undefined
      await previous?.close()
      this.#state = !isOn
        ? { kind: 'off' }
        : addresses.length === 0
          ? { kind: missing }
          : await this.#open(addresses, port)
      if (this.#state.kind === 'no-network')
        this.#deps.log.warn('phones cannot reach this computer: it is in none of the chosen networks', {
          networks: networks?.map((one) => `${one.interface} ${one.network}`),
        })
      this.#onDidChange.emit()
    } else if (isListChanged) this.#onDidChange.emit()
    if (!this.#isStopped) this.#stopClock = clock.after(checkIntervalMs, () => this.#scheduleApply())
  }

  #choose(open: readonly PhoneNetwork[]): void {
    const { lanApprovals } = this.#deps.settings.get()
    const networks = open.map((one) => ({ interface: one.interface, network: one.network }))
    this.#deps.settings.change({ lanApprovals: { ...lanApprovals, networks } })
  }

  async #open(addresses: readonly string[], port: number): Promise<LanState> {
    const { network, certificate, assets, clock } = this.#deps
    const log = throttleLog(this.#deps.log, clock)
    try {
      const { pem, fingerprint } = await certificate()
      const connections = new LanConnections(clock)
      const onKeyShown = connections.keyShown.bind(connections)
      const deps = { ...this.#deps, log, assets: assets(), fingerprint, onKeyShown }
      const serve = (names: readonly string[]) => createPhoneRequests(deps, names)
      const { mayConnect } = network
      const listener = await openLanListener({ addresses, port, pem, mayConnect, connections, log, serve })
      this.#listener = { ...listener, close: () => listener.close().finally(() => log.close()) }
      return { kind: 'on', origins: this.#listener.names.map((name) => `https://${name}`), fingerprint }
    } catch (cause) {
      log.error('phones cannot reach this computer', { error: `${cause}` })
      const error = new GatewayError('SYSTEM.SERVICE_UNAVAILABLE', {
        message: `Phones cannot reach this computer: ${cause instanceof Error ? cause.message : cause}`,
        suggestion: `Choose a port other than ${port} in the settings file (lanApprovals), or close the program that uses it.`,
      })
      return { kind: 'failed', error: error.toContract() }
    }
  }
}
