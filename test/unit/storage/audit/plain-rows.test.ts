/** A trail that is verified in parts gives the result of one that is verified as a whole, whatever was damaged. */
import type { AuditEvent } from '@contract/generated/audit-event.js'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  chainBreakEventId,
  columnsOf,
  genesis,
  hashOf,
  pruneId,
  type StoredRow,
} from '../../../../src-main/storage/audit/chain.js'
import type { CheckpointReading } from '../../../../src-main/storage/audit/checkpoint.js'
import { partsOf, type RangeReading, readRange } from '../../../../src-main/storage/audit/range-reading.js'
import type { RowRange } from '../../../../src-main/storage/audit/trail-file.js'
import { deleteTrigger, table, updateTrigger } from '../../../../src-main/storage/audit/trail-schema.js'
import { verifyTrail, verifyTrailInParts } from '../../../../src-main/storage/audit/verify.js'
import { type Database, inTransaction, openDatabase } from '../../../../src-main/storage/sqlite.js'
import { auditEvent, checkedColumns, insertRow } from '../../../fakes/trail.js'

const length = 30

let database: Database
beforeEach(() => {
  database = openDatabase(':memory:')
  database.exec(`${table}${updateTrigger}${deleteTrigger}`)
})
afterEach(() => database.close())

/** Chains rows again from an index on. */
function chain(rows: StoredRow[], from = 0): StoredRow[] {
  for (const [at, row] of rows.entries()) {
    if (at < from) continue
    const previous = at === 0 ? row.previous : (rows[at - 1]?.hash ?? '')
    rows[at] = { ...row, previous, hash: hashOf(previous, row.sequence, row.body) }
  }
  return rows
}

/** Whose first rows were deleted by retention, or not; with an event about an earlier break, or without. */
function trail({ isPruned, hasBreak }: { readonly isPruned: boolean; readonly hasBreak: boolean }): StoredRow[] {
  const first = isPruned ? 5 : 1
  const previous = isPruned ? hashOf(genesis, 4, '{}') : genesis
  const own: Record<number, Partial<AuditEvent>> = {
    12: isPruned ? { capabilityId: pruneId, request: { through: 4, hash: previous } } : {},
    19: hasBreak ? { capabilityId: chainBreakEventId, request: { sequence: 2, what: 'changed' } } : {},
  }
  const rows = Array.from({ length }, (_, at): StoredRow => {
    const event = auditEvent(`event-${at}`, own[at])
    return { ...columnsOf(event), sequence: first + at, body: JSON.stringify(event), previous, hash: '' }
  })
  return chain(rows)
}

function put(rows: readonly StoredRow[]): void {
  inTransaction(database, () => {
    database.exec('DROP TRIGGER IF EXISTS audit_event_is_kept; DELETE FROM audit_event; DELETE FROM sqlite_sequence')
    for (const row of rows) add(row)
    database.exec(deleteTrigger)
  })
}

const add = (row: StoredRow): void => insertRow(database, row, 'OR IGNORE')

type Damage = (rows: StoredRow[]) => StoredRow[]

const row = fc.nat(length - 1)

/** Each keeps the rows ordered by their number. */
const damage: fc.Arbitrary<Damage> = fc.oneof(
  fc
    .tuple(row, fc.constantFrom(...checkedColumns), fc.nat(), fc.constantFrom('x', '0', '\n', '{'))
    .map(([at, column, where, character]): Damage => {
      return (rows) =>
        rows.map((one, index) => {
          const text = String(one[column as keyof StoredRow])
          const cut = where % (text.length + 1)
          return index === at ? { ...one, [column]: text.slice(0, cut) + character + text.slice(cut + 1) } : one
        })
    }),
  fc.tuple(row, fc.nat(8)).map(
    ([at, count]): Damage =>
      (rows) =>
        rows.filter((_, index) => index < at || index > at + count),
  ),
  fc.tuple(row, row).map(([a, b]): Damage => {
    return (rows) =>
      rows.map((one, index) => ({
        ...(rows[index === a ? b : index === b ? a : index] ?? one),
        sequence: one.sequence,
      }))
  }),
  fc.tuple(row, fc.boolean()).map(([at, isChained]): Damage => {
    return (rows) => {
      const forged = rows.map((one, index) =>
        index === at ? { ...one, body: one.body.replace('A test', 'Nobody') } : one,
      )
      return isChained ? chain(forged, at) : forged
    }
  }),
  fc.tuple(row, fc.integer({ min: 1, max: 50 })).map(
    ([at, by]): Damage =>
      (rows) =>
        rows.map((one, index) => (index < at ? one : { ...one, sequence: one.sequence + by })),
  ),
)

type GivenCheckpoint =
  | 'missing'
  | 'forged'
  | { readonly back: number; readonly isRight: boolean; readonly closed: boolean }

const checkpoint: fc.Arbitrary<GivenCheckpoint> = fc.oneof(
  fc.record({
    /** From the last row back; below zero after it. */
    back: fc.oneof(fc.constant(0), fc.integer({ min: -3, max: length })),
    isRight: fc.boolean(),
    closed: fc.boolean(),
  }),
  fc.constantFrom('missing' as const, 'forged' as const),
)

function readingOf(rows: readonly StoredRow[], given: GivenCheckpoint): CheckpointReading {
  if (typeof given === 'string') return { kind: given }
  const last = rows.at(-1)?.sequence ?? 0
  const sequence = Math.max(0, last - given.back)
  const hash = rows.find((one) => one.sequence === sequence)?.hash
  return {
    kind: 'kept',
    signed: false,
    checkpoint: { sequence, hash: given.isRight ? (hash ?? genesis) : genesis, closed: given.closed },
  }
}

/** Reads parts with these borders; some are lost. */
const inParts =
  (borders: readonly number[], lost: readonly number[] = []) =>
  async ({ after, through }: RowRange): Promise<RangeReading[]> => {
    const inside = [...new Set(borders)].filter((border) => border > after && border < through).sort((a, b) => a - b)
    const parts = [...inside, through].map((border, at) => ({ after: inside[at - 1] ?? after, through: border }))
    return parts
      .filter((_, at) => !lost.includes(at))
      .map((part) => readRange(database, part))
      .filter((reading) => reading !== undefined)
  }

/** Random input may damage every trail. */
const intact: [
  { isPruned: boolean; hasBreak: boolean },
  Damage[],
  undefined,
  [GivenCheckpoint, GivenCheckpoint | null],
  number[],
  number[],
] = [
  { isPruned: false, hasBreak: false },
  [],
  undefined,
  [{ back: 0, isRight: true, closed: true }, null],
  [10, 20],
  [],
]

describe('a trail that is read in parts', () => {
  // verifies: promise 10
  it('gives the result of one that is read as a whole, with any damage', async () => {
    const results = new Set<string | undefined>()
    await fc.assert(
      fc.asyncProperty(
        fc.record({ isPruned: fc.boolean(), hasBreak: fc.boolean() }),
        fc.array(damage, { maxLength: 3 }),
        fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, fc.tuple(row, fc.constantFrom(...checkedColumns))),
        fc.tuple(checkpoint, fc.option(checkpoint)),
        fc.array(fc.integer({ min: 1, max: length + 10 }), { maxLength: 5 }),
        fc.array(fc.nat(5), { maxLength: 2 }),
        async (kind, damages, cut, [given, before], borders, lost) => {
          const whole = trail(kind)
          const rows = damages.reduce((before, change) => change(before), whole)
          put(rows)
          if (cut) {
            const [at, column] = cut
            database.exec('DROP TRIGGER audit_event_stays')
            database
              .prepare(`UPDATE audit_event SET ${column} = ${column} || char(0) || 'x' WHERE sequence = ?`)
              .run(whole[at]?.sequence ?? 0)
            database.exec(updateTrigger)
          }
          const kept = readingOf(whole, given)
          const expected = verifyTrail(database, () => kept)
          // The checkpoint may be another one before the parts are read.
          const readings = before ? [readingOf(whole, before)] : []
          const inside = verifyTrailInParts(database, () => readings.pop() ?? kept, inParts(borders, lost))
          expect(await inside).toEqual(expected)
          results.add(expected.broken?.what)
        },
      ),
      { numRuns: 300, examples: [intact] },
    )
    expect([...results]).toEqual(expect.arrayContaining([undefined, 'changed', 'missing']))
  })

  it('is not read twice', async () => {
    const rows = trail({ isPruned: false, hasBreak: false })
    put(rows)
    const read = (): CheckpointReading => readingOf(rows, { back: 0, isRight: true, closed: false })
    const { broken } = await verifyTrailInParts(database, read, async (range) => {
      const readings = await inParts([10, 20])(range)
      put(rows.map((one) => (one.sequence === 15 ? { ...one, id: 'changed later' } : one)))
      return readings
    })
    expect(broken).toBeUndefined()
    expect(verifyTrail(database, read).broken).toMatchObject({ sequence: 15 })
  })

  it('is read again after rows that changed meanwhile', async () => {
    const before = trail({ isPruned: false, hasBreak: false })
    const after = chain(before.map((one) => ({ ...one, body: one.body.replace('A test', 'Nobody') })))
    put(before)
    const checked = await verifyTrailInParts(
      database,
      () => ({
        kind: 'kept',
        signed: false,
        checkpoint: { sequence: length, hash: after.at(-1)?.hash ?? '', closed: true },
      }),
      async (range) => {
        const readings = await inParts([15], [0])(range)
        put(after)
        return readings
      },
    )
    expect(checked).toEqual({ rows: length, head: { sequence: length, hash: after.at(-1)?.hash } })
  })

  it('includes rows that are added while it is read', async () => {
    const rows = trail({ isPruned: false, hasBreak: false })
    put(rows.slice(0, 20))
    const checked = await verifyTrailInParts(
      database,
      () => ({ kind: 'missing' }),
      async (range) => {
        const readings = await inParts([5, 10])(range)
        for (const one of rows.slice(20)) add(one)
        return readings
      },
    )
    expect(checked).toMatchObject({ rows: length, head: { sequence: length } })
  })

  it('is not broken by retention, which deletes rows between two parts', async () => {
    const before = trail({ isPruned: false, hasBreak: false })
    const deleted = before[11]
    const event = auditEvent('pruned', {
      capabilityId: pruneId,
      request: { through: deleted?.sequence, hash: deleted?.hash },
    })
    const body = JSON.stringify(event)
    const last = { ...columnsOf(event), sequence: length + 1, body, previous: '', hash: '' }
    const rows = chain([...before, last], length)
    put(before)
    const read = (): CheckpointReading => readingOf(rows, { back: 0, isRight: true, closed: false })
    const checked = await verifyTrailInParts(database, read, async ({ after, through }) => {
      const first = readRange(database, { after, through: 6 })
      put(rows.slice(12))
      const rest = [readRange(database, { after: 6, through: 15 }), readRange(database, { after: 15, through })]
      return [first, ...rest].filter((reading) => reading !== undefined)
    })
    expect(checked).toEqual({ rows: rows.length - 12, head: expect.objectContaining({ sequence: length + 1 }) })
  })

  it('is split without a gap', () => {
    fc.assert(
      fc.property(fc.nat(1e9), fc.nat(1e9), fc.integer({ min: 1, max: 8 }), (after, size, count) => {
        const parts = partsOf({ after, through: after + size }, count)
        expect(parts).toHaveLength(count)
        expect(parts[0]?.after).toBe(after)
        expect(parts.at(-1)?.through).toBe(after + size)
        for (const [at, part] of parts.entries()) if (at > 0) expect(part.after).toBe(parts[at - 1]?.through)
      }),
    )
  })
})
