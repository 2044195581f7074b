/** A row of about the size that a call leaves. */
import { randomUUID } from 'node:crypto'
import type { AuditEvent } from '@contract/generated/audit-event.js'

export const event = (number: number): AuditEvent => ({
  id: randomUUID(),
  timestamp: new Date().toISOString(),
  eventType: 'invoke',
  capabilityId: number % 3 === 0 ? 'player.teleport' : 'world.time.get',
  capabilityVersion: '1.0.0',
  caller: { type: 'model', id: 'client:0b9d2c9c', name: 'Claude Desktop' },
  request: { playerName: `Player_${number % 5_000}`, location: { world: 'world', x: number, y: 64, z: -number } },
  response: { success: true, previousLocation: { world: 'world', x: 0, y: 70, z: 0 } },
  riskLevel: 'medium',
  metadata: {
    phase: 'outcome',
    requestId: randomUUID(),
    traceId: randomUUID(),
    serverId: 'survival',
    executionTime: 12,
  },
})
