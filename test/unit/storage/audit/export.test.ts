import { Readable, Writable } from 'node:stream'
import type { AuditFilter, AuditFormat } from '@shared/trail/audit.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createStreamMask, type StreamMask } from '../../../../src-main/policy/redaction/stream-mask.js'
import { exportTrail } from '../../../../src-main/storage/audit/export.js'
import { verifyLines } from '../../../../src-main/storage/audit/verify.js'
import { openAuditReader } from '../../../../src-main/storage/audit-reader.js'
import { auditEvent, TrailScene } from '../../../fakes/trail.js'

let scene: TrailScene
beforeEach(() => {
  scene = new TrailScene()
})
afterEach(() => scene.remove())

async function exported(format: AuditFormat, filter: AuditFilter = {}, mask?: StreamMask): Promise<string> {
  const reader = openAuditReader(scene.profile)
  let text = ''
  const out = new Writable({
    highWaterMark: 16,
    write(chunk, _encoding, done) {
      text += chunk
      setImmediate(done)
    },
  })
  try {
    await exportTrail(reader, filter, format, out, mask)
  } finally {
    reader.close()
  }
  return text
}

const verdict = (text: string, partial = false) => verifyLines(Readable.from(text.split('\n')), partial)

// verifies: promise 10
describe('an export as JSON lines', () => {
  it('can be verified without the trail, and shows changed or removed rows', async () => {
    scene.append('one', 'two', 'three', 'four')
    const text = await exported('jsonl')
    expect(await verdict(text)).toEqual({ rows: 4, head: scene.trail.state().head })
    expect((await verdict(text.replace('"id":"two"', '"id":"TWO"'))).broken).toMatchObject({
      sequence: 2,
      what: 'changed',
    })
    const lines = text.split('\n')
    expect((await verdict([lines[0], ...lines.slice(2)].join('\n'))).broken).toEqual({ sequence: 2, what: 'missing' })
    expect((await verdict('no json')).broken).toMatchObject({ what: 'changed' })
  })

  it('with a filter can be verified row by row', async () => {
    scene.append('one')
    scene.trail.append(auditEvent('two', { capabilityId: 'player.ban' }))
    scene.append('three', 'four')
    const text = await exported('jsonl', { capability: 'world.*' })
    expect((await verdict(text)).broken).toMatchObject({ what: 'missing' })
    expect(await verdict(text, true)).toMatchObject({ rows: 3, head: { sequence: 4 } })
    expect((await verdict(text, true)).broken).toBeUndefined()
    expect((await verdict(text.replace('"id":"three"', '"id":"x"'), true)).broken).toMatchObject({ sequence: 3 })
  })

  it('keeps a row that is no longer a valid event', async () => {
    scene.append('one', 'two')
    scene.close()
    scene.tamper((database) => database.exec("UPDATE audit_event SET body = 'gone' WHERE sequence = 2"))
    const text = await exported('jsonl')
    expect(text).toContain('"unreadable":"gone"')
    expect((await verdict(text)).broken).toMatchObject({ sequence: 2, what: 'changed' })
  })
})

it('an export as CSV has one row for each event, and no formula', async () => {
  const hostile = { type: 'model', id: '=1+1', name: '@SUM(A1:A9)' } as const
  scene.trail.append(auditEvent('one', { caller: hostile, request: { message: 'a "quote", a comma\nand a line' } }))
  const text = await exported('csv')
  expect(text).toMatch(/^sequence,timestamp,eventType,outcome,/)
  expect(text).toContain("'=1+1")
  expect(text).toContain("'@SUM(A1:A9)")
  expect(text).not.toMatch(/(?:^|,)"?[=+@-]/m)
  expect(text).toContain('""message""')
})

describe('an export in stream-safe mode', () => {
  const mask = createStreamMask({ language: 'en', names: ['Steve'] })
  const secret = /Steve|98765|203\.0\.113|under the lake/u

  function append(): void {
    const request = {
      playerName: 'Steve',
      location: { x: 98_765, y: 64, z: 1 },
      note: 'on 203.0.113.7',
      command: 'tell Bob under the lake',
    }
    scene.trail.append(auditEvent('one', { capabilityId: 'player.teleport', request }))
    scene.trail.append(auditEvent('two', { capabilityId: 'player.whisper', request: { message: 'under the lake' } }))
  }

  it('is redacted as JSON lines, is marked, and does not verify', async () => {
    append()
    const text = await exported('jsonl', {}, mask)
    expect(text).not.toMatch(secret)
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines[0]).toMatchObject({ masked: true, note: expect.stringContaining('Redacted for a stream') })
    expect(lines.slice(1)).toMatchObject([
      { sequence: 1, masked: true },
      { sequence: 2, masked: true },
    ])
    expect((await verdict(text)).broken).toBeDefined()
  })

  it('is redacted as CSV, and is marked in every row', async () => {
    append()
    const text = await exported('csv', {}, mask)
    expect(text).not.toMatch(secret)
    expect(text.match(/Redacted for a stream/gu)).toHaveLength(2)
  })
})
