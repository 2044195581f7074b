/** Past data: decisions, actions and audit entries of the example evening. */

import type { AuditEvent } from '@contract/generated/audit-event.js'
import type { Rule } from '@shared/approvals/rule.js'
import type { AuditRow, AuditState } from '@shared/trail/audit.js'
import type { UndoEntry, UndoPreview } from '@shared/trail/undo.js'
import { claude, creative, cursor, survival } from './example-data.js'

const longName = 'An assistant whose makers gave it a very, very long name \u202e drawkcab and does not stop'

const ago = (now: number, minutes: number): string => new Date(now - minutes * 60_000).toISOString()

export const exampleRules = (now: number): Rule[] => {
  const made = { createdBy: { id: 'desktop', name: 'desktop', kind: 'desktop' }, createdAt: ago(now, 180) } as const
  return [
    {
      ...made,
      id: 'rule-1',
      effect: 'allow',
      capability: 'world.time.set',
      client: { id: claude.id, name: claude.name },
      server: survival.id,
      maxRisk: 'high',
      arguments: { hash: 'a'.repeat(64), shown: { worldName: 'world', time: 13_000 } },
      expiresAt: ago(now, -42),
      uses: 3,
      lastUsedAt: ago(now, 4),
    },
    {
      ...made,
      id: 'rule-2',
      effect: 'deny',
      capability: 'player.**',
      client: { id: 'long', name: longName },
      server: 'the-server-that-is-no-longer-there-and-has-a-long-id',
      maxRisk: 'critical',
      note: 'It kicked two people last week, and nobody knows why; ask Mia before you take this away.',
      uses: 0,
    },
    {
      ...made,
      id: 'rule-4',
      effect: 'allow',
      capability: 'world.block.set',
      client: { id: cursor.id, name: cursor.name },
      server: survival.id,
      maxRisk: 'high',
      what: {
        id: 'narrow',
        facts: [
          { kind: 'same', at: [], given: { type: 'minecraft:oak_planks' } },
          { kind: 'same', at: ['location'], given: { world: 'world' } },
          { kind: 'near', at: ['location'], parameters: ['x', 'y', 'z'], x: 12, y: 64, z: -8, blocks: 16 },
        ],
      },
      expiresAt: ago(now, -9),
      uses: 4,
    },
    {
      ...made,
      id: 'rule-5',
      effect: 'allow',
      capability: 'world.block.set',
      client: { id: cursor.id, name: cursor.name },
      server: survival.id,
      maxRisk: 'high',
      sessionId: 'session',
      uses: 31,
    },
    { ...made, id: 'rule-3', effect: 'ask', capability: 'chat.broadcast', maxRisk: 'critical', uses: 12 },
  ]
}

export const exampleUndos = (now: number): UndoEntry[] => {
  const entry = { caller: claude, server: survival, risk: 'high', snapshotId: 'snapshot', state: 'done' } as const
  const time: UndoEntry = {
    ...entry,
    requestId: 'request-1',
    sequence: 4,
    capabilityId: 'world.time.set',
    arguments: { worldName: 'world', time: 13_000 },
    undo: { how: 'inverse', capabilityId: 'world.time.set', arguments: { worldName: 'world', time: 6_000 } },
    before: { worldName: 'world', time: 6_000, phase: 'day' },
    after: { worldName: 'world', time: 13_000, phase: 'night' },
    at: ago(now, 3),
  }
  return [
    time,
    { ...time, requestId: 'request-2', sequence: 3, at: ago(now, 30), server: creative, state: 'uncertain' },
    { ...time, requestId: 'request-3', sequence: 2, at: ago(now, 300), caller: { ...cursor, name: longName } },
    { ...time, requestId: 'request-4', sequence: 1, at: ago(now, 900), state: 'undone', undoneAt: ago(now, 800) },
  ]
}

export const previewOf = (entry: UndoEntry | undefined): UndoPreview | undefined =>
  entry && {
    entry,
    now: { worldName: 'world', time: 18_000, phase: 'night' },
    world: 'changed',
    differences: [{ path: 'time', expected: 13_000, now: 18_000 }],
    hash: 'b'.repeat(64),
  }

const event = (at: string, part: Partial<AuditEvent>): AuditEvent => ({
  id: `event-${at}-${part.eventType}-${part.metadata?.phase}`,
  timestamp: at,
  eventType: 'invoke',
  capabilityId: 'world.time.set',
  caller: { type: 'model', id: claude.id, name: claude.name },
  request: { worldName: 'world', time: 13_000 },
  riskLevel: 'high',
  ...part,
})

export const exampleTrail = (now: number): AuditRow[] => {
  const of = { requestId: 'request-1', serverId: 'survival' }
  const approvalInfo = { required: true, outcome: 'approved', approvedBy: 'desktop', approvedAt: ago(now, 3) } as const
  const before = { worldName: 'world', time: 6_000 }
  const events = [
    event(ago(now, 1), {
      eventType: 'reject',
      capabilityId: 'player.ban',
      riskLevel: 'critical',
      metadata: { ...of, requestId: 'request-7' },
    }),
    event(ago(now, 2), { eventType: 'approve', capabilityId: 'system.rule.create', request: {}, metadata: {} }),
    event(ago(now, 3), { metadata: { ...of, phase: 'outcome', executionTime: 1_204 }, response: { time: 13_000 } }),
    event(ago(now, 3.01), {
      metadata: { ...of, phase: 'intent' },
      approvalInfo,
      rollbackInfo: { snapshotId: 's', rolledBack: false, before },
    }),
    event(ago(now, 3.02), {
      eventType: 'approve',
      approvalInfo: { ...approvalInfo, scope: { what: 'exactly', duration: 'once' } },
      metadata: of,
    }),
    event(ago(now, 1_500), {
      caller: { type: 'model', id: 'long', name: longName },
      metadata: { serverId: 'creative', requestId: 'request-9', phase: 'outcome', executionTime: 3 },
      eventType: 'error',
    }),
    event(ago(now, 1_600), { eventType: 'rollback', metadata: { requestId: 'request-8', phase: 'outcome' } }),
  ]
  return events.map((one, index) => ({
    sequence: 2_410 - index,
    previous: 'c'.repeat(64),
    hash: 'd'.repeat(64),
    event: one,
  }))
}

export const exampleTrailState = (now: number): AuditState => ({
  rows: 2_410,
  head: { sequence: 2_410, hash: 'd'.repeat(64) },
  oldest: ago(now, 40_000),
  bytes: 900_000,
  verified: { until: 2_410, whole: true },
  signed: true,
})
