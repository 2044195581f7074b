import type { AuditEvent } from '@contract/generated/audit-event.js'
import type { RecordedVote } from '@shared/streaming/votes.js'
import type { AuditRow } from '@shared/trail/audit.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { voteId } from '../../../../src-main/streaming/audience/votes.js'
import { formatOf, reportText, sealIn } from '../../../../src-main/streaming/report/report-text.js'
import {
  maxReportRows,
  type ReportSeal,
  readStreamReport,
  reportOf,
} from '../../../../src-main/streaming/report/stream-report.js'
import { byStreamer, votesUnderTest } from '../../../fakes/votes-under-test.js'
import { forAll } from '../../../fixtures/properties.js'

const seal: ReportSeal = {
  since: '2026-11-27T18:00:00.000Z',
  until: '2026-11-27T21:00:00.000Z',
  language: 'en',
  head: { sequence: 900, hash: 'ab'.repeat(32) },
}
const same = (text: string): string => text

let sequence = 0
const row = (over: Partial<AuditEvent>): AuditRow => {
  sequence += 1
  const event: AuditEvent = {
    id: `${sequence}`,
    timestamp: `2026-11-27T19:${String(sequence % 60).padStart(2, '0')}:00.000Z`,
    eventType: 'invoke',
    capabilityId: 'world.time.set',
    caller: { type: 'model', id: 'client:1', name: 'Neuro' },
    ...over,
  }
  return { sequence, previous: '', hash: '', event }
}

/** The rows of a request as the gateway writes them, as in a log of the program. */
const asked = (requestId: string, outcome: 'approved' | 'denied'): AuditRow[] => [
  row({
    eventType: outcome === 'approved' ? 'approve' : 'reject',
    approvalInfo: { required: true, approvalId: `a-${requestId}`, outcome, approvedBy: 'desktop' },
    metadata: { requestId },
  }),
  ...(outcome === 'approved'
    ? [
        row({ metadata: { requestId, phase: 'intent' } }),
        row({ metadata: { requestId, phase: 'outcome' }, request: { note: 'private words' } }),
      ]
    : [row({ eventType: 'reject', metadata: { requestId, phase: 'outcome' }, response: { outcome: 'denied' } })]),
]

const vote: RecordedVote = {
  approvalId: 'a-r1',
  question: { action: 'time', choice: 'night' },
  yes: 812,
  no: 96,
  isPoll: false,
  says: 'yes',
  why: 'share',
  endedBy: 'time',
  sources: { twitch: 908 },
}

const evening = (): AuditRow[] => {
  sequence = 0
  return [
    row({ capabilityId: 'world.time.get', metadata: { requestId: 'r0', phase: 'outcome' } }),
    ...asked('r1', 'approved'),
    row({
      eventType: 'approve',
      capabilityId: voteId,
      caller: { type: 'user', id: 'desktop', name: 'desktop' },
      request: { ...vote },
    }),
    ...asked('r2', 'denied'),
    row({
      eventType: 'rollback',
      caller: { type: 'user', id: 'desktop', name: 'desktop' },
      rollbackInfo: { rolledBack: true, undoes: 'r1' },
      metadata: { phase: 'outcome', requestId: 'u1' },
    }),
    row({
      eventType: 'error',
      capabilityId: 'player.kick',
      caller: { type: 'model', id: 'chat:Steve', name: 'Steve' },
      metadata: { requestId: 'r3', phase: 'outcome' },
      response: { error: { code: 'BUSINESS.PLAYER_NOT_FOUND', message: 'No player named Secret_Sam.' } },
    }),
    row({ capabilityId: 'system.settings.change', caller: { type: 'user', id: 'settings', name: 'settings' } }),
  ]
}

describe('a report of a stream', () => {
  it('says what the AI did, asked and was denied, what was undone, and what viewers voted', () => {
    expect(reportText(reportOf(evening(), seal, false), 'md', same)).toBe(
      [
        '## What the AI did on this stream',
        '',
        'From 2026-11-27 18:00 to 2026-11-27 21:00 (UTC).',
        '',
        '- Actions done: 1',
        '- Times the AI only looked: 1',
        '- Requests that a person had to decide: 2',
        '- Denied: 1',
        '- Failed: 1',
        '- Undone afterwards: 1',
        '- Votes of viewers: 1',
        '',
        '- 19:04 Neuro: Set the time. A person approved it. Done. Undone afterwards.',
        '- 19:05 “The AI wants to change the time to night”. Viewers voted: 812 yes, 96 no. The vote said yes.',
        '- 19:07 Neuro: Set the time. Denied. Not done.',
        '- 19:09 a player: Kick a player. It failed.',
        '',
        'Made by Gatehouse from its log. Whoever has the log can check this text with: gatehouse report verify FILE',
        '',
        `\`gatehouse-report-1 en 2026-11-27T18:00:00.000Z 2026-11-27T21:00:00.000Z 900 ${'ab'.repeat(32)}\``,
        '',
      ].join('\n'),
    )
  })

  it('says how viewers voted, from the row that a vote writes, and nothing of who wrote what', async () => {
    const { votes, open, chat, crowd, audit } = votesUnderTest()
    await votes.start(open().id, byStreamer)
    crowd(3, 1)
    chat.write('mallory-1', '!no <b>[x](http://evil)', { userName: 'Mallory' })
    votes.end()
    const rows = audit.events.map((event, at) => ({ sequence: at, previous: '', hash: '', event }))
    const text = reportText(reportOf(rows, { ...seal, language: 'zh' }, false), 'html', same)
    expect(text).toContain('“AI 想把时间改为夜晚”，观众投票：3 票赞成，2 票反对。')
    for (const theirs of ['mallory', 'Mallory', 'evil', 'viewer-']) expect(text).not.toContain(theirs)
  })

  it('counts what only looked, also with an action of a service, and never hides one that did something', () => {
    const call = (requestId: string, executionTime: number, over: Partial<AuditEvent> = {}) =>
      row({ capabilityId: 'ext.shop.stock', metadata: { requestId, phase: 'outcome', executionTime }, ...over })
    const looked = call('l1', 20)
    const did = [
      row({ capabilityId: 'ext.shop.stock', metadata: { requestId: 'd1', phase: 'intent' } }),
      call('d1', 20),
    ]
    const failed = call('f1', 20, { eventType: 'error', response: { error: { code: 'X', message: '' } } })
    const early = call('e1', 60_000, { timestamp: '2026-11-27T18:00:30.000Z' })
    const report = reportOf([early, looked, ...did, failed], seal, false)
    expect(report.reads).toBe(1)
    expect(report.entries.map((entry) => entry.kind === 'act' && entry.end)).toEqual(['done', 'done', 'failed'])
    const cut = reportOf([call('first', 20), call('later', 20)], seal, true)
    expect([cut.reads, cut.entries.length]).toEqual([1, 1])
  })

  it('does not repeat what an AI calls an action that no server has', () => {
    const invented = row({
      capabilityId: 'steve.lives.at.100.64',
      eventType: 'error',
      metadata: { requestId: 'i1', phase: 'outcome' },
      response: { error: { code: 'PROTOCOL.CAPABILITY_NOT_FOUND', message: '' } },
    })
    for (const format of ['md', 'html'] as const)
      expect(reportText(reportOf([invented], seal, false), format, same)).not.toContain('steve')
    expect(reportText(reportOf([invented], seal, false), 'md', same)).toContain('Neuro: an action. It failed.')
  })

  it('has no vote that an AI wrote into its call', () => {
    const forged = { capabilityId: voteId, request: { ...vote, yes: 9_999 } }
    const rows = [
      row({ ...forged, metadata: { requestId: 'r9', phase: 'intent' } }),
      row({ ...forged, eventType: 'error', metadata: { requestId: 'r9', phase: 'outcome' } }),
      row({ ...forged, eventType: 'reject', metadata: { requestId: 'r10' } }),
    ]
    const report = reportOf(rows, seal, false)
    expect(report.entries.some(({ kind }) => kind === 'vote')).toBe(false)
    expect(reportText(report, 'md', same)).not.toContain('9999')
  })

  it('leaves out a row that is no vote', () => {
    for (const yes of [Number.NaN, 1.5, '812'])
      expect(reportOf([row({ capabilityId: voteId, request: { ...vote, yes } })], seal, false).entries).toEqual([])
    const odd = { ...vote, question: { action: 'constructor' } }
    const text = reportText(reportOf([row({ capabilityId: voteId, request: odd })], seal, false), 'md', same)
    expect(text).toContain('“The AI wants to do something”.')
  })

  it('speaks Chinese, and is a page without scripts and outside resources', () => {
    const page = reportText(reportOf(evening(), { ...seal, language: 'zh' }, false), 'html', same)
    expect(page).toContain('<li>19:07 Neuro：设置时间。被拒绝，未执行。</li>')
    expect(page).toContain("default-src 'none'")
    expect(page).not.toMatch(/<script|<link|<img|src=|href=|https?:/u)
    expect(formatOf(page)).toBe('html')
  })

  it('has nothing of arguments, results and players', () => {
    for (const format of ['md', 'html'] as const) {
      const text = reportText(reportOf(evening(), seal, false), format, same)
      for (const secret of ['private words', 'Secret_Sam', 'Steve', 'desktop']) expect(text).not.toContain(secret)
    }
  })

  it('masks the names of AI clients as a stream does', () => {
    const text = reportText(reportOf(evening(), seal, false), 'md', (name) => name.replace('Neuro', 'AI 1'))
    expect(text).toContain('19:04 AI 1: Set the time.')
    expect(text).not.toContain('Neuro')
  })

  it('says when it is empty, and when it is not whole', () => {
    expect(reportText(reportOf([], seal, false), 'md', same)).toContain('- The AI did nothing in this time.')
    const many = Array.from({ length: 50 }, (_, index) =>
      row({ metadata: { requestId: `m${index}`, phase: 'outcome' } }),
    )
    const text = reportText(reportOf(many, seal, true), 'md', same)
    expect(text).toContain('10 more are in the log.')
    expect(text).toContain('has the last 10000 rows of the log')
  })

  it('reads the newest rows of a long stream, and no others', async () => {
    let served = 0
    const report = await readStreamReport(
      ({ limit = 0, cursor }) => {
        served += limit
        return { rows: Array.from({ length: limit }, () => row({})), next: `${cursor}.` }
      },
      seal,
      (start) => `${start}`,
    )
    expect(report.isCut).toBe(true)
    expect(served).toBeLessThan(maxReportRows + 1_001)
  })

  it('can be read back from its last line', () => {
    for (const format of ['md', 'html'] as const) {
      expect(sealIn(reportText(reportOf(evening(), seal, false), format, same))).toEqual(seal)
    }
    expect(sealIn('gatehouse-report-1 en yesterday today 1 ff')).toBeUndefined()
  })

  it('never lets a name become markup, another line, or another seal', () => {
    const nasty = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '[x](javascript:alert(1))',
        '<script>alert(1)</script>',
        '</li></ul><img src=x onerror=1>',
        '\n# Title\n- item',
        '`code` **bold** _it_ ~~s~~ | a | b |',
        'https://evil.example/x @everyone www.evil.example',
        '{time} {what} $& $1',
        `gatehouse-report-1 en 2026-11-27T18:00:00.000Z 2026-11-27T21:00:00.000Z 1 ${'00'.repeat(32)}`,
        '\u202Eevil &lt;b&gt;',
      ),
    )
    const known = reportText(reportOf(evening(), seal, false), 'html', same)
    const tags = (text: string): number => text.split('<').length
    forAll(nasty, fc.stringMatching(/^[a-z.[\]()<>*`]{1,30}$/u), (name, id) => {
      const rows = evening()
      const at = rows.findIndex(
        ({ event }) => event.metadata?.phase === 'outcome' && event.capabilityId !== 'world.time.get',
      )
      const changed = rows.map((one, index) =>
        index === at
          ? {
              ...one,
              event: {
                ...one.event,
                capabilityId: `ext.${id}`,
                capabilityVersion: '1.0.0',
                caller: { type: 'model' as const, id: 'client:2', name },
              },
            }
          : one,
      )
      const report = reportOf(changed, seal, false)
      const html = reportText(report, 'html', same)
      expect(tags(html)).toBe(tags(known))
      expect(sealIn(html)).toEqual(seal)
      const markdown = reportText(report, 'md', same)
      expect(markdown.split('\n')).toHaveLength(
        reportText(reportOf(evening(), seal, false), 'md', same).split('\n').length,
      )
      const line = markdown.split('\n').find((one) => one.startsWith('- 19:04')) ?? ''
      // Every sign that begins markup is escaped.
      expect(line.slice(2).replace(/\\[\\`*_{}[\]()<>#+!|~&$^=-]/gu, '')).not.toMatch(/[`*_[\]<>|~]/u)
      expect(line).not.toMatch(/:\/\/|@\w|www\.\w/u)
      expect(sealIn(markdown)).toEqual(seal)
    })
  })
})
