/**
 * Remote door: orders of people in windows on other computers, and events for them.
 *
 * 1. A window proves its device by a signature over the exporter of its TLS session, so nothing it sends is of use in
 *    another connection. No key of an AI client is asked for here, and none opens this door (invariant 6).
 * 2. Whose device it is, and what that person may order, is looked up at each order. A device that is taken away loses
 *    its connection at once; when what a person may do changes, their windows connect again.
 * 3. `answer` checks giver, size and schema, as at every door. Each changing order is in the audit trail with the name of
 *    the person, without what it says: that may be a secret (invariant 8).
 * 4. An order is followed once, however often it arrives (`device-orders.ts`).
 * 5. A lost link loses no request (`attendance.ts`).
 */
import { randomUUID } from 'node:crypto'
import { asGatewayError, GatewayError } from '@contract/gateway-error.js'
import { includesRole } from '@shared/clients/person-role.js'
import {
  type FromGateway,
  type FromWindow,
  type RemoteIdentity,
  type RemotePersonTerms,
  remoteWire,
} from '@shared/remote/wire.js'
import type { AuditLog } from '../../../gateway/ports/audit-log.js'
import type { FoundWay, PersonDirectory } from '../../../gateway/ports/person-directory.js'
import type { Clock, Log } from '../../../gateway/ports/runtime.js'
import { LockOut } from '../../../network/http/lock-out.js'
import { plainName } from '../../../policy/text/untrusted-text.js'
import { remoteEvents, remoteOrders } from '../../table/remote.js'
import type { Result } from '../../table/shapes.js'
import {
  mayGive,
  type Order,
  type OrderName,
  type Orders,
  type PageEvent,
  type RemoteGiver,
  type RemoteOrder,
  receivesRemotely,
  type SendEvent,
} from '../../table/table.js'
import { answer, unredacted } from '../answer.js'
import type { PayloadCheck } from '../payload-check.js'
import { type AskedRemotely, Attendance } from './attendance.js'
import { DeviceOrders } from './device-orders.js'
import { isDeviceKey, isSignedBy } from './device-proof.js'
import { readFromWindow } from './from-window.js'
import type { Invitations } from './invitations.js'
import {
  busy,
  malformed,
  notForRole,
  notInvited,
  passedOver,
  refusedMessage,
  restarted,
  unknownDevice,
  wrongCode,
} from './refusals.js'
import { isShaped, type SchemaOf, shownRemotely } from './shown-remotely.js'

/** The connection of a window; `remote-link.ts` implements it over TLS. */
export interface RemoteLink {
  send(text: string): void
  /** What was sent before still arrives. */
  close(): void
  /** The exporter of the TLS session. */
  exporter(): Buffer
  /** The window proved which device it is. @returns whether there is room for one more connection of it */
  admit(device: string): boolean
  readonly address: string
}

export interface RemoteDoorDependencies {
  readonly directory: PersonDirectory
  readonly invitations: Pick<Invitations, 'redeem' | 'open'>
  readonly asked: AskedRemotely
  readonly orders: Orders<RemoteOrder>
  readonly check: PayloadCheck
  readonly gateway: RemoteIdentity
  readonly schemaOf: SchemaOf
  readonly audit: Pick<AuditLog, 'append'>
  readonly clock: Clock
  readonly log: Log
}

/** One connection, for whoever owns it. */
export interface DoorConnection {
  receive(text: string): void
  closed(): void
}

interface Session {
  readonly link: RemoteLink
  readonly device: string
  person: RemoteGiver['person']
  /** Of the connection, not of the orders that are being followed. */
  end(): void
  /** The device, or its person, was taken away. */
  revoke(): void
}

/** `capabilityId` in the audit trail. */
export const remoteOrderId = 'system.owner.order'

/** Whether an order gets a row of its own: not answers and stops, whose rows name the person, nor what only reads. */
const isRecordedHere = (name: string): boolean =>
  !/^(?:approvals|panic|pop-up):|:(?:list|log|setup|show|state)$/u.test(name)

/** Orders of one device that are followed at once. */
const maxRunning = 128

export class RemoteDoor {
  readonly #deps: RemoteDoorDependencies
  /** Changes with each start of the gateway: numbers of orders begin again then. */
  readonly boot = randomUUID()
  readonly #attendance: Attendance
  readonly #lockOut: LockOut
  /** By the id of the device. */
  readonly #sessions = new Map<string, Session>()
  readonly #orders = new Map<string, DeviceOrders>()
  readonly #endings: (() => void)[]

  constructor(deps: RemoteDoorDependencies) {
    this.#deps = deps
    this.#attendance = new Attendance(deps.asked)
    this.#lockOut = new LockOut(deps.clock)
    this.#endings = [
      deps.directory.onDidChange(() => this.#refresh()),
      deps.directory.onDidRevoke((person) => {
        this.#attendance.revoked(person)
        // At once, also where what was taken away cannot be stored.
        this.#refresh()
      }),
    ]
  }

  /** Windows that are connected. */
  get size(): number {
    return this.#sessions.size
  }

  /** Sends an event to the windows of everybody whose role includes it. */
  readonly send: SendEvent = (name, message) => {
    if (this.#sessions.size === 0 || !Object.hasOwn(remoteEvents, name)) return
    const receivers = [...this.#sessions.values()].filter(({ person }) =>
      receivesRemotely(name as PageEvent, person.role),
    )
    if (receivers.length === 0) return
    const textFor = (shown: unknown) => JSON.stringify({ event: name, message: shown } satisfies FromGateway)
    if (isShaped(name)) {
      for (const { link, person } of receivers) link.send(textFor(this.#shown(name, message, person)))
      return
    }
    const text = textFor(message)
    for (const { link } of receivers) link.send(text)
  }

  connected(link: RemoteLink): DoorConnection {
    let session: Session | undefined
    let isOver = false
    let hasPaired = false
    const send = (message: FromGateway) => link.send(JSON.stringify(message))
    const refuse = (error: GatewayError) => {
      isOver = true
      link.send(refusedMessage(error.toContract()))
      link.close()
    }
    send({ hello: { protocol: remoteWire.protocol, gateway: this.#deps.gateway } })

    const receive = (message: FromWindow): void => {
      if ('pair' in message) {
        if (session || hasPaired) throw malformed()
        hasPaired = true
        return send(this.#pair(message.pair, link))
      }
      if ('prove' in message) {
        if (session) throw malformed()
        session = this.#prove(message.prove, link)
        return
      }
      if (!session) throw unknownDevice()
      this.#follow(session, message)
    }

    return {
      receive: (text) => {
        if (isOver) return
        const message = readFromWindow(text)
        try {
          if (!message) throw malformed()
          receive(message)
        } catch (thrown) {
          if (!(thrown instanceof GatewayError)) {
            this.#deps.log.error('a message of a remote window failed', { error: `${thrown}` })
          }
          refuse(asGatewayError(thrown))
        }
      },
      closed: () => {
        isOver = true
        session?.end()
      },
    }
  }

  /** Ends all connections. */
  stop(): void {
    for (const end of this.#endings) end()
    this.closeAll()
    this.#attendance.stop()
  }

  /** Ends all connections; people stay who can be asked while a request is open. */
  closeAll(): void {
    for (const session of [...this.#sessions.values()]) {
      session.link.close()
      session.end()
    }
  }

  /** @throws GatewayError */
  #pair({ secret, computer, publicKey }: Pair, { address }: RemoteLink): FromGateway {
    const { directory, invitations, log } = this.#deps
    if (!isDeviceKey(publicKey)) throw malformed()
    const name = plainName(computer)
    const isInvited = invitations.open !== null
    const device = invitations.redeem(secret, { name, publicKey })
    if (device === undefined) throw this.#wrong(isInvited ? wrongCode() : notInvited(), address)
    const found = directory.find(device)
    if (!found) throw unknownDevice()
    log.info('a computer was added', { person: found.person.name, device, address })
    return { paired: { device, person: termsOf(remotePersonOf(found)) } }
  }

  /** @throws GatewayError */
  #prove({ device, signature }: Prove, link: RemoteLink): Session {
    const { directory, log } = this.#deps
    const found = directory.find(device)
    if (
      found?.way.kind !== 'computer' ||
      found.revoked.aborted ||
      !isSignedBy(found.proof ?? '', link.exporter(), signature)
    )
      throw this.#wrong(unknownDevice(), link.address)
    if (!link.admit(device)) throw new GatewayError('SYSTEM.RATE_LIMITED')
    // The window of a device has one connection; an older one is half dead.
    const previous = this.#sessions.get(device)
    const person = remotePersonOf(found)
    const leave = this.#attendance.arrived(person)
    const closed = directory.opened(device)
    let isOpen = true
    const session: Session = {
      link,
      device,
      person,
      end: () => {
        if (!isOpen) return
        isOpen = false
        found.revoked.removeEventListener('abort', session.revoke)
        if (this.#sessions.get(device) === session) this.#sessions.delete(device)
        closed()
        leave()
        log.info('a remote window disconnected', { person: person.name, device })
      },
      revoke: () => {
        if (!isOpen) return
        link.send(refusedMessage(unknownDevice().toContract()))
        link.close()
        session.end()
        this.#attendance.revoked(person)
        this.#orders.delete(device)
      },
    }
    this.#sessions.set(device, session)
    previous?.link.close()
    previous?.end()
    found.revoked.addEventListener('abort', session.revoke)
    const orders = this.#ordersOf(device).highest
    link.send(JSON.stringify({ welcome: { boot: this.boot, orders, person: termsOf(person) } } satisfies FromGateway))
    log.info('a remote window connected', { person: person.name, device, address: link.address })
    return session
  }

  #follow(session: Session, order: OrderMessage): void {
    const { link, device } = session
    if (this.#sessions.get(device) !== session) return
    const fail = (error: GatewayError) => link.send(replyOf(order.order, failed(error)))
    if (order.boot !== this.boot) return fail(restarted())
    const orders = this.#ordersOf(device)
    const reply = orders.follow(order.order, async () =>
      replyOf(order.order, orders.running >= maxRunning ? failed(busy()) : await this.#answer(device, order)),
    )
    if (!reply) return fail(passedOver())
    void reply.then((text) => {
      if (this.#sessions.get(device) === session) link.send(text)
    })
  }

  async #answer(device: string, { page, name, payload }: OrderMessage): Promise<Result<unknown>> {
    const { directory, orders, check, log } = this.#deps
    const found = directory.find(device)
    if (!found) return failed(unknownDevice())
    const person = remotePersonOf(found)
    if (!mayGive({ page, person }, name)) {
      log.warn('somebody gave an order that is not for them', { order: name, actor: person.name, device })
      return failed(notForRole(person.role, name))
    }
    const isRead = Object.hasOwn(remoteOrders, name) && remoteOrders[name as RemoteOrder] === 'viewer'
    if (!isRead) log.info('an order', { actor: person.name, order: name, device })
    const given = { name: name as OrderName, giver: { page, person }, payload }
    try {
      const order = orders[name as RemoteOrder] as Order<OrderName>
      const recorded: Order<OrderName> = (meant, giver) => {
        if (!isRead && isRecordedHere(name)) this.#record(name, person)
        return order(meant, giver)
      }
      const result = await answer(given, recorded, { redactor: unredacted, check, log })
      return result.ok ? { ok: true, value: this.#shown(name, result.value, person) } : result
    } catch {
      return failed(malformed())
    }
  }

  /** Before it is followed. @throws Error when it cannot be written: the order is not followed then */
  #record(name: string, { id, name: by }: RemoteGiver['person']): void {
    const { audit, clock } = this.#deps
    audit.append({
      id: randomUUID(),
      timestamp: clock.now().toISOString(),
      eventType: 'invoke',
      capabilityId: remoteOrderId,
      caller: { type: 'user', id, name: by },
      request: { order: name },
    })
  }

  #shown(name: string, value: unknown, person: RemoteGiver['person']): unknown {
    return shownRemotely(name, value, person, this.#deps.schemaOf)
  }

  #ordersOf(device: string): DeviceOrders {
    const known = this.#orders.get(device) ?? new DeviceOrders()
    this.#orders.set(device, known)
    return known
  }

  /** Windows whose person may do something else now connect again, and learn it then. */
  #refresh(): void {
    for (const session of [...this.#sessions.values()]) {
      const found = this.#deps.directory.find(session.device)
      if (!found) {
        session.revoke()
        continue
      }
      const person = remotePersonOf(found)
      if (JSON.stringify(termsOf(person)) === JSON.stringify(termsOf(session.person))) continue
      session.link.close()
      session.end()
      if (!includesRole(person.role, session.person.role)) this.#attendance.revoked(person)
    }
    for (const device of this.#orders.keys()) if (!this.#deps.directory.find(device)) this.#orders.delete(device)
  }

  /** Counts a wrong proof or code. @returns the error for its sender */
  #wrong(error: GatewayError, address: string): GatewayError {
    const { milliseconds, began } = this.#lockOut.wrongToken()
    if (milliseconds === 0 || began) this.#deps.log.warn('a computer was refused', { reason: error.message, address })
    if (milliseconds === 0) return error
    return new GatewayError('SYSTEM.RATE_LIMITED', { suggestion: `Wait ${Math.ceil(milliseconds / 1_000)} seconds.` })
  }
}

type Pair = Extract<FromWindow, { pair: unknown }>['pair']
type Prove = Extract<FromWindow, { prove: unknown }>['prove']
type OrderMessage = Extract<FromWindow, { order: unknown }>

const replyOf = (order: number, result: unknown): string =>
  JSON.stringify({ reply: order, result } satisfies FromGateway)

const failed = (error: GatewayError): Result<never> => ({ ok: false, error: error.toContract() })

const remotePersonOf = ({ person }: FoundWay): RemoteGiver['person'] => ({
  ...person,
  kind: 'remote',
  role: person.role ?? 'owner',
})

const termsOf = ({ id, name, role, servers }: RemoteGiver['person']): RemotePersonTerms => ({
  id,
  name,
  role,
  ...(servers && { servers }),
})
