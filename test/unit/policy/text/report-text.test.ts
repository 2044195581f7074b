import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { crashReport } from '../../../../src-main/policy/program/crash-report.js'
import { reportText } from '../../../../src-main/policy/text/report-text.js'
import { forAll } from '../../../fixtures/properties.js'

describe('the text of a report', () => {
  it.each([
    [
      'Unexpected token S, "Steve whispers the password" is not valid JSON',
      'Unexpected token S, […] is not valid JSON',
    ],
    ["No player 'Alex_1999' in `world_nether`", 'No player […] in […]'],
    ['connect ECONNREFUSED 203.0.113.9:25565', 'connect ECONNREFUSED [address]:25565'],
    ['could not reach wss://play.example.org:8765/agent?token=x', 'could not reach [address]'],
    ['ENOENT: open /home/steve/.config/gatehouse/settings.json', 'ENOENT: open settings.json'],
    ['at run (C:\\Users\\Alex\\Gatehouse\\main.cjs:12:3)', 'at run (main.cjs:12:3)'],
    ['key hS3vQ1xq0uO2eWm0yP9kAwtHnB is wrong', 'key [key] is wrong'],
    ['a\u202eb\u0007c', 'a b c'],
  ])('reduces %j to %j', (text, clean) => expect(reportText(text, 200)).toBe(clean))

  it('keeps what helps to fix a bug', () => {
    const stack = 'TypeError: Cannot read properties of undefined (reading [x])\n    at draw (servers-screen.tsx:41:12)'
    expect(reportText(stack, 200)).toBe(stack)
  })

  it('is never longer than it may be, and never holds a key or an address', () => {
    const secret = 'hS3vQ1xq0uO2eWm0yP9kAwtHnB7'
    forAll(fc.string({ maxLength: 300 }), fc.string({ maxLength: 300 }), (before, after) => {
      const text = reportText(`${before} ${secret} 203.0.113.9 ${after}`, 400)
      expect(text.length).toBeLessThanOrEqual(400)
      expect(text).not.toContain(secret)
      expect(text).not.toContain('203.0.113.9')
    })
  })
})

it('a crash report contains versions, the end and the log, without the details of its lines', () => {
  const report = crashReport({
    crash: {
      last: {
        at: '2026-11-22T10:00:00.000Z',
        version: '0.1.0',
        why: 'bug',
        message: 'TypeError: x',
        log: '/home/a/gatehouse.log',
      },
      safeMode: true,
    },
    versions: { Gatehouse: '0.1.0', System: 'linux 6.1 x64' },
    log: [
      JSON.stringify({
        timestamp: '2026-11-22T09:59:00.000Z',
        level: 'warn',
        message: 'a frame was refused',
        player: 'Steve',
      }),
      '{ no json',
      '2026-11-22T09:59:01.000Z [error] [services] Process crashed {"service":"Steve","exitCode":1}',
      '2026-11-22T09:59:02.000Z [info] [gateway] Tool called: Steve {"client":"Steve"}',
    ],
  })
  expect(report).toContain('System: linux 6.1 x64')
  expect(report).toContain('Last crash: 2026-11-22T10:00:00.000Z (bug), version 0.1.0')
  expect(report).toContain('2026-11-22T09:59:00.000Z warn a frame was refused')
  expect(report).toContain('2026-11-22T09:59:01.000Z error Process crashed\n')
  expect(report).toContain('2026-11-22T09:59:02.000Z info Tool called:')
  expect(report).not.toMatch(/Steve|no json|\/home\/a/u)
})
