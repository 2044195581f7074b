/**
 * Remote access: whether and where windows of other computers reach this gateway, and who is invited.
 *
 * Enforces invariant 2: it listens nowhere until it is switched on, and what cannot be opened stays closed with a reason.
 */
import { isIP } from 'node:net'
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os'
import { GatewayError } from '@contract/gateway-error.js'
import type { Person } from '@shared/approvals/approval.js'
import type { PersonRole } from '@shared/clients/person-role.js'
import type { Settings } from '@shared/program/settings.js'
import type { DoorState, NewInvitation, RemoteSettings, RemoteView } from '@shared/remote/door-state.js'
import { pairingCodeText } from '@shared/remote/pairing-code.js'
import { anotherOwner } from '../../../gateway/clients/people-errors.js'
import { Emitter } from '../../../gateway/ports/emitter.js'
import type { PersonDirectory } from '../../../gateway/ports/person-directory.js'
import type { Clock, Log } from '../../../gateway/ports/runtime.js'
import { throttleLog } from '../../../network/http/throttled-log.js'
import { mayGiveWay } from '../../../policy/rights/person-terms.js'
import type { OwnerCertificate } from '../../../storage/owner-certificate.js'
import { Invitations } from './invitations.js'
import type { DoorConnection, RemoteLink } from './remote-door.js'
import { serveLink } from './remote-link.js'
import { openRemoteListener, type RemoteListener, type RemoteRoute } from './remote-listener.js'

export interface RemoteAccessDependencies {
  readonly directory: PersonDirectory
  readonly settings: {
    get(): Pick<Settings, 'remote'>
    /** @returns whether it was saved */
    change(change: Pick<Settings, 'remote'>): boolean
    onDidChange(listener: () => void): () => void
  }
  /** @throws Error when there is none and none can be made */
  readonly certificate: () => Promise<OwnerCertificate>
  readonly clock: Clock
  readonly log: Log
}

/** What is behind the listener. */
export interface Behind {
  connected(link: RemoteLink): DoorConnection
  /** Ends all connections. */
  closeAll(): void
  /** Ends them, and everything that they left open. */
  stop(): void
  /** Path → what else is served there, for AI clients on other computers. */
  readonly routes?: Readonly<Record<string, RemoteRoute>>
}

export interface Invitee {
  /** Of a new person. */
  readonly name?: string
  /** Of a new person; default: viewer. */
  readonly role?: PersonRole
  readonly servers?: readonly string[]
  /** The id of a person who gets another computer. */
  readonly person?: string
}

/** Milliseconds between two looks at the certificate. */
const renewalCheckMs = 86_400_000

export class RemoteAccess {
  readonly #deps: RemoteAccessDependencies
  readonly invitations: Invitations
  #behind: Behind | undefined
  #listener: RemoteListener | undefined
  #certificate: OwnerCertificate | undefined
  #door: DoorState = { kind: 'off' }
  /** The settings that the listener was opened with. */
  #openedWith = ''
  #work: Promise<void> = Promise.resolve()
  #stopTimer = () => {}
  #isStopped = false
  readonly #endings: (() => void)[]
  readonly #onDidChange = new Emitter<void>()
  readonly onDidChange = this.#onDidChange.on

  constructor(deps: RemoteAccessDependencies) {
    this.#deps = deps
    this.invitations = new Invitations(deps.directory, deps.clock)
    this.#endings = [
      deps.settings.onDidChange(() => this.#scheduleApply()),
      this.invitations.onDidChange(() => this.#onDidChange.emit()),
    ]
  }

  get view(): RemoteView {
    return { settings: this.#deps.settings.get().remote, door: this.#door, invitation: this.invitations.open }
  }

  /** Whether somebody is an owner besides the person at this computer. */
  get hasOwner(): boolean {
    return this.#deps.directory.list().some(({ id, role }) => id !== 'desktop' && role === 'owner')
  }

  /** Listens from now on, where it is switched on. */
  open(behind: Behind): Promise<void> {
    this.#behind = behind
    this.#scheduleApply()
    return this.settled()
  }

  /** Resolves when the settings are applied. */
  settled(): Promise<void> {
    return this.#work
  }

  /** @returns what is so then @throws GatewayError when it could not be saved */
  async switch(change: Partial<RemoteSettings>): Promise<RemoteView> {
    const { settings } = this.#deps
    if (change.host !== undefined && change.host !== '' && isIP(change.host) === 0)
      throw new GatewayError('PROTOCOL.INVALID_REQUEST', {
        message: 'This is no IP address.',
        suggestion: 'Enter an address of this computer, or nothing for all of them.',
      })
    if (!settings.change({ remote: { ...settings.get().remote, ...change } }))
      throw new GatewayError('SYSTEM.SETTINGS_UNWRITABLE')
    await this.settled()
    return this.view
  }

  /** @throws GatewayError when nobody can connect, or the name cannot be used */
  invite({ name = '', role = 'viewer', servers, person }: Invitee, by: Person): NewInvitation {
    if (this.#door.kind !== 'on' || !this.#certificate) throw closed()
    const known = person === undefined ? undefined : this.#deps.directory.list().find(({ id }) => id === person)
    if (person !== undefined && !known) throw unknownPerson()
    if (known && !mayGiveWay(by, known, known.ways.length)) throw anotherOwner()
    const { secret, endsAt } = this.invitations.begin(
      known
        ? { kind: 'known', person: known.id, terms: known }
        : { kind: 'new', terms: { name, role, ...(servers && { servers }) } },
      by,
    )
    return {
      name: known?.name ?? name,
      role: known?.role ?? role,
      endsAt: endsAt.toISOString(),
      code: pairingCodeText({ secret, pin: this.#certificate.pin }),
      addresses: this.#door.addresses,
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    for (const end of this.#endings) end()
    this.invitations.stop()
    this.#behind?.stop()
    this.#scheduleApply()
    await this.#work
  }

  #scheduleApply(): void {
    if (this.#behind) this.#work = this.#work.then(() => this.#apply())
  }

  async #apply(): Promise<void> {
    const { enabled, port, host } = this.#deps.settings.get().remote
    const isOn = enabled && !this.#isStopped
    const target = JSON.stringify([isOn, isOn && port, isOn && host])
    if (target === this.#openedWith && this.#door.kind !== 'failed') return
    this.#openedWith = target
    this.#stopTimer()
    const previous = this.#listener
    this.#listener = undefined
    if (previous) {
      this.#behind?.closeAll()
      await previous.close()
    }
    if (!isOn) this.invitations.cancel()
    this.#door = isOn ? await this.#listen(port, host) : { kind: 'off' }
    this.#onDidChange.emit()
  }

  async #listen(port: number, host: string): Promise<DoorState> {
    const { clock } = this.#deps
    const log = throttleLog(this.#deps.log, clock)
    const behind = this.#behind
    if (!behind) return { kind: 'off' }
    try {
      const certificate = await this.#deps.certificate()
      const listener = await openRemoteListener({
        host,
        port,
        pem: certificate.pem,
        onWindow: (unproven) => serveLink(unproven, (link) => behind.connected(link), clock),
        ...(behind.routes && { routes: behind.routes }),
        clock,
        log,
      })
      this.#certificate = certificate
      this.#listener = { ...listener, close: () => listener.close().finally(() => log.close()) }
      this.#stopTimer = clock.after(renewalCheckMs, () => void this.#renew())
      const addresses = addressesOf(host).map(
        (address) => `${isIP(address) === 6 ? `[${address}]` : address}:${listener.port}`,
      )
      log.info('people can connect from other computers', { addresses })
      return { kind: 'on', addresses, fingerprint: certificate.fingerprint }
    } catch (cause) {
      log.close()
      log.error('windows of other computers cannot reach this gateway', { error: `${cause}` })
      return { kind: 'failed', error: asFailure(cause, port).toContract() }
    }
  }

  /** A certificate that ends soon is replaced by one with the same key, while the program runs. */
  async #renew(): Promise<void> {
    this.#stopTimer = this.#deps.clock.after(renewalCheckMs, () => void this.#renew())
    try {
      const certificate = await this.#deps.certificate()
      if (certificate.fingerprint === this.#certificate?.fingerprint || this.#door.kind !== 'on') return
      this.#listener?.renew(certificate.pem)
      this.#certificate = certificate
      this.#door = { ...this.#door, fingerprint: certificate.fingerprint }
      this.#onDidChange.emit()
    } catch (error) {
      this.#deps.log.error('the certificate for other computers could not be renewed', { error: `${error}` })
    }
  }
}

/** Where others may reach this computer. */
function addressesOf(host: string): readonly string[] {
  if (host !== '' && host !== '0.0.0.0' && host !== '::') return [host]
  const all = Object.values(networkInterfaces()).flatMap((infos: NetworkInterfaceInfo[] = []) => infos)
  const outside = all.filter(({ internal, address }) => !internal && !address.startsWith('fe80:'))
  const addresses = (outside.length > 0 ? outside : all).map(({ address }) => address)
  return [...new Set(addresses)].sort((one, other) => isIP(one) - isIP(other)).slice(0, 8)
}

function asFailure(cause: unknown, port: number): GatewayError {
  if (cause instanceof GatewayError) return cause
  return new GatewayError('SYSTEM.SERVICE_UNAVAILABLE', {
    message: `Other computers cannot connect. ${failureReason(cause, port)}`,
    suggestion: `Choose another address or a port other than ${port}, or close the program that uses it.`,
  })
}

function failureReason(cause: unknown, port: number): string {
  const { code, message } = cause as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') return `Another program uses port ${port}.`
  if (code === 'EADDRNOTAVAIL') return 'This computer does not have the chosen address.'
  if (code === 'EACCES') return `The system does not allow Gatehouse to use port ${port}.`
  return `The port cannot be opened: ${message}.`
}

const closed = (): GatewayError =>
  new GatewayError('PROTOCOL.INVALID_REQUEST', {
    message: 'Other computers cannot connect now.',
    suggestion: 'Switch on "Let people answer from another computer", or run: gatehouse remote on',
  })

const unknownPerson = (): GatewayError =>
  new GatewayError('PROTOCOL.INVALID_REQUEST', {
    message: 'There is no such person.',
    suggestion: 'Look at the list of people again.',
  })
