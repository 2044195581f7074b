import { describe, expect, it } from 'vitest'
import { expectModulesExist, promisesIn, read } from './promise-table.js'

const numbered = (what: string, count: number) => Array.from({ length: count }, (_, at) => `${what} ${at + 1}`)

/** Every sentence about kinds, risk and audit of the protocol, every invariant, and every promise of governance. */
const keys = [
  ...['context', 'action', 'event'].flatMap((type) => numbered(`capability-kinds ${type}`, 4)),
  ...['level', 'reason', 'rollbackSupported', 'snapshotRequired', 'approvalRequired', 'auditLevel'].map(
    (member) => `manifest-risk ${member}`,
  ),
  ...['low', 'medium', 'high', 'critical'].map((level) => `calls-risk ${level}`),
  ...['permissions', 'pattern', 'requiredRoles'].map((member) => `manifest-permissions ${member}`),
  ...['required', 'id', 'timestamp', 'eventType', 'capabilityId', 'capabilityVersion'].map(
    (member) => `audit ${member}`,
  ),
  ...['caller.type', 'caller.id', 'caller.name', 'request', 'response', 'riskLevel'].map((member) => `audit ${member}`),
  ...['required', 'approvedBy', 'approvedAt'].map((member) => `audit approvalInfo.${member}`),
  ...['snapshotId', 'rolledBack', 'rollbackAt'].map((member) => `audit rollbackInfo.${member}`),
  ...['agentId', 'serverId', 'sessionId', 'traceId', 'executionTime', 'clientIp'].map(
    (member) => `audit metadata.${member}`,
  ),
  ...numbered('invariant', 8),
  ...numbered('promise', 14),
]

const rows = promisesIn('docs/governance.md')

describe('the governance tables', () => {
  it('list every requirement, member, invariant and promise once, in order', () =>
    expect(rows.map(({ key }) => key)).toEqual(keys))

  it.each(rows)('$key: $promise', expectModulesExist)

  it('name every member that the schema of an event has', () => {
    const { properties } = JSON.parse(read('schemas/audit-event-v1.json')) as { properties: Record<string, object> }
    for (const member of Object.keys(properties)) expect(keys.join(' ')).toContain(`audit ${member}`)
  })

  it('list every invariant', () => expect(read('docs/invariants.md').match(/^## \d\. /gmu)).toHaveLength(8))
})
