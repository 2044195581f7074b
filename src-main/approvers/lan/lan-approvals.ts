/**
 * LAN approvals: opens the door for phones when a person has switched it on, and closes it when they have not.
 *
 * Guards invariant 2: off is the rule; what cannot be opened stays closed and says why. Addresses come and go, so it
 * looks again from time to time.
 */
import { GatewayError } from '../../contract/gateway-error.js'
import type { LanState, People as PeopleSeen } from '../../contract/people.js'
import type { Settings } from '../../contract/settings.js'
import type { Approvers } from '../../gateway/approvals.js'
import { Emitter } from '../../gateway/emitter.js'
import type { People } from '../../gateway/people.js'
import type { PeopleAtTheDoor } from '../../gateway/people-ports.js'
import type { Clock, Log } from '../../gateway/ports.js'
import { quiet } from '../../http/quiet-log.js'
import { LanConnections } from './lan-connections.js'
import { type LanDoor, openLanDoor } from './lan-door.js'
import type { LanNetwork } from './lan-network.js'
import type { PhoneAssets } from './phone-page.js'
import { createPhoneRequests } from './phone-requests.js'

export interface LanApprovalsParts {
  /** Nobody is let in from here. */
  readonly people: PeopleAtTheDoor & Pick<People, 'list' | 'pairing' | 'cancel' | 'onDidChange' | 'onDidRevoke'>
  readonly approvals: Approvers
  readonly settings: {
    get(): Pick<Settings, 'lanApprovals'>
    onDidChange(listener: () => void): () => void
  }
  readonly network: LanNetwork
  /** @throws Error when there is none and none can be made */
  readonly certificate: () => Promise<{ readonly pem: string; readonly fingerprint: string }>
  /** @throws Error when they are not there */
  readonly assets: () => PhoneAssets
  readonly clock: Clock
  readonly log: Log
}

/** Milliseconds between two looks at which addresses there are. */
const lookMs = 15_000

export class LanApprovals {
  readonly #parts: LanApprovalsParts
  #state: LanState = { kind: 'off' }
  #door: LanDoor | undefined
  /** What the door was opened for. */
  #wanted = ''
  #work: Promise<void> = Promise.resolve()
  #stopClock: () => void = () => {}
  #isStopped = false
  readonly #endings: (() => void)[]
  readonly #onDidChange = new Emitter<void>()
  /** Also when somebody comes, goes or is paired. */
  readonly onDidChange = this.#onDidChange.on

  constructor(parts: LanApprovalsParts) {
    this.#parts = parts
    const { people, settings, approvals } = parts
    this.#endings = [
      settings.onDidChange(() => this.#follow()),
      people.onDidChange(() => this.#onDidChange.emit()),
      // What somebody agreed to whose key was taken away is not done.
      people.onDidRevoke(({ name }) => {
        const theirs = approvals.open().filter(({ agreed }) => agreed.includes(name))
        for (const { id } of theirs) approvals.answer({ id, decision: 'deny', person: owner })
      }),
    ]
    this.#follow()
  }

  /** What the window shows. */
  get seen(): PeopleSeen {
    const { people } = this.#parts
    const { pairing } = people
    const [origin] = this.#state.kind === 'on' ? this.#state.origins : []
    return {
      lan: this.#state,
      people: people.list(),
      pairing:
        pairing && origin !== undefined
          ? {
              id: pairing.id,
              link: `${origin}/pair#${pairing.secret}`,
              code: pairing.code,
              endsAt: pairing.endsAt.toISOString(),
              ...(pairing.claim && { claim: pairing.claim }),
            }
          : null,
    }
  }

  /** Resolves when what the settings say is done. */
  settled(): Promise<void> {
    return this.#work
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    for (const end of this.#endings) end()
    this.#follow()
    await this.#work
  }

  #follow(): void {
    this.#stopClock()
    this.#work = this.#work.then(() => this.#become())
  }

  async #become(): Promise<void> {
    const { settings, network, people, clock } = this.#parts
    this.#stopClock()
    const { enabled, port } = settings.get().lanApprovals
    const isOn = enabled && !this.#isStopped
    const addresses = isOn ? network.addresses() : []
    const wanted = JSON.stringify([isOn, addresses, port])
    if (wanted !== this.#wanted || this.#state.kind === 'failed') {
      this.#wanted = wanted
      people.cancel()
      const open = this.#door
      this.#door = undefined
      await open?.close()
      this.#state = isOn ? await this.#open(addresses, port) : { kind: 'off' }
      this.#onDidChange.emit()
    }
    if (isOn) this.#stopClock = clock.after(lookMs, () => this.#follow())
  }

  async #open(addresses: readonly string[], port: number): Promise<LanState> {
    const { network, certificate, assets, clock } = this.#parts
    const log = quiet(this.#parts.log, clock)
    if (addresses.length === 0) return { kind: 'no-network' }
    try {
      const { pem, fingerprint } = await certificate()
      const connections = new LanConnections(clock)
      const onKeyShown = connections.keyShown.bind(connections)
      const parts = { ...this.#parts, log, assets: assets(), fingerprint, onKeyShown }
      const serve = (names: readonly string[]) => createPhoneRequests(parts, names)
      const { mayCome } = network
      const door = await openLanDoor({ addresses, port, pem, mayCome, connections, log, serve })
      this.#door = { ...door, close: () => door.close().finally(() => log.close()) }
      return { kind: 'on', origins: this.#door.names.map((name) => `https://${name}`), fingerprint }
    } catch (cause) {
      log.error('phones cannot reach this computer', { error: `${cause}` })
      const error = new GatewayError('SYSTEM.SERVICE_UNAVAILABLE', {
        message: `Phones cannot reach this computer: ${cause instanceof Error ? cause.message : cause}`,
        suggestion: `Choose another port than ${port} in the settings file (lanApprovals), or close what uses it.`,
      })
      return { kind: 'failed', error: error.toContract() }
    }
  }
}

/** Who takes keys away, as the audit trail names them. */
const owner = { id: 'desktop', name: 'desktop', kind: 'desktop' } as const
