/** Plain rows are checked by comparing texts: with the result of reading every row whole, whatever was damaged. */
import type { AuditEvent } from '@contract/generated/audit-event.js'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  ChainCheck,
  chainBreakEventId,
  columnsOf,
  genesis,
  hashOf,
  pruneId,
  type StoredRow,
} from '../../../../src-main/storage/audit/chain.js'
import type { CheckpointReading } from '../../../../src-main/storage/audit/checkpoint.js'
import { checkRows, checkWhole, rowsAfter } from '../../../../src-main/storage/audit/trail-file.js'
import { deleteTrigger, table, updateTrigger } from '../../../../src-main/storage/audit/trail-schema.js'
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

/** Random input may damage every trail. */
const intact: [{ isPruned: boolean; hasBreak: boolean }, Damage[], undefined, GivenCheckpoint] = [
  { isPruned: false, hasBreak: false },
  [],
  undefined,
  { back: 0, isRight: true, closed: true },
]

/** What a check says of the rows that it was given. */
function resultOf(given: CheckpointReading, read: (check: ChainCheck) => void) {
  const check = new ChainCheck(given.kind === 'kept' ? given.checkpoint : undefined)
  read(check)
  return { end: check.end(), last: check.last }
}

describe('a trail whose plain rows SQLite compares with their bodies', () => {
  // verifies: promise 10
  it('gives the result of one whose rows are all read whole, with any damage', () => {
    const results = new Set<string | undefined>()
    fc.assert(
      fc.property(
        fc.record({ isPruned: fc.boolean(), hasBreak: fc.boolean() }),
        fc.array(damage, { maxLength: 3 }),
        fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, fc.tuple(row, fc.constantFrom(...checkedColumns))),
        checkpoint,
        (kind, damages, cut, given) => {
          const whole = trail(kind)
          put(damages.reduce((before, change) => change(before), whole))
          if (cut) {
            const [at, column] = cut
            database.exec('DROP TRIGGER audit_event_stays')
            database
              .prepare(`UPDATE audit_event SET ${column} = ${column} || char(0) || 'x' WHERE sequence = ?`)
              .run(whole[at]?.sequence ?? 0)
            database.exec(updateTrigger)
          }
          const kept = readingOf(whole, given)
          const all = rowsAfter(database, 0, 2 * length)
          const expected = resultOf(kept, (check) => {
            for (const { sequence } of all) checkWhole(database, check, sequence)
          })
          const range = { after: 0, through: Number.POSITIVE_INFINITY }
          expect(resultOf(kept, (check) => checkRows(database, check, range, 2 * length))).toEqual(expected)
          results.add(expected.end?.what)
        },
      ),
      { numRuns: 300, examples: [intact] },
    )
    expect([...results]).toEqual(expect.arrayContaining([undefined, 'changed', 'missing']))
  })
})
