import { cpSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { AuditEvent } from '@contract/generated/audit-event.js'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { auditFile } from '../../../../src-main/storage/audit/trail-file.js'
import { openAuditLog } from '../../../../src-main/storage/audit-log.js'
import { openAuditReader } from '../../../../src-main/storage/audit-reader.js'
import { cleanUpForEach } from '../../../fixtures/for-each.js'
import { times } from '../../../fixtures/properties.js'

const cleanUp = cleanUpForEach()

let last = 0
const eventOf = (phase: 'intent' | 'outcome', requestId: string): AuditEvent => ({
  id: `event-${++last}`,
  timestamp: '2026-01-19T10:30:00.000Z',
  eventType: 'invoke',
  capabilityId: 'world.time.set',
  caller: { type: 'model', id: 'someone', name: 'Someone' },
  metadata: { phase, requestId },
})

const requests = ['a', 'b', 'c', 'd'] as const
/** `look`: a read of the trail. `kill`: only data on disk at this moment is left. */
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ begin: fc.constantFrom(...requests), durability: fc.constantFrom('now', 'soon') }),
  },
  { weight: 4, arbitrary: fc.record({ end: fc.constantFrom(...requests) }) },
  { weight: 6, arbitrary: fc.record({ reads: fc.integer({ min: 1, max: 5 }) }) },
  { weight: 1, arbitrary: fc.constantFrom('look' as const, 'kill' as const, 'close' as const) },
)

it(
  'the trail of a program that is killed at any moment is intact, lacks only the last reads, and names every open intent',
  () =>
    times(25).forAll(fc.array(step, { maxLength: 24 }), (steps) => {
      let profile = cleanUp.folder()
      let trail = openAuditLog(profile)
      const open = new Set<string>()
      const begun = new Map<string, string>()
      /** Ids of all rows that must be there, and of the reads that may wait. */
      const written: string[] = []
      const waiting: string[] = []
      const append = (event: AuditEvent, durability: 'now' | 'soon', isRead: boolean) => {
        trail.append(event, durability)
        if (isRead) waiting.push(event.id)
        else written.push(...waiting.splice(0), event.id)
      }
      try {
        for (const one of [...steps, 'kill' as const]) {
          if (one === 'look') {
            expect(trail.recent(100).map(({ id }) => id)).toEqual([...written, ...waiting].reverse())
            written.push(...waiting.splice(0))
          } else if (one === 'kill' || one === 'close') {
            const left = cleanUp.folder()
            if (one === 'close') {
              trail.close()
              written.push(...waiting.splice(0))
            }
            cpSync(profile, left, { recursive: true })
            trail.close()
            waiting.length = 0
            // The shared memory of connections is released with the last of them.
            rmSync(path.join(left, `${auditFile}-shm`), { force: true })
            profile = left
            const reader = openAuditReader(profile)
            expect(reader.verify().broken).toBeUndefined()
            reader.close()
            trail = openAuditLog(profile)
            expect(trail.recent(100).map(({ id }) => id)).toEqual([...written].reverse())
            const unfinished = trail.openIntents().map(({ metadata }) => `${metadata?.requestId}`)
            expect(unfinished.sort()).toEqual([...open].sort())
          } else if ('begin' in one) {
            const id = `${one.begin}-${last}`
            begun.set(one.begin, id)
            open.add(id)
            append(eventOf('intent', id), one.durability, false)
          } else if ('end' in one) {
            const id = begun.get(one.end)
            if (id === undefined || !open.delete(id)) continue
            append(eventOf('outcome', id), 'now', false)
          } else {
            for (let read = 0; read < one.reads; read++) append(eventOf('outcome', `read-${last}`), 'soon', true)
          }
        }
      } finally {
        trail.close()
      }
    }),
  60_000,
)
