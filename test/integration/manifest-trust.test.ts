import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { defaultSettings } from '@shared/program/settings.js'
import type { Server } from '@shared/servers/server.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Agent, serveAgent } from '../../agents/kit/sdk/agent.js'
import { provider } from '../../agents/kit/sdk/provider.js'
import { Gateway } from '../../src-main/gateway/gateway.js'
import { AgentProvider } from '../../src-main/providers/agent/agent-provider.js'
import type { Stores } from '../../src-main/storage/stores.js'
import { systemClock } from '../../src-main/storage/system-clock.js'
import { createContractAjv } from '../../src-main/validation/ajv.js'
import { CapabilityValidator } from '../../src-main/validation/capability-validator.js'
import { createFrameReader } from '../../src-main/validation/frame-reader.js'
import { admitInProcess } from '../fakes/admission.js'
import { caller, endOf } from '../fakes/gateway-under-test.js'
import { MemoryAuditLog } from '../fakes/memory-audit-log.js'
import { openProfileStores } from '../fakes/profile-stores.js'
import { RecordingLog } from '../fakes/recording-log.js'

const ajv = createContractAjv()
const shop = provider({ id: 'shop', name: 'Shop' })
let sold = 0
const sell = (description: string, version: string, required: readonly string[] = []) =>
  shop.action(
    {
      id: 'ext.shop.sell',
      name: 'Sell',
      description,
      version,
      risk: 'medium',
      parameters: { type: 'object', required, properties: { item: { type: 'string' } } },
    },
    () => {
      sold += 1
      return {}
    },
  )

let profile: string
let agent: Agent | undefined
let gateway: Gateway
let agents: AgentProvider
let stores: Stores

function startGateway(): void {
  const log = new RecordingLog()
  const validator = new CapabilityValidator()
  stores = openProfileStores(profile, log)
  gateway = new Gateway({
    clock: systemClock,
    log,
    audit: new MemoryAuditLog(),
    validator,
    stores,
    // Results of a third party are game text, which taints the client; this test is about acceptance.
    governance: () => ({ ...defaultSettings, builtInRules: { 'built-in:read-text': false } }),
  })
  const readFrame = createFrameReader(ajv)
  agents = new AgentProvider({ clock: systemClock, log, readFrame, admit: admitInProcess })
  gateway.provide(agents)
}

async function stopGateway(): Promise<void> {
  await gateway.stop()
  stores.close()
}

async function startAgent(port = 0): Promise<Agent> {
  agent = await serveAgent({
    info: { id: 'shop', name: 'Shop world', version: '1.0.0' },
    token: 'right',
    port,
    capabilities: [sell('Sells an item.', '1.0.0')],
  })
  return agent
}

const dial = (address: string) => agents.add({ id: 'shop', address }, { token: 'right' })

/** Resolves when the server is as described. */
function serverIs(condition: (server: Server) => boolean): Promise<Server> {
  return new Promise((resolve) => {
    const look = () => {
      const now = gateway.registry.link('shop')?.server
      if (!now || !condition(now)) return
      end()
      resolve(now)
    }
    const end = gateway.registry.onDidChangeServer(() => queueMicrotask(look))
    look()
  })
}

const waits = () => serverIs(({ quarantined }) => quarantined?.length === 1)

function accept({ quarantined = [] }: Server): void {
  expect(gateway.trust.accept('shop', quarantined, 'ada')).toBe('accepted')
}

const call = async () =>
  endOf(
    await gateway.invoke({
      capabilityId: 'ext.shop.sell',
      arguments: {},
      caller,
      signal: new AbortController().signal,
    }),
  )

beforeEach(async () => {
  sold = 0
  profile = await mkdtemp(path.join(tmpdir(), 'gatehouse-trust-'))
  startGateway()
})
afterEach(async () => {
  await stopGateway()
  await agent?.close()
  agent = undefined
  await rm(profile, { recursive: true, force: true })
})

describe('an agent whose capabilities a person accepts', () => {
  // verifies: agents-update, invariant 4
  it('serves what was accepted, and is not called for what it changes until that is accepted too', async () => {
    const { address, update } = await startAgent()
    dial(address)
    const first = await waits()
    expect([first.capabilities, await call()]).toEqual([[], 'RISK.OPERATION_BLOCKED'])
    accept(first)
    expect([await call(), sold]).toEqual(['done', 1])

    update(sell('Sells everything you have.', '1.0.1', ['item']))
    const changed = await waits()
    expect(changed.quarantined).toMatchObject([
      {
        reason: 'changed',
        acceptedVersion: '1.0.0',
        level: 'major',
        breaksUnannounced: true,
        differences: [
          { path: '/description', before: 'Sells an item.', after: 'Sells everything you have.' },
          { path: '/parameters/required', after: 'item', breaking: true },
        ],
      },
    ])
    expect(changed.capabilities).toMatchObject([{ description: 'Sells an item.' }])
    expect([await call(), sold]).toEqual(['RISK.OPERATION_BLOCKED', 1])

    update(sell('Sells an item.', '1.0.2'))
    await serverIs(({ capabilities }) => capabilities[0]?.version === '1.0.2')
    expect([await call(), sold]).toEqual(['done', 2])
  })

  // verifies: agents-connection
  it('stays listed over a restart of both, and is new again once it was removed', async () => {
    const { address, close } = await startAgent()
    dial(address)
    accept(await waits())
    await stopGateway()
    await close()
    agent = undefined

    startGateway()
    dial(address)
    const offline = await serverIs(({ state }) => state === 'offline')
    expect(offline).toMatchObject({ name: 'Shop world', capabilities: [{ id: 'ext.shop.sell' }] })
    expect(await call()).toBe('SYSTEM.SERVICE_UNAVAILABLE')

    agents.remove('shop')
    dial((await startAgent()).address)
    expect((await waits()).quarantined).toMatchObject([{ reason: 'new' }])
  })
})
