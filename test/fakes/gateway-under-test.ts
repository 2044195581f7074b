/** Gateway under test: a gateway with the real validator, and a fake clock, audit trail, log and servers. */

import type { Caller } from '@contract/call.js'
import type { OpenApproval } from '@shared/approvals/approval.js'
import type { Server } from '@shared/servers/server.js'
import { Gateway } from '../../src-main/gateway/gateway.js'
import type { GatewayOptions } from '../../src-main/gateway/gateway-options.js'
import type { CallReport, CallRequest } from '../../src-main/gateway/ports/calls.js'
import type { GatewayStores, ManifestStore } from '../../src-main/gateway/ports/stores.js'
import { acceptedManifestOf } from '../../src-main/policy/trust/manifest-trust.js'
import { memoryStores } from '../../src-main/storage/stores.js'
import { CapabilityValidator } from '../../src-main/validation/capability-validator.js'
import { FakeClock, settled } from './fake-clock.js'
import { core, FakeProvider, FakeServer } from './fake-provider.js'
import { MemoryAuditLog } from './memory-audit-log.js'
import { RecordingLog } from './recording-log.js'

export const caller: Caller = { type: 'model', id: 'mcp:test', name: 'A test' }

/** Shared: it compiles each schema once, by identity, and keeps nothing else. */
const validator = new CapabilityValidator()

/** What the fake overworld reads before it is changed. */
export const noon = { worldName: 'world', time: 6_000, fullTime: 1_230_000, day: 51, phase: 'day' }

export type TestOptions = Omit<Partial<GatewayOptions>, 'stores'> & { readonly stores?: Partial<GatewayStores> }

export class GatewayUnderTest {
  readonly clock = new FakeClock()
  readonly audit = new MemoryAuditLog()
  readonly log = new RecordingLog()
  readonly manifests: ManifestStore
  readonly provider = new FakeProvider()
  readonly gateway: Gateway
  /** Every question that was asked, in order. */
  readonly questions: OpenApproval[] = []

  constructor({ stores, ...options }: TestOptions = {}) {
    const { clock, audit, log } = this
    const all = { ...memoryStores({ clock, log }), ...stores }
    this.manifests = all.manifests
    this.gateway = new Gateway({
      clock,
      audit,
      log,
      validator,
      stores: all,
      ...options,
    })
    this.gateway.provide(this.provider)
    this.gateway.approvals.onDidOpen((approval) => this.questions.push(approval))
  }

  /** A server with the given core capabilities, or with those of its description; a person has accepted them. */
  serve(id: string, capabilities: readonly string[], description: Partial<Server> = {}): FakeServer {
    const server = new FakeServer({ id, capabilities: capabilities.map(core), ...description })
    this.manifests.accept(id, server.server.capabilities.map(acceptedManifestOf))
    this.provider.host.present(server)
    return server
  }

  /** A server whose time can be read and set. */
  serveOverworld(id = 'overworld'): FakeServer {
    return this.serve(id, ['world.time.get', 'world.time.set', 'player.list'])
      .answers('world.time.get', () => ({ data: { ...noon } }))
      .answers('world.time.set', ({ arguments: { time } }) => ({
        data: { worldName: 'world', previousTime: 6_000, time },
      }))
      .answers('player.list', () => ({ data: { players: [], online: 0, max: 20 } }))
  }

  call(capabilityId: string, given: unknown, more: Partial<CallRequest> = {}): Promise<CallReport> {
    return this.gateway.invoke({
      capabilityId,
      arguments: given,
      caller,
      signal: new AbortController().signal,
      ...more,
    })
  }

  setTime(more: Partial<CallRequest> = {}): Promise<CallReport> {
    return this.call('world.time.set', { worldName: 'world', time: 13_000 }, more)
  }

  /** The next open question, once it is asked. */
  async asked(): Promise<OpenApproval> {
    await settled()
    const [open] = this.gateway.approvals.open()
    if (!open) throw new Error('Nobody was asked.')
    return open
  }
}

/** The code of the error a call failed with; how it ended otherwise. */
export const endOf = ({ outcome }: Pick<CallReport, 'outcome'>): string =>
  outcome.kind === 'failed' ? outcome.error.code : outcome.kind
