/** Remote scene: the door for windows of other computers over real TLS on loopback, with orders of the test. */
import type { PersonTerms } from '@shared/clients/person.js'
import type { ApprovalRequest } from '../../src-main/gateway/approvals/approval-request.js'
import type { Approvals } from '../../src-main/gateway/approvals/approvals.js'
import type { Clock } from '../../src-main/gateway/ports/runtime.js'
import { createPayloadCheck } from '../../src-main/owner/doors/payload-check.js'
import { askedRemotely } from '../../src-main/owner/doors/remote/asked-remotely.js'
import { Invitations } from '../../src-main/owner/doors/remote/invitations.js'
import { RemoteDoor } from '../../src-main/owner/doors/remote/remote-door.js'
import { serveLink } from '../../src-main/owner/doors/remote/remote-link.js'
import { openRemoteListener } from '../../src-main/owner/doors/remote/remote-listener.js'
import { approvalOrders } from '../../src-main/owner/orders/approvals.js'
import type { Orders, RemoteOrder } from '../../src-main/owner/table/table.js'
import { selfSigned } from '../../src-main/storage/self-signed.js'
import { systemClock } from '../../src-main/storage/system-clock.js'
import { approvalsUnderTest, question } from './approvals-under-test.js'
import { MemoryAuditLog } from './memory-audit-log.js'
import { MemoryPeople } from './memory-people.js'
import { RecordingLog } from './recording-log.js'
import { type DeviceKeys, deviceKeys, RemoteWindow } from './remote-window.js'

let certificate: Promise<string> | undefined

/** The same in every test: making one takes time. */
const certificateForTests = (): Promise<string> =>
  (certificate ??= selfSigned({ now: new Date(), lifeMs: 86_400_000 * 30, host: 'gatehouse.local' }).then(
    ({ certificate: cert, privateKey }) => `${cert}\n${privateKey}\n`,
  ))

export interface RemoteSceneOptions {
  /** Of the door and of requests; the listener has the real time. */
  readonly clock?: Clock
  readonly orders?: Partial<Orders<RemoteOrder>>
}

export interface RemoteScene {
  readonly port: number
  readonly door: RemoteDoor
  readonly people: MemoryPeople
  readonly invitations: Invitations
  readonly approvals: Approvals
  readonly audit: MemoryAuditLog
  readonly log: RecordingLog
  /** Opens a request. @returns its id and what becomes of it */
  ask(request?: Partial<ApprovalRequest>): Promise<{ readonly id: string; readonly outcome: Promise<string> }>
  /** Adds a person with a computer. */
  computerOf(
    terms: PersonTerms,
    keys?: DeviceKeys,
  ): { readonly person: string; readonly device: string; readonly keys: DeviceKeys }
  /** A window of that computer that proved itself. */
  window(computer: { readonly device: string; readonly keys: DeviceKeys }): Promise<RemoteWindow>
  unproven(keys?: DeviceKeys): Promise<RemoteWindow>
  stop(): Promise<void>
}

export async function remoteScene({ clock = systemClock, orders = {} }: RemoteSceneOptions = {}): Promise<RemoteScene> {
  const people = new MemoryPeople()
  const audit = new MemoryAuditLog()
  const log = new RecordingLog()
  const invitations = new Invitations(people, clock)
  const approvals = approvalsUnderTest({ clock, log })
  const followed = { ...approvalOrders(approvals, { recorded: () => [] }), ...orders }
  const door = new RemoteDoor({
    directory: people,
    invitations,
    asked: askedRemotely({ approvals, inputs: nothingAsked, consents: nothingAsked, keyless: nothingAsked }),
    orders: followed as Orders<RemoteOrder>,
    check: createPayloadCheck(),
    gateway: { id: 'gatehouse-test', name: 'A test', version: '0.0.0' },
    schemaOf: () => undefined,
    audit,
    clock,
    log,
  })
  const listener = await openRemoteListener({
    host: '127.0.0.1',
    port: 0,
    pem: await certificateForTests(),
    onWindow: (unproven) => serveLink(unproven, (link) => door.connected(link), systemClock),
    clock: systemClock,
    log,
  })
  const windows: RemoteWindow[] = []
  const unproven = async (keys?: DeviceKeys) => {
    const window = await RemoteWindow.open(listener.port, keys)
    windows.push(window)
    return window
  }
  return {
    port: listener.port,
    door,
    people,
    invitations,
    approvals,
    audit,
    log,
    unproven,
    async ask(request = {}) {
      const opened = new Promise<string>((resolve) => {
        const outcome = approvals
          .request({ ...question, ...request }, 1, new AbortController().signal, ({ id }) => resolve(id))
          .then((resolution) => resolution.outcome)
        outcomes.push(outcome)
      })
      const id = await opened
      return { id, outcome: outcomes.at(-1) ?? Promise.reject(new Error('nothing was asked')) }
    },
    computerOf(terms, keys = deviceKeys()) {
      const person = people.add(terms).id
      const device = people.addWay(person, { kind: 'computer', name: 'a laptop', proof: keys.publicKey }).id
      return { person, device, keys }
    },
    async window({ device, keys }) {
      const window = await unproven(keys)
      await window.prove(device)
      return window
    },
    async stop() {
      door.stop()
      for (const window of windows) window.cut()
      await listener.close()
      approvals.denyAll('the test')
    },
  }
}

const outcomes: Promise<string>[] = []

const nothingAsked = { attach: () => () => {}, open: () => [], onDidClose: () => () => {} }
