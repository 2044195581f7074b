/** What happens to an agent's frames while its capabilities are being admitted; the test controls the admission. */

import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import type { Server } from '@shared/servers/server.js'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Gateway } from '../../src-main/gateway/gateway.js'
import { AgentProvider } from '../../src-main/providers/agent/agent-provider.js'
import { memoryStores } from '../../src-main/storage/stores.js'
import type { AdmittedOffer } from '../../src-main/validation/admission.js'
import { createContractAjv } from '../../src-main/validation/ajv.js'
import { CapabilityValidator } from '../../src-main/validation/capability-validator.js'
import { createFrameReader } from '../../src-main/validation/frame-reader.js'
import { acceptEverything } from '../fakes/accepting-owner.js'
import { FakeClock } from '../fakes/fake-clock.js'
import { core, manifestOf } from '../fakes/fake-provider.js'
import { MemoryAuditLog } from '../fakes/memory-audit-log.js'
import { RawAgent } from '../fakes/raw-agent.js'
import { RecordingLog } from '../fakes/recording-log.js'
import { until } from '../fixtures/until.js'

let clock: FakeClock
let log: RecordingLog
let gateway: Gateway
let agent: RawAgent
/** Pending admissions, in the order of their requests. */
let pendingAdmissions: ((capabilities: CapabilityManifest[]) => void)[]

beforeEach(async () => {
  clock = new FakeClock()
  log = new RecordingLog()
  pendingAdmissions = []
  gateway = new Gateway({
    clock,
    log,
    audit: new MemoryAuditLog(),
    validator: new CapabilityValidator(),
    stores: memoryStores(),
  })
  acceptEverything(gateway)
  const admit = () =>
    new Promise<AdmittedOffer>((resolve) =>
      pendingAdmissions.push((capabilities) => resolve({ capabilities, refused: [] })),
    )
  const agents = new AgentProvider({ clock, log, readFrame: createFrameReader(createContractAjv()), admit })
  gateway.provide(agents)
  agent = await RawAgent.listen()
  agents.add({ id: 'raw', kind: 'agent', address: agent.address, token: 'right' })
  await until(() => pendingAdmissions.length === 1)
})

afterEach(async () => {
  await gateway.stop()
  await agent.close()
})

const server = (): Server | undefined => gateway.registry.link('raw')?.server
const ids = () => server()?.capabilities.map(({ id }) => id)
const admitNext = (index: number, ...capabilities: CapabilityManifest[]) => pendingAdmissions[index]?.(capabilities)

it('a server is not online before its capabilities are admitted, even if it reports its health', async () => {
  agent.send({ type: 'heartbeat', status: { healthy: true, tps: 19.8 } })
  await agent.next('heartbeat_ack')
  expect(server()?.state).toBe('connecting')
  admitNext(0, core('player.list'))
  await until(() => server()?.state === 'online')
  expect(server()?.health).toMatchObject({ tps: 19.8 })
})

it('an update waits until the registration is admitted', async () => {
  const extra = manifestOf({ id: 'ext.raw.extra' })
  agent.send({ type: 'capability_update', action: 'add', capabilities: [extra] })
  agent.send({ type: 'capability_update', action: 'remove', capabilities: [{ id: 'player.list' }] })
  agent.send({ type: 'heartbeat' })
  await agent.next('heartbeat_ack')
  expect(pendingAdmissions).toHaveLength(1)
  admitNext(0, core('player.list'))
  await until(() => pendingAdmissions.length === 2)
  expect(ids()).toEqual(['player.list'])
  admitNext(1, extra)
  await until(() => ids()?.join() === 'ext.raw.extra')
})

it('a session that ended meanwhile is not presented as online', async () => {
  agent.vanish()
  await until(() => server()?.state === 'offline')
  admitNext(0, core('player.list'))
  await new Promise((resolve) => setImmediate(resolve))
  expect(server()).toMatchObject({ state: 'offline', capabilities: [] })
})

it('disconnects an agent that sends endless updates during admission', async () => {
  for (let index = 0; index < 40; index++) {
    agent.send({ type: 'capability_update', action: 'remove', capabilities: [{ id: `ext.raw.n${index}` }] })
  }
  await until(() => server()?.state === 'offline')
  expect(server()?.problem).toMatchObject({ code: 'SYSTEM.RATE_LIMITED', details: { reason: 'updates too fast' } })
})
