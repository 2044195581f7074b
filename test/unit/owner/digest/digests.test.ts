import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { AuditEvent } from '@contract/generated/audit-event.js'
import { owner } from '@shared/approvals/attempt.js'
import type { DigestSettings } from '@shared/program/digest.js'
import type { AuditQuery, AuditRow } from '@shared/trail/audit.js'
import { daysAbout, daysIn } from '@shared/trail/audit.js'
import type { UndoEntry } from '@shared/trail/undo.js'
import { afterEach, describe, expect, it } from 'vitest'
import { type Digest, readDigest } from '../../../../src-main/owner/digest/digest-contents.js'
import { digestMarkdown, digestNotice } from '../../../../src-main/owner/digest/digest-text.js'
import { type DigestChannel, Digests, digestStoreIn } from '../../../../src-main/owner/digest/digests.js'
import { FakeClock } from '../../../fakes/fake-clock.js'
import { RecordingLog } from '../../../fakes/recording-log.js'
import { auditEvent } from '../../../fakes/trail.js'

const minute = 60_000
const day = 86_400_000
const claude: AuditEvent['caller'] = { type: 'model', id: 'client:1', name: 'Claude' }

let ids = 0
const event = (at: number, change: Partial<AuditEvent>): AuditEvent => {
  ids += 1
  return auditEvent(`${ids}`, { timestamp: new Date(at).toISOString(), caller: claude, ...change })
}
const ended = (at: number, capabilityId = 'world.time.set', change: Partial<AuditEvent> = {}): AuditEvent =>
  event(at, { capabilityId, metadata: { phase: 'outcome', requestId: `r${ids}`, serverId: 'overworld' }, ...change })
const answered = (at: number, outcome: 'approved' | 'denied', approvedBy: string): AuditEvent =>
  event(at, {
    eventType: outcome === 'approved' ? 'approve' : 'reject',
    approvalInfo: { outcome, approvedBy, approvalId: 'a1' },
    metadata: { requestId: `r${ids}`, serverId: 'overworld' },
  })
const denied = { eventType: 'reject' as const, approvalInfo: { outcome: 'denied' as const } }
const expired = { eventType: 'reject' as const, approvalInfo: { outcome: 'expired' as const } }

/** Pages of three rows, newest first, as the log has them. */
const searchIn =
  (events: readonly AuditEvent[]) =>
  ({ since = '', until = '~', type, cursor = '0' }: AuditQuery) => {
    const found = events
      .filter(({ timestamp, eventType }) => timestamp >= since && timestamp < until && (!type || eventType === type))
      .toReversed()
    const from = Number(cursor)
    const rows = found
      .slice(from, from + 3)
      .map((one, sequence): AuditRow => ({ sequence, previous: '', hash: '', event: one }))
    return { rows, ...(from + 3 < found.length && { next: `${from + 3}` }) }
  }

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

function scene(settings: Partial<DigestSettings> = {}, channel?: DigestChannel) {
  const clock = new FakeClock(new Date(2026, 0, 19, 12).getTime())
  const events: AuditEvent[] = []
  const log = new RecordingLog()
  const profile = mkdtempSync(path.join(tmpdir(), 'gatehouse-digest-'))
  folders.push(profile)
  const digest: DigestSettings = { enabled: true, at: '20:00', to: ['notification'], ...settings }
  const made: Digest[] = []
  const open = () => {
    const digests = new Digests({
      audit: { search: searchIn(events) },
      undo: { list: () => ({ entries: [] }) },
      isRead: (id) => id.endsWith('.get'),
      settings: { get: () => ({ digest }) },
      store: digestStoreIn(profile),
      discord: () => channel,
      wording: () => ({ language: 'en', mask: (text) => text, serverName: (id) => id }),
      clock,
      log,
    })
    digests.onDidMake((one) => made.push(one))
    digests.start()
    return digests
  }
  const act = () => events.push(ended(clock.now().getTime()))
  return { clock, made, open, act, log }
}

/** Time passes in steps of ten minutes: a look at the clock is due each minute. */
async function pass(clock: FakeClock, hours: number): Promise<void> {
  for (let step = 0; step < hours * 6; step += 1) await clock.advance(10 * minute)
}

describe('the contents of a digest', () => {
  it('counts what AI did by server and action, what was refused, and who answered', async () => {
    const now = new Date(2026, 0, 19, 20).getTime()
    const events = [
      ended(now - 2 * day),
      ended(now - 50 * minute, 'world.time.get'),
      ended(now - 40 * minute, 'world.time.set', { caller: { type: 'user', id: owner.id } }),
      ended(now - 30 * minute),
      answered(now - 29 * minute, 'approved', 'Alex, Kim'),
      ended(now - 28 * minute),
      ended(now - 27 * minute, 'player.kick'),
      answered(now - 26 * minute, 'denied', 'Alex'),
      ended(now - 25 * minute, 'player.ban', denied),
      ended(now - 24 * minute, 'player.ban', expired),
      answered(now - 23 * minute, 'denied', 'system.panic'),
      ended(now + minute),
    ]
    const entries = [
      { at: new Date(now - 30 * minute).toISOString(), state: 'done', caller: claude },
      { at: new Date(now - 3 * day).toISOString(), state: 'done', caller: claude },
    ] as unknown as UndoEntry[]
    const span = { since: new Date(now - day).toISOString(), until: new Date(now).toISOString() }
    const sources = { audit: { search: searchIn(events) }, undo: { list: () => ({ entries }) } }
    expect(await readDigest({ ...sources, isRead: (id) => id.endsWith('.get') }, span)).toEqual({
      ...span,
      done: 3,
      failed: 0,
      denied: 1,
      expired: 1,
      undoable: 1,
      servers: [
        {
          serverId: 'overworld',
          actions: [
            { capabilityId: 'world.time.set', count: 2 },
            { capabilityId: 'player.kick', count: 1 },
          ],
        },
      ],
      answers: [
        { name: 'Alex', approved: 1, denied: 1 },
        { name: 'Kim', approved: 1, denied: 0 },
      ],
    })
  })
})

describe('the text of a digest', () => {
  const digest: Digest = {
    since: new Date(2026, 0, 18, 20).toISOString(),
    until: new Date(2026, 0, 19, 20).toISOString(),
    done: 3,
    failed: 0,
    denied: 1,
    expired: 0,
    undoable: 2,
    servers: [{ serverId: 's1', actions: [{ capabilityId: 'world.time.set', count: 3 }] }],
    answers: [{ name: 'desktop', approved: 3, denied: 1 }],
  }

  it('says it in sentences of the language', () => {
    const wording = { mask: (text: string) => text, serverName: () => 'Survival' }
    const en = digestMarkdown(digest, { ...wording, language: 'en' })
    expect(en).toContain('**Survival**: Set the time (3)\nDenied: 1\nCan be undone in Gatehouse: 2')
    expect(en).toContain('At the computer: 3 approved, 1 denied')
    expect(digestMarkdown(digest, { ...wording, language: 'zh' })).toContain('拒绝：1')
    expect(digestNotice(digest, 'en').body).toBe('Done: 3 · Denied: 1 · Can be undone in Gatehouse: 2')
  })

  it('pings nobody, links nowhere and has no markup of a name', () => {
    const hostile = '@everyone <@123> [x](https://evil.example) **b**\n# big'
    const text = digestMarkdown(digest, { language: 'en', mask: (one) => one, serverName: () => hostile })
    const line = text.split('\n').find((one) => one.includes('everyone')) ?? ''
    expect(line).not.toMatch(/@everyone|<@1|\]\(|https:\/\//u)
    expect(text.split('\n').some((one) => one.startsWith('#'))).toBe(false)
  })

  it('masks names before they are shortened', () => {
    const mask = (text: string) => text.replaceAll('10.0.0.1', '•••')
    const text = digestMarkdown(digest, { language: 'en', mask, serverName: () => `${'a'.repeat(44)} 10.0.0.1` })
    expect(text).not.toContain('10.0')
  })

  it('fits into a message of Discord, however much happened', () => {
    const name = '字'.repeat(200)
    const many = (count: number) => Array.from({ length: count }, (_, at) => at)
    const large: Digest = {
      ...digest,
      servers: many(100).map((at) => ({
        serverId: `${at}`,
        actions: many(50).map((one) => ({ capabilityId: `${name}.${one}`, count: 9 })),
      })),
      answers: many(50).map((at) => ({ name: `${name}${at}`, approved: 1, denied: 1 })),
    }
    const text = digestMarkdown(large, { language: 'en', mask: (one) => one, serverName: () => '*'.repeat(200) })
    expect(text.length).toBeLessThanOrEqual(2_000)
  })
})

describe('digests', () => {
  it('are made once a day, also across restarts', async () => {
    const { clock, made, open, act } = scene()
    let digests = open()
    for (let hours = 0; hours < 72; hours += 3) {
      act()
      await pass(clock, 3)
      digests.stop()
      digests = open()
    }
    digests.stop()
    expect(made.map(({ until }) => new Date(until).getDate())).toEqual([19, 20, 21])
    expect(made.map(({ done }) => done)).toEqual([3, 8, 8])
  })

  it('are not made for a day on which AI changed nothing', async () => {
    const { clock, made, open, act } = scene()
    const digests = open()
    await pass(clock, 24)
    expect(made).toEqual([])
    act()
    await pass(clock, 24)
    digests.stop()
    expect(made).toHaveLength(1)
  })

  it('are made when asked, with nothing in them, and the daily one comes all the same', async () => {
    const { clock, made, open, act } = scene()
    const digests = open()
    expect(await digests.sendNow()).toEqual({ sent: ['notification'], failed: [] })
    expect(made).toMatchObject([{ done: 0 }])
    act()
    await pass(clock, 9)
    digests.stop()
    expect(made).toHaveLength(2)
  })

  it('are posted to the channel, and say when there is none or it fails', async () => {
    const posted: string[] = []
    const works = scene({ to: ['discord'] }, { post: async (markdown) => void posted.push(markdown) })
    const working = works.open()
    expect(await working.sendNow()).toEqual({ sent: ['discord'], failed: [] })
    working.stop()
    expect(posted).toHaveLength(1)
    const none = scene({ to: ['notification', 'discord'] })
    const failing = none.open()
    expect(await failing.sendNow()).toEqual({ sent: ['notification'], failed: ['discord'] })
    failing.stop()
    expect(none.log.problems).toHaveLength(1)
  })

  it('are not made while they are switched off', async () => {
    const { clock, made, open, act } = scene({ enabled: false })
    const digests = open()
    act()
    await pass(clock, 30)
    digests.stop()
    expect(made).toEqual([])
  })
})

describe('what the notification opens', () => {
  it('is the days of the digest', () => {
    const span = { since: new Date(2026, 0, 18, 20).toISOString(), until: new Date(2026, 0, 19, 20).toISOString() }
    expect(daysIn(daysAbout(span))).toEqual({ from: '2026-01-18', to: '2026-01-19' })
    expect(daysIn('019bd2d2-0000-7000-8000-000000000000')).toBeUndefined()
  })
})
