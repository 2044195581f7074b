/**
 * Link world: real approvals of a gateway that can restart, two people with a window each, and cables between them that a
 * test cuts. It notes what was ordered, followed and run, so that a test can compare them.
 */
import { randomBytes } from 'node:crypto'
import type { OpenApproval } from '@shared/approvals/approval.js'
import type { PersonRole } from '@shared/clients/person-role.js'
import type { FromGateway } from '@shared/remote/wire.js'
import type { Approvals } from '../../../src-main/gateway/approvals/approvals.js'
import { closeUnfinished } from '../../../src-main/gateway/path/unfinished-calls.js'
import type { ApprovalRecord, ApprovalStore } from '../../../src-main/gateway/ports/stores.js'
import { createPayloadCheck } from '../../../src-main/owner/doors/payload-check.js'
import { askedRemotely } from '../../../src-main/owner/doors/remote/asked-remotely.js'
import { RemoteDoor } from '../../../src-main/owner/doors/remote/remote-door.js'
import { createDeviceKey } from '../../../src-main/owner/gateways/device-key.js'
import type { ConnectionEvents, DialGateway, GatewayConnection } from '../../../src-main/owner/gateways/gateway-dial.js'
import { GatewayLink } from '../../../src-main/owner/gateways/gateway-link.js'
import { approvalOrders } from '../../../src-main/owner/orders/approvals.js'
import { personOf } from '../../../src-main/owner/orders/giver.js'
import type { Result } from '../../../src-main/owner/table/shapes.js'
import type { Giver, OrderName, Orders, PageName, RemoteOrder } from '../../../src-main/owner/table/table.js'
import { isOver } from '../../../src-main/policy/approvals/approval.js'
import { approvalsUnderTest, question } from '../approvals-under-test.js'
import { FakeClock } from '../fake-clock.js'
import { MemoryAuditLog } from '../memory-audit-log.js'
import { MemoryPeople } from '../memory-people.js'
import { RecordingLog } from '../recording-log.js'
import { Cable, type CableListener } from './cable.js'

/** Heartbeats, which a WebSocket has outside its messages. */
const [ping, pong] = ['ping', 'pong']

interface Window {
  readonly link: GatewayLink
  /** Every frame that it sent, in all its connections. */
  readonly sent: string[]
}

export interface GivenOrder {
  readonly name: string
  readonly payload: unknown
  /** Undefined while the window waits for it. */
  end: Result<unknown> | undefined
}

/** A person of a window, as the test knows them. */
interface WindowPerson {
  readonly id: string
  /** Undefined after it was taken away. */
  device: string | undefined
}

export interface FollowedOrder {
  readonly name: string
  readonly payload: unknown
  readonly person: string
  /** What the gateway knew of the person at that moment; undefined when nothing. */
  readonly role: PersonRole | undefined
  readonly didCount: boolean
}

const nothing = { attach: () => () => {}, open: () => [], onDidClose: () => () => {} }
const check = createPayloadCheck()

class Disk implements ApprovalStore {
  readonly records = new Map<string, ApprovalRecord>()

  write(record: ApprovalRecord): void {
    this.records.set(record.id, record)
  }

  unfinished(): ApprovalRecord[] {
    return [...this.records.values()].filter(({ state }) => !isOver(state))
  }

  close(): void {}
}

export interface AskedRequest {
  readonly id: string
  readonly needed: number
  /** Undefined while it is open. */
  outcome: string | undefined
  /** How often its call was run. */
  runs: number
  /** Something else than its time or a person may have denied it. */
  mayBeDenied: boolean
}

interface Line {
  readonly cable: Cable
  readonly exporter: Buffer
}

export class LinkWorld {
  readonly clock = new FakeClock()
  readonly log = new RecordingLog()
  readonly audit = new MemoryAuditLog()
  readonly disk = new Disk()
  readonly directory = new MemoryPeople()
  readonly people = new Map<string, WindowPerson>()
  readonly windows = new Map<string, Window>()
  readonly lines = new Map<string, Line>()
  /** What each person's window was asked to order. */
  readonly given: { readonly person: string; readonly window: Window; readonly order: GivenOrder }[] = []
  readonly followed: FollowedOrder[] = []
  readonly asked: AskedRequest[] = []
  /** People whose window did not follow the wire: what it shows them is their own fault. */
  readonly misbehaving = new Set<string>()
  approvals!: Approvals
  door!: RemoteDoor

  constructor(names: readonly string[] = ['ada', 'ben']) {
    for (const name of names) {
      const { id } = this.directory.add({ name, role: 'owner' })
      this.people.set(name, { id, device: undefined })
      this.pairAgain(name)
    }
    this.#start()
  }

  #start(): void {
    const { clock, log, directory } = this
    this.approvals = approvalsUnderTest({ clock, log, store: this.disk })
    const { approvals } = this
    const door = new RemoteDoor({
      directory,
      invitations: { open: null, redeem: () => undefined },
      asked: askedRemotely({ approvals, inputs: nothing, consents: nothing, keyless: nothing }),
      orders: this.#orders(),
      check,
      gateway: { id: 'gateway', name: 'A gateway', version: '1.0.0' },
      schemaOf: () => undefined,
      audit: this.audit,
      clock,
      log,
    })
    this.door = door
    const changed = (): void => door.send('approvals:changed', approvals.open())
    approvals.onDidOpen(changed)
    approvals.onDidChange(changed)
    approvals.onDidClose(changed)
  }

  /** The real orders of requests, and one whose only effect is counted. */
  #orders(): Orders<RemoteOrder> {
    const real = approvalOrders(this.approvals, { recorded: () => [] })
    const noted = (name: OrderName, follow: (payload: never, giver: Giver) => unknown) => {
      return async (payload: never, giver: Giver): Promise<unknown> => {
        const { id } = personOf(giver)
        const known = this.directory.list().find((person) => person.id === id)
        const note = (didCount: boolean): void => {
          const role = known?.ways.length ? known.role : undefined
          this.followed.push({ name, payload, person: known?.name ?? id, role, didCount })
        }
        try {
          const result = await follow(payload, giver)
          note(true)
          return result
        } catch (error) {
          note(false)
          throw error
        }
      }
    }
    return {
      ...real,
      'approvals:decide': noted('approvals:decide', real['approvals:decide']),
      'areas:remove': noted('areas:remove', () => {}),
    } as unknown as Orders<RemoteOrder>
  }

  /** The process of the gateway ends and begins again; links end at both sides. */
  restart(): void {
    this.#noteOpen()
    this.door.stop()
    this.approvals.denyAll('restart')
    for (const { cable } of this.lines.values()) cable.cut(['window', 'gateway'])
    this.#start()
    closeUnfinished({ store: this.disk, audit: this.audit, clock: this.clock, log: this.log })
  }

  /** The process of the gateway is killed: nothing is closed in order. */
  crash(): void {
    this.door.stop()
    for (const { cable } of this.lines.values()) cable.cut(['window', 'gateway'])
    this.#start()
    closeUnfinished({ store: this.disk, audit: this.audit, clock: this.clock, log: this.log })
    for (const one of this.asked) one.outcome ??= 'expired'
  }

  async ask(needed: number, risk: OpenApproval['risk']): Promise<void> {
    const requestId = `request-${this.asked.length}`
    const { approvals } = this
    let one: AskedRequest | undefined
    const asked = { ...question, requestId, risk, group: requestId, alike: requestId }
    const settled = approvals.request(asked, needed, new AbortController().signal, ({ id }) => {
      one = { id, needed, outcome: undefined, runs: 0, mayBeDenied: approvals.approvers === 0 }
      this.asked.push(one)
    })
    void settled.then(({ outcome }) => {
      if (!one || one.outcome !== undefined) return
      one.outcome = outcome
      if (outcome !== 'approved' || approvals !== this.approvals) return
      if (approvals.begin(one.id)) {
        one.runs += 1
        approvals.finish(requestId, { kind: 'done' })
      }
    })
  }

  /** A person clicks *Connect*, or the computer notices another network. */
  connect(name: string): Promise<void> {
    this.#window(name).link.connect()
    return this.clock.advance(0)
  }

  /** A connection of a window; an older one is left to its silence. */
  #dial(name: string, window: Window, events: ConnectionEvents): GatewayConnection {
    if (this.windows.get(name) === window) this.lines.get(name)?.cable.cut([])
    const cable = new Cable()
    const exporter = randomBytes(32)
    const line = { cable, exporter }
    const near = cable.end('window')
    if (this.windows.get(name) === window) this.lines.set(name, line)
    // The window has the connection before its first message.
    setImmediate(() =>
      this.plug(line, {
        frame(text) {
          events.alive()
          if (text !== pong) events.message(JSON.parse(text) as FromGateway)
        },
        closed: () => events.closed(),
      }),
    )
    return {
      pin: '',
      exported: exporter,
      send(message) {
        const frame = JSON.stringify(message)
        window.sent.push(frame)
        near.send(frame)
      },
      ping: () => near.send(ping),
      end: () => cable.cut(['window']),
    }
  }

  /** Connects anything to the gateway. */
  plug({ cable, exporter }: Line, listener: CableListener): void {
    cable.listen('window', listener)
    const far = cable.end('gateway')
    const connection = this.door.connected({
      send: (text) => far.send(text),
      close: () => far.close(),
      exporter: () => exporter,
      admit: () => true,
      address: '10.0.0.1',
    })
    cable.listen('gateway', {
      frame: (text) => (text === ping ? far.send(pong) : connection.receive(text)),
      closed: () => connection.closed(),
    })
  }

  order(name: string, what: OrderName, payload?: unknown, page: PageName = 'window'): GivenOrder {
    const window = this.#window(name)
    const order: GivenOrder = { name: what, payload, end: undefined }
    void window.link.order({ page, name: what, payload }).then((result) => {
      order.end = result
    })
    this.given.push({ person: name, window, order })
    return order
  }

  /** The device of this person is taken away; `pairAgain` gives them another. */
  revoke(name: string): void {
    const person = this.person(name)
    if (person.device === undefined) return
    this.#noteOpen()
    this.directory.removeWay(person.device)
    person.device = undefined
  }

  pairAgain(name: string): void {
    const person = this.person(name)
    if (person.device !== undefined) return
    const { publicKey, privateKey } = createDeviceKey()
    const way = this.directory.addWay(person.id, { kind: 'computer', name, proof: publicKey })
    person.device = way.id
    this.windows.get(name)?.link.end()
    this.lines.get(name)?.cable.cut(['window', 'gateway'])
    this.lines.delete(name)
    const gateway = { id: 'gateway', name: 'A gateway', address: 'nas.local:8797', pin: '', person: name }
    const dial: DialGateway = async (_address, _accepts, events) => this.#dial(name, window, events)
    const { clock, log } = this
    const link = new GatewayLink({ ...gateway, device: way.id }, { dial, key: () => privateKey, clock, log })
    const window: Window = { link, sent: [] }
    this.windows.set(name, window)
  }

  changeRole(name: string, role: PersonRole): void {
    this.#noteOpen()
    this.directory.change(this.person(name).id, { role })
  }

  /** What is open now may be denied by what follows. */
  #noteOpen(): void {
    for (const one of this.asked) if (one.outcome === undefined) one.mayBeDenied = true
  }

  person(name: string): WindowPerson {
    const person = this.people.get(name)
    if (!person) throw new Error(`There is no ${name}.`)
    return person
  }

  /** Everything that is under way arrives, and what follows from it. */
  async drain(): Promise<void> {
    await this.clock.advance(0)
    for (let isMoving = true; isMoving; ) {
      isMoving = false
      for (const { cable } of this.lines.values()) {
        while (cable.deliver('gateway')) isMoving = true
        while (cable.deliver('window')) isMoving = true
      }
      await this.clock.advance(0)
      for (const { cable } of this.lines.values()) if (cable.isWaiting) isMoving = true
    }
  }

  /** Time passes while everything that is sent arrives. */
  async pass(milliseconds: number): Promise<void> {
    const step = 5_000
    for (let passed = 0; passed < milliseconds; passed += step) {
      await this.clock.advance(Math.min(step, milliseconds - passed))
      await this.drain()
    }
  }

  #window(name: string): Window {
    const window = this.windows.get(name)
    if (!window) throw new Error(`There is no window of ${name}.`)
    return window
  }
}
