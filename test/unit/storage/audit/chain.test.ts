import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ChainCheck, genesis, hashOf, type StoredRow } from '../../../../src-main/storage/audit/chain.js'
import { checkRows, rowsAfter } from '../../../../src-main/storage/audit/trail-file.js'
import type { Database } from '../../../../src-main/storage/sqlite.js'
import { auditEvent, checkedColumns, insertRow, TrailScene } from '../../../fakes/trail.js'
import { times } from '../../../fixtures/properties.js'

let scene: TrailScene
beforeEach(() => {
  scene = new TrailScene()
})
afterEach(() => scene.remove())

const ids = ['one', 'two', 'three', 'four', 'five', 'six']

const all = (database: Database): StoredRow[] => rowsAfter(database, 0, 100)

/** Puts the table back to what it was. */
function put(database: Database, rows: readonly StoredRow[]): void {
  database.exec('DELETE FROM audit_event')
  for (const row of rows) insertRow(database, row)
}

// verifies: promise 10
describe('the chain', () => {
  it('links each row to the previous one, from a documented start', () => {
    scene.append('one', 'two')
    const [one, two] = scene.look(all)
    expect(one).toMatchObject({ sequence: 1, previous: genesis, hash: hashOf(genesis, 1, one?.body ?? '') })
    expect(two).toMatchObject({ sequence: 2, previous: one?.hash })
  })

  it('is valid after a restart', () => {
    scene.append('one')
    scene.restart().append(auditEvent('two'))
    scene.close()
    expect(scene.verify()).toMatchObject({ rows: 2, head: { sequence: 2 } })
    expect(scene.verify().broken).toBeUndefined()
  })

  it('shows every change of a byte, and names the row', () => {
    scene.append(...ids)
    scene.close()
    const rows = scene.look(all)
    times(60).forAll(
      fc.nat(5),
      fc.constantFrom(...checkedColumns),
      fc.nat(),
      fc.integer({ min: 1, max: 94 }),
      (at, name, where, by) => {
        const row = rows[at] as StoredRow
        const text = String(row[name as keyof StoredRow])
        const index = where % text.length
        const other = String.fromCharCode(((text.charCodeAt(index) - 32 + by) % 95) + 32)
        const changed = text.slice(0, index) + other + text.slice(index + 1)
        scene.tamper((database) =>
          database.prepare(`UPDATE audit_event SET ${name} = ? WHERE sequence = ?`).run(changed, row.sequence),
        )
        const { broken } = scene.verify()
        scene.tamper((database) => put(database, rows))
        expect(broken).toMatchObject({ sequence: row.sequence })
      },
    )
    scene.restart()
    expect(scene.verify().broken).toBeUndefined()
  })

  it('parses only rows that have to be reported or evaluated', () => {
    scene.append(...ids)
    scene.close()
    const looked: number[] = []
    class Watched extends ChainCheck {
      override add(row: StoredRow): void {
        looked.push(row.sequence)
        super.add(row)
      }
    }
    const read = (): ChainCheck => {
      looked.length = 0
      const check = new Watched()
      scene.look((database) => checkRows(database, check, { after: 0, through: 100 }, 100))
      return check
    }
    expect(read().broken).toBeUndefined()
    expect(looked).toEqual([1])
    scene.tamper((database) =>
      database.exec('UPDATE audit_event SET hash = lower(hex(zeroblob(32))) WHERE sequence = 3'),
    )
    expect(read().broken).toMatchObject({ sequence: 3, what: 'changed' })
    // The row after it does not follow its hash.
    expect(looked).toEqual([1, 3, 4])
  })

  it.each(['id', 'capability_id', 'server_id', 'request_id', 'body'])(
    'shows text after a NUL character in %s',
    (column) => {
      scene.append(...ids)
      scene.close()
      scene.tamper((database) =>
        database.exec(`UPDATE audit_event SET ${column} = ${column} || char(0) || 'x' WHERE sequence = 3`),
      )
      expect(scene.verify().broken).toMatchObject({ sequence: 3, what: 'changed' })
    },
  )

  it('shows a row whose text is the chained one in other columns', () => {
    scene.append(...ids)
    scene.close()
    const rows = scene.look(all)
    const last = rows[2]?.hash ?? ''
    const [forged, ...after] = rows.slice(3) as [StoredRow, ...StoredRow[]]
    const own = hashOf(last, 4, `4\n${forged.body}`)
    const moved = { ...forged, previous: '4', hash: `${own}\n${last}` }
    let previous = own
    const chained = after.map((row) => {
      const one = { ...row, previous, hash: hashOf(previous, row.sequence, row.body) }
      previous = one.hash
      return one
    })
    scene.tamper((database) => put(database, [...rows.slice(0, 3), moved, ...chained]))
    rmSync(scene.head)
    expect(scene.verify().broken).toMatchObject({ sequence: 4 })
  })

  it('shows every removed row, at the beginning, in the middle and at the end', () => {
    scene.append(...ids)
    scene.close()
    const rows = scene.look(all)
    times(30).forAll(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 6 }), (one, other) => {
      const [from, to] = [Math.min(one, other), Math.max(one, other)]
      scene.tamper((database) =>
        database.prepare('DELETE FROM audit_event WHERE sequence BETWEEN ? AND ?').run(from, to),
      )
      const { broken } = scene.verify()
      scene.tamper((database) => put(database, rows))
      expect(broken).toMatchObject({ what: 'missing', sequence: from === 1 && to < 6 ? to : from })
    })
  })

  it('shows swapped and inserted rows, also when later rows are recalculated', () => {
    scene.append(...ids)
    scene.close()
    const rows = scene.look(all)
    times(20).forAll(fc.uniqueArray(fc.nat(5), { minLength: 2, maxLength: 2 }), (swapped) => {
      const [a, b] = swapped as [number, number]
      const moved = rows.map((row, at) => {
        const from = at === a ? b : at === b ? a : at
        return { ...(rows[from] as StoredRow), sequence: row.sequence }
      })
      scene.tamper((database) => put(database, moved))
      expect(scene.verify().broken?.sequence).toBe(Math.min(a, b) + 1)
      const added = { ...(rows[a] as StoredRow), id: 'new' }
      const longer = [
        ...rows.slice(0, a),
        added,
        ...rows.slice(a).map((row) => ({ ...row, sequence: row.sequence + 1 })),
      ]
      scene.tamper((database) => put(database, longer))
      expect(scene.verify().broken?.sequence).toBe(a + 1)
      scene.tamper((database) => put(database, rows))
    })
  })

  it('shows a trail that was rewritten from some row on, by its checkpoint', () => {
    scene.append(...ids)
    scene.close()
    const rows = scene.look(all)
    let previous = rows[2]?.hash ?? ''
    const forged = rows.map((row, at) => {
      if (at < 3) return row
      const body = row.body.replace('A test', 'Nobody')
      const forged = { ...row, body, previous, hash: hashOf(previous, row.sequence, body) }
      previous = forged.hash
      return forged
    })
    scene.tamper((database) => put(database, forged))
    expect(scene.verify().broken).toMatchObject({ sequence: 6, what: 'rewritten' })
  })
})

describe('a trail that was broken', () => {
  it('is reported at the start, in the log, the state and the trail, and continues after the break', async () => {
    scene.append(...ids)
    scene.close()
    scene.tamper((database) =>
      database.exec("UPDATE audit_event SET body = replace(body, 'A test', 'Nobody') WHERE sequence = 3"),
    )
    const trail = scene.restart()
    expect(trail.state().broken).toMatchObject({ sequence: 3, id: 'three', what: 'changed' })
    expect(scene.log.lines).toMatchObject([{ level: 'error', details: { sequence: 3 } }])
    expect(trail.recent(1)).toMatchObject([{ capabilityId: 'system.audit.break', request: { sequence: 3 } }])
    trail.append(auditEvent('seven'))
    expect(scene.verify().broken).toMatchObject({ sequence: 3 })
    expect(scene.restart().recent(2)).toMatchObject([{ id: 'seven' }, { capabilityId: 'system.audit.break' }])
  })

  it('keeps the gap where the end was cut off, also when the counter of SQLite was put back', () => {
    scene.append(...ids)
    scene.close()
    scene.tamper((database) =>
      database.exec('DELETE FROM audit_event WHERE sequence > 4; UPDATE sqlite_sequence SET seq = 4'),
    )
    expect(scene.verify().broken).toEqual({ sequence: 5, what: 'missing' })
    expect(scene.trail.state().broken).toEqual({ sequence: 5, what: 'missing' })
    scene.append('seven')
    expect(scene.look(all).map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 7, 8])
    scene.restart()
    expect(scene.trail.state().broken).toMatchObject({ sequence: 5, what: 'missing' })
  })

  it.each(['at once', 'beside the program'])('is found %s where text follows a NUL character', async (when) => {
    const rows = when === 'at once' ? 3 : 600
    for (let number = 1; number <= rows; number += 1) scene.append(`event-${number}`)
    scene.close()
    scene.tamper((database) => database.exec("UPDATE audit_event SET id = id || char(0) || 'x' WHERE sequence = 2"))
    const trail = scene.restart()
    if (when !== 'at once') await scene.clock.advance(200)
    expect(trail.state().broken).toMatchObject({ sequence: 2, what: 'changed' })
  })

  it('shows a row that was added while the program did not run', () => {
    scene.append(...ids)
    scene.close()
    const [last] = scene.look(all).slice(-1) as [StoredRow]
    const body = JSON.stringify({ ...auditEvent('forged') })
    scene.tamper((database) =>
      insertRow(database, {
        ...last,
        id: 'forged',
        sequence: 7,
        body,
        previous: last.hash,
        hash: hashOf(last.hash, 7, body),
      }),
    )
    expect(scene.trail.state().broken).toMatchObject({ sequence: 7, id: 'forged', what: 'added' })
  })

  it('shows a missing or invalid checkpoint', () => {
    scene.append('one')
    scene.close()
    rmSync(scene.head)
    expect(scene.trail.state().broken).toMatchObject({ what: 'head-missing' })
    scene.close()
    writeFileSync(scene.head, '{}')
    expect(scene.verify().broken).toMatchObject({ what: 'head-forged' })
  })

  it('is found by the background check when it is far back', async () => {
    for (let number = 0; number < 900; number += 1) scene.append(`event-${number}`)
    scene.close()
    scene.tamper((database) => database.exec("UPDATE audit_event SET event_type = 'approve' WHERE sequence = 20"))
    const trail = scene.restart()
    const reported: unknown[] = []
    trail.onDidChangeState(({ broken, verified }) =>
      reported.push({ sequence: broken?.sequence, whole: verified.whole }),
    )
    expect(trail.state()).toMatchObject({ verified: { until: 0, whole: false } })
    expect(trail.state().broken).toBeUndefined()
    await scene.clock.advance(200)
    expect(trail.state()).toMatchObject({
      broken: { sequence: 20, id: 'event-19' },
      verified: { until: 900, whole: true },
    })
    expect(reported).toEqual([{ sequence: 20, whole: true }])
    expect(trail.recent(1)).toMatchObject([{ capabilityId: 'system.audit.break' }])
  })
})

describe('a signed checkpoint', () => {
  it('is accepted with its key, and not when somebody else wrote it', async () => {
    const signed = new TrailScene({ key: 'ours' })
    try {
      signed.append('one')
      expect(signed.restart().state()).toMatchObject({ signed: true })
      expect(signed.trail.state().broken).toBeUndefined()
      expect(signed.restart({ key: 'another' }).state().broken).toMatchObject({ what: 'head-forged' })
    } finally {
      await signed.remove()
    }
  })
  const sealed = () => {
    let sequence: number | undefined
    const seal = {
      read: () => sequence,
      write: (come: number) => {
        sequence = come
      },
    }
    return new TrailScene({ key: 'ours', seal })
  }
  const forge = (scene: TrailScene) => {
    const { signature: _signature, ...head } = JSON.parse(readFileSync(scene.head, 'utf8'))
    writeFileSync(scene.head, JSON.stringify(head))
  }

  it('is rejected without its signature after a signed one, and that is recorded in the trail', async () => {
    const scene = sealed()
    try {
      scene.append('one', 'two')
      scene.close()
      forge(scene)
      expect(scene.trail.state().broken).toEqual({ sequence: 2, what: 'head-unsigned' })
      expect(scene.trail.recent(1)).toMatchObject([
        { capabilityId: 'system.audit.break', request: { what: 'head-unsigned' } },
      ])
      expect(scene.restart().state().broken).toMatchObject({ what: 'head-unsigned', foundAt: expect.any(String) })
    } finally {
      await scene.remove()
    }
  })

  it('is rejected when it is replaced by an older one, and removed rows stay a gap', async () => {
    const scene = sealed()
    try {
      scene.append('one', 'two')
      scene.close()
      const older = readFileSync(scene.head, 'utf8')
      scene.append('three', 'four')
      scene.close()
      scene.tamper((database) => database.exec('DELETE FROM audit_event WHERE sequence > 2'))
      scene.tamper((database) => database.exec("UPDATE sqlite_sequence SET seq = 2 WHERE name = 'audit_event'"))
      writeFileSync(scene.head, older)
      expect(scene.trail.state().broken).toEqual({ sequence: 4, what: 'head-older' })
      scene.append('five')
      expect(scene.look(all).map(({ sequence }) => sequence)).toEqual([1, 2, 5, 6])
    } finally {
      await scene.remove()
    }
  })

  it('may be unsigned as long as its key is new', async () => {
    const scene = new TrailScene()
    try {
      scene.append('one')
      const seal = { read: () => undefined, write: () => {} }
      expect(scene.restart({ key: 'new', seal }).state()).toMatchObject({ signed: true })
      expect(scene.trail.state().broken).toBeUndefined()
    } finally {
      await scene.remove()
    }
  })

  it('contains the known earlier break, so that none can be hidden', async () => {
    const scene = sealed()
    try {
      scene.append('one', 'two')
      scene.close()
      const head = JSON.parse(readFileSync(scene.head, 'utf8'))
      writeFileSync(scene.head, JSON.stringify({ ...head, known: { sequence: 1, what: 'changed' } }))
      expect(scene.trail.state().broken).toMatchObject({ what: 'head-forged' })
    } finally {
      await scene.remove()
    }
  })
})
