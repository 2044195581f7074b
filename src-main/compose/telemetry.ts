/** Compose telemetry: where its traces, events and counts come from. */
import { hostname } from 'node:os'
import type { ConnectedClients } from '../gateway/clients/connected-clients.js'
import type { StreamSafe } from '../gateway/feeds/stream-safe.js'
import type { Gateway } from '../gateway/gateway.js'
import type { SecretStore } from '../gateway/ports/client-access.js'
import type { Clock, Log } from '../gateway/ports/runtime.js'
import type { AuditService } from '../storage/audit-service.js'
import type { SettingsStore } from '../storage/settings-store.js'
import { Telemetry } from '../telemetry/telemetry.js'

export interface TelemetryParts {
  readonly gateway: Pick<Gateway, 'onDidTrace' | 'approvals' | 'registry'>
  readonly audit: Pick<AuditService, 'onDidWrite'>
  readonly settings: SettingsStore
  readonly stream: StreamSafe
  readonly secrets: SecretStore
  readonly connectedClients: ConnectedClients
  readonly gatewayId: string
  readonly clock: Clock
  readonly log: Log
}

export function composeTelemetry({ gateway, audit, stream, connectedClients, ...parts }: TelemetryParts): Telemetry {
  const { approvals, registry } = gateway
  const telemetry = new Telemetry({
    ...parts,
    environment: process.env,
    hostName: hostname(),
    calls: gateway.onDidTrace,
    events: audit.onDidWrite,
    gauges: {
      openRequests: () => approvals.open().length,
      connectedClients: () => connectedClients.all().filter(({ connected }) => connected).length,
      connectedServers: () =>
        registry.servers().filter(({ state }) => state === 'online' || state === 'degraded').length,
    },
    mask: (value) => stream.value(value),
    load: () => import('../telemetry/exporting.js'),
  })
  telemetry.start()
  return telemetry
}
