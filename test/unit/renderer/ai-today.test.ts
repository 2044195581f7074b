import type { AuditRow } from '@shared/trail/audit.js'
import { describe, expect, it } from 'vitest'
import { callsOfAi } from '../../../src-renderer/features/servers/overview/ai-today.js'

const row = (id: string, type: 'model' | 'user', requestId?: string): AuditRow => ({
  ...{ sequence: 1, previous: '', hash: '' },
  event: {
    ...{ id, timestamp: '2026-01-19T10:30:00.000Z', eventType: 'invoke', capabilityId: 'player.kick' },
    caller: { type, id: 'c', name: 'c' },
    ...(requestId !== undefined && { metadata: { requestId } }),
  },
})

describe('what AI did today', () => {
  it('is the newest row of each call of an AI', () =>
    expect(
      callsOfAi([row('outcome', 'model', 'r-2'), row('intent', 'model', 'r-2'), row('older', 'model', 'r-1')]).map(
        ({ event }) => event.id,
      ),
    ).toEqual(['outcome', 'older']))

  it('leaves out what the owner did, and entries of Gatehouse itself', () =>
    expect(callsOfAi([row('mine', 'user', 'r-3'), row('rule', 'model')])).toEqual([]))
})
