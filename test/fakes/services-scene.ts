/** Services scene: services as a test configures them, as real processes behind a real gateway; the test is the owner. */
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import type { Caller } from '@contract/call.js'
import {
  defaultLogging,
  defaultToolManager,
  type ServiceConfig,
  type ToolManagerSettings,
} from '@shared/servers/service.js'
import { Gateway } from '../../src-main/gateway/gateway.js'
import type { GatewayOptions } from '../../src-main/gateway/gateway-options.js'
import type { CallReport } from '../../src-main/gateway/ports/calls.js'
import type { Clock } from '../../src-main/gateway/ports/runtime.js'
import type { ManifestStore } from '../../src-main/gateway/ports/stores.js'
import type { ModuleHost } from '../../src-main/providers/mcp-service/connection/adapter-dependencies.js'
import type { Adapter } from '../../src-main/providers/mcp-service/connection/adapters.js'
import { McpServices } from '../../src-main/providers/mcp-service/mcp-services.js'
import { memoryStores } from '../../src-main/storage/stores.js'
import { systemClock } from '../../src-main/storage/system-clock.js'
import { CapabilityValidator } from '../../src-main/validation/capability-validator.js'
import { acceptEverything } from './accepting-owner.js'
import { admitInProcess } from './admission.js'
import { MemoryAuditLog } from './memory-audit-log.js'
import { RecordingLog } from './recording-log.js'

const caller: Caller = { type: 'model', id: 'mcp:test', name: 'A test' }
const fixtures = path.resolve(import.meta.dirname, '../fixtures/services')

/** A service of this repository's own, in a mode of its own. */
export const fixture = (name: string, ...args: string[]): ServiceConfig & { type: 'stdio' } => ({
  type: 'stdio',
  enabled: true,
  namespace: 'bad',
  command: process.execPath,
  args: [path.join(fixtures, name), ...args],
})

export interface ServicesSceneOptions {
  readonly accepts?: boolean
  readonly moduleHost?: () => ModuleHost
  readonly clock?: Clock
  /** How services are reached; as in the product when left out. */
  readonly adapter?: Adapter
  /** Of an earlier run. */
  readonly manifests?: ManifestStore
  readonly onFirst?: (serverId: string, gateway: Gateway) => void
  readonly secretOf?: (name: string) => string | undefined
  readonly modelFor?: NonNullable<GatewayOptions['modelFor']>
}

export class ServicesScene {
  readonly audit = new MemoryAuditLog()
  readonly log = new RecordingLog()
  readonly gateway: Gateway
  readonly services: McpServices
  /** The system's store of secrets. */
  readonly secrets = new Map<string, string>()

  constructor({
    accepts = true,
    moduleHost = () => ({ node: 'none', file: 'none' }),
    clock = systemClock,
    adapter,
    onFirst,
    manifests,
    modelFor,
    secretOf = () => undefined,
  }: ServicesSceneOptions = {}) {
    const { audit, log, secrets } = this
    this.gateway = new Gateway({
      ...{ audit, log, clock },
      validator: new CapabilityValidator(),
      stores: { ...memoryStores(), ...(manifests && { manifests }) },
      ...(modelFor && { modelFor }),
    })
    if (accepts) acceptEverything(this.gateway)
    this.services = new McpServices({
      ...{ log, clock, admit: admitInProcess, moduleHost },
      ...(adapter && { adapter }),
      ...(onFirst && { onFirst: (id) => onFirst(id, this.gateway) }),
      environment: process.env,
      secretOf,
      secrets: {
        get: (name) => secrets.get(name),
        set(name, secret) {
          secrets.set(name, secret)
          return true
        },
        delete: (name) => void secrets.delete(name),
      },
      mark: `test-${randomUUID()}`,
    })
    this.gateway.provide(this.services.provider)
  }

  apply(
    services: Readonly<Record<string, ServiceConfig>>,
    toolManager: Partial<ToolManagerSettings> = {},
  ): Promise<void> {
    return this.services.apply({
      services,
      toolManager: { ...defaultToolManager, ...toolManager },
      logging: defaultLogging,
    })
  }

  call(capabilityId: string, given: object = {}, signal = new AbortController().signal): Promise<CallReport> {
    return this.gateway.invoke({ capabilityId, arguments: given, caller, signal })
  }

  get ids(): string[] {
    return [...this.gateway.registry.capabilities().keys()]
  }

  /** Resolves once this holds; looks again whenever a service changes. */
  until(condition: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = (): void => {
        if (!condition()) return
        end()
        resolve()
      }
      const end = this.services.onDidChange(look)
      look()
    })
  }

  async close(): Promise<void> {
    await this.services.close()
    await this.gateway.stop()
  }
}
