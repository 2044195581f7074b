import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { AuditEvent } from '@contract/generated/audit-event.js'
import type { AuditPage, AuditQuery } from '@shared/trail/audit.js'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fits } from '../../../../src-main/storage/audit/facts.js'
import { indexFile } from '../../../../src-main/storage/audit/search-index.js'
import { termsOf } from '../../../../src-main/storage/audit/words.js'
import { type AuditReader, fullSearch, onePage, openAuditReader } from '../../../../src-main/storage/audit-reader.js'
import { auditEvent, TrailScene } from '../../../fakes/trail.js'
import { times } from '../../../fixtures/properties.js'

let scene: TrailScene
let reader: AuditReader | undefined
beforeEach(() => {
  scene = new TrailScene()
})
afterEach(() => {
  reader?.close()
  reader = undefined
  return scene.remove()
})

const events: AuditEvent[] = [
  auditEvent('greeting', {
    capabilityId: 'chat.broadcast',
    request: { message: '欢迎来到新世界' },
    riskLevel: 'medium',
  }),
  auditEvent('noon', { request: { worldName: 'Überwelt' }, timestamp: '2026-01-19T11:00:00.000Z' }),
  auditEvent('ban', {
    capabilityId: 'player.ban',
    eventType: 'reject',
    riskLevel: 'critical',
    request: { playerName: 'Griefer_42', reason: '=cmd|calc' },
    approvalInfo: { required: true, outcome: 'denied' },
    caller: { type: 'model', id: 'mcp:two', name: 'Second' },
    metadata: { requestId: 'request-2', serverId: 'nether' },
  }),
  auditEvent('failed', { eventType: 'error', response: { error: { code: 'SYSTEM.TIMEOUT' } } }),
  auditEvent('about', { metadata: { requestId: 'request-3', phase: 'intent' }, capabilityId: 'player.teleport' }),
]

/** Once from the rows alone, once from the index, once from both. */
const ways = ['rows', 'index', 'both'] as const

async function begin(way: (typeof ways)[number]): Promise<AuditReader> {
  scene.trail
  const [first, ...rest] = events as [AuditEvent, ...AuditEvent[]]
  if (way === 'both') {
    scene.trail.append(first)
    await scene.clock.advance(100)
    for (const event of rest) scene.trail.append(event)
  } else for (const event of events) scene.trail.append(event)
  if (way === 'index') await scene.clock.advance(100)
  reader = openAuditReader(scene.profile)
  return reader
}

const idsOf = ({ rows }: AuditPage): string[] => rows.map(({ event }) => event.id)

const queries: readonly [AuditQuery, readonly string[]][] = [
  [{}, ['about', 'failed', 'ban', 'noon', 'greeting']],
  [{ text: '新世' }, ['greeting']],
  [{ text: 'uberWELT' }, ['noon']],
  [{ text: 'grief calc' }, ['ban']],
  [{ text: 'griefer_42' }, ['ban']],
  [{ text: 'SYSTEM.TIME' }, ['failed']],
  [{ text: 'imeout' }, []],
  [{ client: 'mcp:two' }, ['ban']],
  [{ client: 'Second' }, ['ban']],
  [{ server: 'nether' }, ['ban']],
  [{ capability: 'player.*' }, ['about', 'ban']],
  [{ capability: 'player.ban' }, ['ban']],
  [{ type: 'error' }, ['failed']],
  [{ risk: 'critical' }, ['ban']],
  [{ request: 'request-3' }, ['about']],
  [{ outcome: 'intent' }, ['about']],
  [{ outcome: 'denied' }, ['ban']],
  [{ outcome: 'failed' }, ['failed']],
  [{ since: '2026-01-19T10:45:00.000Z' }, ['noon']],
  [{ until: '2026-01-19T10:30:00.000Z' }, []],
  [{ text: 'mcp', server: 'nether', outcome: 'denied' }, ['ban']],
]

describe.each(ways)('a search in the %s', (way) => {
  it('finds what is asked for, newest first', async () => {
    const looking = await begin(way)
    for (const [query, ids] of queries) expect(idsOf(looking.search(query)), JSON.stringify(query)).toEqual(ids)
  })

  it('continues page by page, and rows added meanwhile shift none', async () => {
    const looking = await begin(way)
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = looking.search({ limit: 2, ...(cursor !== undefined && { cursor }) })
      seen.push(...idsOf(page))
      cursor = page.next
      scene.append(`later-${seen.length}`)
      await scene.clock.advance(100)
    } while (cursor !== undefined)
    expect(seen).toEqual(['about', 'failed', 'ban', 'noon', 'greeting'])
  })

  it('has no query syntax: any text finds rows with its words, or nothing', async () => {
    const looking = await begin(way)
    const nasty = fc.oneof(
      fc.string({ maxLength: 30 }),
      fc.constantFrom(
        '"',
        '" OR 1',
        'a*"',
        'NEAR(',
        'words:x',
        '-a',
        '^a',
        '(((',
        "'; DROP TABLE entry;--",
        '\u0000',
        'AND',
        '*',
        '{a b}:c',
        '👍',
      ),
    )
    times(150).forAll(nasty, (text) => {
      const terms = termsOf(text)
      const meant = events.filter((event) => fits(event, {}, terms)).map(({ id }) => id)
      expect(idsOf(looking.search({ text }))).toEqual(meant.reverse())
    })
  })
})

// verifies: promise 10
describe('a search', () => {
  it('finds the same in the index as in the rows, whatever characters values are made of', async () => {
    const ascii = fc.string({ unit: fc.integer({ min: 0, max: 127 }).map((code) => String.fromCharCode(code)) })
    const texts = fc.sample(fc.oneof(ascii, fc.string({ unit: 'grapheme' })), { numRuns: 200, seed: 18 })
    const made = texts.map((message, number) => auditEvent(`made-${number}`, { request: { message } }))
    for (const event of made) scene.trail.append(event)
    await scene.clock.advance(1_000)
    reader = openAuditReader(scene.profile)
    for (const text of texts) {
      const terms = termsOf(text)
      const meant = made.filter((event) => fits(event, {}, terms)).map(({ id }) => id)
      expect(idsOf(reader.search({ text, limit: 500 })), JSON.stringify(text)).toEqual(meant.reverse())
    }
  })

  it('returns a short page where many rows have no index, and continues after it', async () => {
    for (let number = 0; number < 450; number += 1) scene.append(`event-${number}`)
    reader = openAuditReader(scene.profile)
    const page = reader.search({ text: 'nothing' }, { ...onePage, milliseconds: 0 })
    expect(page.rows).toEqual([])
    expect(page.next).toBeDefined()
    const last = reader.search({ request: 'request-1', limit: 400, cursor: page.next ?? '' }, fullSearch)
    expect(last.rows).toHaveLength(400)
    expect(last.next).toBeUndefined()
  })

  it('returns a short page when the index takes long, and finds every later row once', async () => {
    for (let number = 0; number < 90; number += 1) {
      scene.trail.append(
        auditEvent(`event-${number}`, { capabilityId: number % 30 === 7 ? 'player.ban' : 'chat.list' }),
      )
    }
    await scene.clock.advance(1_000)
    reader = openAuditReader(scene.profile)
    const hurried = { ...onePage, milliseconds: 0, span: 10 }
    for (const query of [{ capability: 'player.ban' }, { text: 'player.ban' }]) {
      const found: string[] = []
      let pages = 0
      for (let cursor: string | undefined = ''; cursor !== undefined; pages += 1) {
        const page: AuditPage = reader.search({ ...query, limit: 2, ...(cursor && { cursor }) }, hurried)
        found.push(...idsOf(page))
        cursor = page.next
      }
      expect(found).toEqual(['event-67', 'event-37', 'event-7'])
      expect(pages).toBeGreaterThan(3)
      expect(idsOf(reader.search(query, fullSearch))).toEqual(found)
    }
  })

  it('rejects an index of another trail, or a broken one', async () => {
    await begin('index')
    reader?.close()
    scene.close()
    writeFileSync(path.join(scene.profile, indexFile), 'no database at all, and long enough to be looked at')
    scene.trail
    await scene.clock.advance(200)
    reader = openAuditReader(scene.profile)
    expect(idsOf(reader.search({ text: '新世' }))).toEqual(['greeting'])
  })

  it('returns for one event all events of its request, in order', async () => {
    scene.trail.append(auditEvent('intent', { metadata: { requestId: 'r', phase: 'intent' } }))
    scene.append('another')
    scene.trail.append(auditEvent('outcome', { metadata: { requestId: 'r', phase: 'outcome' } }))
    reader = openAuditReader(scene.profile)
    const story = reader.get('outcome')
    expect(story?.row.event.id).toBe('outcome')
    expect(story?.request.map(({ event }) => event.id)).toEqual(['intent', 'outcome'])
    expect(reader.get('nobody')).toBeUndefined()
  })

  it('changes nothing', async () => {
    scene.append('one')
    reader = openAuditReader(scene.profile)
    expect(() => openAuditReader(path.join(scene.profile, 'nowhere'))).toThrow()
    scene.append('two')
    expect(idsOf(reader.search({}))).toEqual(['two', 'one'])
  })
})
