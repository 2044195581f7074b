/** Relay scene: one service behind the real listener, MCP layer, gateway and provider, without a namespace. Everything is approved. */
import { randomUUID } from 'node:crypto'
import { type ServiceConfig, withDefaults } from '@shared/servers/service.js'
import { mcpConsumer } from '../../src-main/consumers/mcp/mcp-consumer.js'
import { Gateway } from '../../src-main/gateway/gateway.js'
import { type HttpListener, openHttpListener } from '../../src-main/network/http/http-listener.js'
import { McpServices } from '../../src-main/providers/mcp-service/mcp-services.js'
import { ClientService } from '../../src-main/storage/client-service.js'
import { memoryStores } from '../../src-main/storage/stores.js'
import { systemClock as clock } from '../../src-main/storage/system-clock.js'
import { CapabilityValidator } from '../../src-main/validation/capability-validator.js'
import { acceptEverything } from './accepting-owner.js'
import { admitInProcess } from './admission.js'
import { MemoryAuditLog } from './memory-audit-log.js'
import { RecordingLog } from './recording-log.js'

export class RelayScene {
  readonly token = 'relay-token'
  readonly audit = new MemoryAuditLog()
  readonly gateway: Gateway
  readonly #listener: HttpListener

  private constructor(gateway: Gateway, listener: HttpListener) {
    this.gateway = gateway
    this.#listener = listener
  }

  /** @param more services, by name */
  static async open(service: ServiceConfig, more: Readonly<Record<string, ServiceConfig>> = {}): Promise<RelayScene> {
    const log = new RecordingLog()
    const audit = new MemoryAuditLog()
    const gateway = new Gateway({
      ...{ clock, log, audit },
      validator: new CapabilityValidator(),
      stores: memoryStores(),
    })
    acceptEverything(gateway)
    gateway.approvals.attach()
    gateway.approvals.onDidOpen(({ id }) => setImmediate(() => gateway.approvals.decide(id, 'approve', 'the owner')))
    const services = new McpServices({
      ...{ clock, log },
      admit: admitInProcess,
      environment: process.env,
      secretOf: () => undefined,
      moduleHost: () => ({ node: 'none', file: 'none' }),
      mark: `relay-${randomUUID()}`,
    })
    gateway.provide(services.provider)
    const { toolManager, ...config } = withDefaults({ services: { only: service, ...more } })
    await services.apply({ ...config, toolManager: { ...toolManager, namespaceEnabled: false } })
    const keys = new ClientService({ store: memoryStores().clients, bridgeToken: 'relay-token', audit, clock, log })
    const routes = [mcpConsumer({ gateway, clock, log })]
    return new RelayScene(gateway, await openHttpListener({ port: 0, keys, clock, routes, log }))
  }

  get url(): URL {
    return new URL('/mcp', this.#listener.endpoint)
  }

  async close(): Promise<void> {
    await this.gateway.stop()
    await this.#listener.close()
  }
}
