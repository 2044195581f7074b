/** Compose: the parts that the tray program and the headless one have in common, put together. */
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import type { Agent } from './agent-sdk/agent.js'
import { mcpConsumer } from './consumers/mcp/mcp-consumer.js'
import { mcpLegacyConsumer } from './consumers/mcp-legacy/mcp-legacy-consumer.js'
import { restConsumer } from './consumers/rest/rest-consumer.js'
import type { CapabilityManifest } from './contract/generated/capability-manifest.js'
import { Gateway } from './gateway/gateway.js'
import type { Log } from './gateway/ports.js'
import { BodyRoom } from './http/body-room.js'
import { type HttpDoor, openHttpDoor } from './http/door.js'
import { errorGuide } from './http/error-guide.js'
import { AgentProvider } from './providers/agent/agent-provider.js'
import { serveSimulator } from './simulator/simulator.js'
import { openAuditLog } from './storage/audit-log.js'
import { ClientBook, openClientStore } from './storage/client-book.js'
import { removeEndpoint, writeEndpoint } from './storage/endpoint-file.js'
import { openManifestStore } from './storage/manifest-store.js'
import { SettingsStore } from './storage/settings-store.js'
import { systemClock } from './storage/system-clock.js'
import { createAdmission } from './validation/admission.js'
import { compiled, createContractAjv } from './validation/ajv.js'
import { CapabilityValidator } from './validation/capability-validator.js'
import { createFrameReader } from './validation/frame-reader.js'
import { WorkerSchemaThread } from './validation/schema-thread.js'
import { createSchemaTrial } from './validation/schema-trial.js'

export interface ComposeOptions {
  /** Absolute path of the data folder, which this process has taken. */
  readonly profile: string
  readonly log: Log
  /** A free port when 0. */
  readonly httpPort: number
}

export interface Composed {
  readonly gateway: Gateway
  readonly agents: AgentProvider
  readonly settings: SettingsStore
  readonly clients: ClientBook
  readonly door: HttpDoor
  /** What the bridge, and scripts of the same person, send as bearer token. */
  readonly token: string
  /** Adds the embedded demo world; does nothing when it is there. */
  addDemoWorld(): Promise<void>
  removeDemoWorld(): Promise<void>
  /** Lets the bridge find us, once every server has answered or had its chance: some clients list tools only once. */
  announce(): Promise<void>
  /** Denies what is open and lets go of everything, within two seconds. */
  stop(): Promise<void>
}

/** Milliseconds that servers get to register before clients may come. */
const firstContactMs = 3_000

/** Milliseconds that connections get to end by themselves. */
const stoppingMs = 1_500

export const demoWorldId = 'demo'

export async function compose({ profile, log, httpPort }: ComposeOptions): Promise<Composed> {
  const ajv = createContractAjv()
  const validator = new CapabilityValidator()
  const settings = new SettingsStore(profile, ajv, log)
  const audit = openAuditLog(profile)
  const clock = systemClock
  const schemas = new WorkerSchemaThread({ program: path.join(import.meta.dirname, 'schema-worker.cjs'), clock })
  const manifests = openManifestStore(profile, compiled<CapabilityManifest>(ajv, 'capability-manifest-v1.json'), log)
  const token = randomBytes(32).toString('base64url')
  const clients = new ClientBook({ store: openClientStore(profile, log), bridgeToken: token, clock, log })
  const gateway = new Gateway({
    audit,
    clock,
    log,
    validator,
    manifests,
    grantsOf: (caller) => clients.grantsOf(caller),
    callLimitOf: (caller) => clients.callLimitOf(caller),
  })
  const agents = new AgentProvider({
    clock,
    log,
    readFrame: createFrameReader(ajv),
    admit: createAdmission(ajv, createSchemaTrial(schemas, clock)),
  })
  gateway.provide(agents)

  const behindDoor = { gateway, clock, log, bodies: new BodyRoom() }
  const routes = [mcpConsumer(behindDoor), mcpLegacyConsumer(behindDoor), restConsumer(behindDoor), errorGuide()]
  const door = await openHttpDoor({ port: httpPort, keys: clients, clock, routes, log })

  let demo: Promise<Agent> | undefined
  async function startDemoWorld(): Promise<Agent> {
    const secret = randomBytes(32).toString('base64url')
    const agent = await serveSimulator({ port: 0, token: secret })
    agents.add({ id: demoWorldId, kind: 'simulator', address: agent.address, token: secret })
    return agent
  }
  async function removeDemoWorld(): Promise<void> {
    const closing = demo
    demo = undefined
    const agent = await closing
    agents.remove(demoWorldId)
    await agent?.close()
  }

  return {
    gateway,
    agents,
    settings,
    clients,
    door,
    token,
    async addDemoWorld() {
      demo ??= startDemoWorld()
      await demo
    },
    removeDemoWorld,
    async announce() {
      await firstContact(gateway.registry)
      writeEndpoint(profile, { endpoint: door.endpoint, token, pid: process.pid })
    },
    async stop() {
      removeEndpoint(profile)
      const closing = Promise.allSettled([gateway.stop().then(removeDemoWorld), door.close(), schemas.stop()])
      await Promise.race([closing, new Promise<void>((resolve) => systemClock.after(stoppingMs, resolve))])
      manifests.close()
      clients.close()
      audit.close()
    },
  }
}

function firstContact(registry: Gateway['registry']): Promise<void> {
  const settled = () => registry.servers().every(({ state }) => state !== 'connecting')
  return new Promise((resolve) => {
    const done = () => {
      cancel()
      unsubscribe()
      resolve()
    }
    const cancel = systemClock.after(firstContactMs, done)
    const unsubscribe = registry.onDidChangeServer(() => settled() && done())
    if (settled()) done()
  })
}
