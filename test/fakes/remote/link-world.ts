/**
 * Link world: real approvals of a gateway that can restart, two people with a window each, and cables between them that a
 * test cuts. It notes what was ordered, followed and run, so that a test can compare them.
 */
import { randomBytes } from 'node:crypto'
import type { OpenApproval } from '@shared/approvals/approval.js'
import type { PersonRole } from '@shared/clients/person-role.js'
import type { Approvals } from '../../../src-main/gateway/approvals/approvals.js'
import { closeUnfinished } from '../../../src-main/gateway/path/unfinished-calls.js'
import type { ApprovalRecord, ApprovalStore } from '../../../src-main/gateway/ports/stores.js'
import { approvalOrders } from '../../../src-main/owner/orders/approvals.js'
import { personOf } from '../../../src-main/owner/orders/giver.js'
import type { Giver, OrderName, Orders } from '../../../src-main/owner/table/table.js'
import { isOver } from '../../../src-main/policy/approvals/approval.js'
import { approvalsUnderTest, question } from '../approvals-under-test.js'
import { FakeClock } from '../fake-clock.js'
import { MemoryAuditLog } from '../memory-audit-log.js'
import { RecordingLog } from '../recording-log.js'
import { Cable, type CableEnd, type CableListener } from './cable.js'
import { type DeviceKey, FrameWindow, type GivenOrder, newDeviceKey } from './frame-window.js'

/** A gateway's end of links, as long as its process lives. */
export interface LinkDoor {
  /** A connection after its handshake. @param exporter of its TLS session */
  accept(end: CableEnd, listen: (listener: CableListener) => void, exporter: Buffer): void
  close(): void
}

/** A person as the gateway knows them now. */
export interface KnownPerson {
  readonly id: string
  readonly name: string
  role: PersonRole
  device: DeviceKey | undefined
  revoked: AbortController
}

export interface FollowedOrder {
  readonly name: string
  readonly payload: unknown
  readonly person: string
  /** What the gateway knew of the person at that moment. */
  readonly role: PersonRole | 'nobody'
  readonly didCount: boolean
}

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
}

export interface Opened {
  readonly clock: FakeClock
  readonly log: RecordingLog
  readonly approvals: Approvals
  readonly people: ReadonlyMap<string, KnownPerson>
  readonly orders: Partial<Orders>
  readonly onRevoke: (listener: (person: KnownPerson) => void) => void
}

type OpenDoor = (opened: Opened) => LinkDoor

interface Line {
  readonly cable: Cable
  readonly exporter: Buffer
}

export class LinkWorld {
  readonly clock = new FakeClock()
  readonly log = new RecordingLog()
  readonly audit = new MemoryAuditLog()
  readonly disk = new Disk()
  readonly people = new Map<string, KnownPerson>()
  readonly windows = new Map<string, FrameWindow>()
  readonly lines = new Map<string, Line>()
  /** What each person's window was asked to order. */
  readonly given: { readonly person: string; readonly window: FrameWindow; readonly order: GivenOrder }[] = []
  readonly followed: FollowedOrder[] = []
  readonly asked: AskedRequest[] = []
  readonly #openDoor: OpenDoor
  readonly #revokeListeners = new Set<(person: KnownPerson) => void>()
  approvals!: Approvals
  door!: LinkDoor

  constructor(openDoor: OpenDoor, names: readonly string[] = ['ada', 'ben']) {
    this.#openDoor = openDoor
    for (const [at, name] of names.entries()) {
      const device = newDeviceKey(`computer:0000000${at + 1}`)
      const id = `person:0000000${at + 1}`
      this.people.set(name, { id, name, role: 'owner', device, revoked: new AbortController() })
      this.windows.set(name, new FrameWindow(device))
    }
    this.#start()
  }

  #start(): void {
    const { clock, log, people } = this
    this.approvals = approvalsUnderTest({ clock, log, store: this.disk })
    this.#revokeListeners.clear()
    const onRevoke = (listener: (person: KnownPerson) => void): void => void this.#revokeListeners.add(listener)
    this.door = this.#openDoor({ clock, log, approvals: this.approvals, people, orders: this.#orders(), onRevoke })
  }

  /** The real orders of requests, and one whose only effect is counted. */
  #orders(): Partial<Orders> {
    const real = approvalOrders(this.approvals, { recorded: () => [] })
    const noted = (name: OrderName, follow: (payload: never, giver: Giver) => unknown) => {
      return async (payload: never, giver: Giver): Promise<unknown> => {
        const { id } = personOf(giver)
        const known = [...this.people.values()].find((person) => person.id === id)
        const note = (didCount: boolean): void => {
          const role = known?.device ? known.role : 'nobody'
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
    } as Partial<Orders>
  }

  /** The process of the gateway ends and begins again; links end at both sides. */
  restart(): void {
    this.door.close()
    this.approvals.denyAll('restart')
    for (const { cable } of this.lines.values()) cable.cut(['window', 'gateway'])
    this.#start()
    closeUnfinished({ store: this.disk, audit: this.audit, clock: this.clock, log: this.log })
  }

  /** The process of the gateway is killed: nothing is closed in order. */
  crash(): void {
    this.door.close()
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
      one = { id, needed, outcome: undefined, runs: 0 }
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

  /** A window connects; a connection that it had is left to its silence. */
  connect(name: string): void {
    const window = this.#window(name)
    this.lines.get(name)?.cable.cut(['window'])
    const line = { cable: new Cable(), exporter: randomBytes(32) }
    this.lines.set(name, line)
    this.plug(line, {
      frame: (text) => window.receive(text),
      closed: () => {
        if (this.lines.get(name) === line) window.disconnected()
      },
    })
    const near = line.cable.end('window')
    window.connect((frame) => near.send(frame), line.exporter)
  }

  /** Connects anything to the gateway. */
  plug({ cable, exporter }: Line, listener: CableListener): void {
    cable.listen('window', listener)
    this.door.accept(cable.end('gateway'), (far) => cable.listen('gateway', far), exporter)
  }

  order(name: string, what: OrderName, payload?: unknown, page: GivenOrder['page'] = 'window'): GivenOrder {
    const window = this.#window(name)
    const order = window.order(what, payload, page)
    this.given.push({ person: name, window, order })
    return order
  }

  /** The person and their device are taken away; `pairAgain` gives them another. */
  revoke(name: string): void {
    const person = this.person(name)
    if (!person.device) return
    person.device = undefined
    person.revoked.abort()
    for (const listener of this.#revokeListeners) listener(person)
  }

  pairAgain(name: string): void {
    const person = this.person(name)
    if (person.device) return
    const device = newDeviceKey(`computer:${randomBytes(4).toString('hex')}`)
    person.device = device
    person.revoked = new AbortController()
    this.windows.set(name, new FrameWindow(device))
    this.lines.get(name)?.cable.cut(['window', 'gateway'])
    this.lines.delete(name)
  }

  person(name: string): KnownPerson {
    const person = this.people.get(name)
    if (!person) throw new Error(`There is no ${name}.`)
    return person
  }

  /** Everything that is under way arrives, and what follows from it. */
  async drain(): Promise<void> {
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

  #window(name: string): FrameWindow {
    const window = this.windows.get(name)
    if (!window) throw new Error(`There is no window of ${name}.`)
    return window
  }
}
