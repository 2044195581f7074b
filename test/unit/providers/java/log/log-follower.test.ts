import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ConfinedFolder } from '../../../../../src-main/providers/java/folder/confined-folder.js'
import type { JavaLogEvent } from '../../../../../src-main/providers/java/log/log-events.js'
import { JavaLogFollower, logOf } from '../../../../../src-main/providers/java/log/log-follower.js'
import { FakeClock } from '../../../../fakes/fake-clock.js'
import { folderForEach } from '../../../../fixtures/for-each.js'
import { times } from '../../../../fixtures/properties.js'

const root = folderForEach()
let log = ''
let followers: JavaLogFollower[] = []
beforeEach(() => {
  log = path.join(root(), 'logs', 'latest.log')
  mkdirSync(path.dirname(log))
})
afterEach(async () => {
  for (const follower of followers) await follower.stop()
  followers = []
})

async function follow({ fromBeginning = false }: { readonly fromBeginning?: boolean } = {}) {
  const seen: string[] = []
  const problems: (string | undefined)[] = []
  const skipped: number[] = []
  const late: string[] = []
  const clock = new FakeClock()
  const follower = new JavaLogFollower({
    source: logOf(await ConfinedFolder.open(root())),
    clock,
    fromBeginning,
    onEvent: (event: JavaLogEvent) => {
      const text = event.kind === 'chat' ? event.text : event.kind
      seen.push(text)
      if (event.isLate) late.push(text)
    },
    onProblem: (problem) => problems.push(problem && String(problem.details?.why)),
    onSkipped: (bytes) => skipped.push(bytes),
  })
  followers.push(follower)
  return { follower, seen, late, problems, skipped, clock }
}
const chat = (text: string, end = '\n') => `[10:00:00] [Server thread/INFO]: <Alex> ${text}${end}`
const rotate = () => {
  if (existsSync(log)) renameSync(log, path.join(root(), 'logs', '2026-11-22-1.log'))
  writeFileSync(log, '')
}

describe('a log follower', () => {
  it('reports only new lines when it starts late', async () => {
    writeFileSync(log, chat('old'))
    const { follower, seen } = await follow()
    await follower.poll()
    appendFileSync(log, chat('new'))
    await follower.poll()
    expect(seen).toEqual(['new'])
  })
  it('marks lines as late that may be older than a minute, until it has caught up', async () => {
    writeFileSync(log, '')
    const { follower, seen, late, clock } = await follow()
    await follower.poll()
    await clock.advance(60_000)
    appendFileSync(log, chat('in time'))
    await follower.poll()
    await clock.advance(60_001)
    appendFileSync(log, chat('after a gap'))
    await follower.poll()
    appendFileSync(log, chat('in time again'))
    await follower.poll()
    expect(seen).toEqual(['in time', 'after a gap', 'in time again'])
    expect(late).toEqual(['after a gap'])
  })
  it('has not caught up with a log whose connection is cut, or that still repeats what was missed', async () => {
    const clock = new FakeClock()
    const late: (true | undefined)[] = []
    let lines: string[] = []
    let isBehind = false
    const follower = new JavaLogFollower({
      clock,
      source: {
        everyMs: 500,
        open: ({ onLines }) => ({
          isOpen: true,
          encoding: undefined,
          get isBehind() {
            return isBehind
          },
          poll: () => onLines(lines.splice(0).map((text) => ({ text, isDamaged: false }))),
          close: async () => {},
        }),
      },
      onEvent: ({ isLate }) => late.push(isLate),
    })
    followers.push(follower)
    const poll = async (text?: string) => {
      lines = text === undefined ? [] : [chat(text, '')]
      await follower.poll()
    }
    await poll()
    isBehind = true
    for (let seconds = 0; seconds <= 60; seconds += 10) {
      await clock.advance(10_000)
      await poll()
    }
    await poll('meanwhile')
    isBehind = false
    await poll()
    await poll('now')
    expect(late).toEqual([true, undefined])
  })
  it('leaves out a line that was half written when it started', async () => {
    writeFileSync(log, '[10:00:00] [Server thread/INFO]: <Alex> ha')
    const { follower, seen } = await follow()
    await follower.poll()
    appendFileSync(log, `lf\n${chat('whole')}`)
    await follower.poll()
    expect(seen).toEqual(['whole'])
  })
  it('reports all lines of a log that is created later', async () => {
    const { follower, seen } = await follow()
    await follower.poll()
    writeFileSync(log, chat('first'))
    await follower.poll()
    expect(seen).toEqual(['first'])
  })
  it('continues after a rotation, and reports what was written right before it', async () => {
    writeFileSync(log, '')
    const { follower, seen } = await follow()
    await follower.poll()
    appendFileSync(log, chat('last of the day'))
    rotate()
    appendFileSync(log, chat('first of the day'))
    await follower.poll()
    expect(seen).toEqual(['last of the day', 'first of the day'])
  })
  it('continues after a truncation', async () => {
    writeFileSync(log, chat('before'))
    const { follower, seen } = await follow()
    await follower.poll()
    truncateSync(log, 0)
    appendFileSync(log, chat('x'))
    await follower.poll()
    expect(seen).toEqual(['x'])
  })
  it('continues when the file was replaced by a longer one', async () => {
    writeFileSync(log, `[09:00:00] [Server thread/INFO]: short\n`)
    const { follower, seen } = await follow()
    await follower.poll()
    writeFileSync(log, `${chat('again')}${chat('and longer')}`)
    await follower.poll()
    expect(seen).toEqual(['again', 'and longer'])
  })
  it('reads the line ends of Windows, and splits at no other sign', async () => {
    writeFileSync(log, '')
    const { follower, seen } = await follow()
    await follower.poll()
    appendFileSync(log, chat('one', '\r\n') + chat('two\u2028[10:00:00] [Server thread/INFO]: Stopping server', '\r\n'))
    await follower.poll()
    expect(seen).toHaveLength(2)
    expect(seen[0]).toBe('one')
  })
  it('passes over binary garbage and lines without end', async () => {
    writeFileSync(log, '')
    const { follower, seen } = await follow()
    await follower.poll()
    appendFileSync(log, Buffer.from(Array.from({ length: 3_000 }, (_, index) => (index * 7919) % 256)))
    appendFileSync(log, `\n${'x'.repeat(1_000_000)}`)
    await follower.poll()
    appendFileSync(log, `${'y'.repeat(100_000)}\n${chat('after')}`)
    await follower.poll()
    expect(seen).toEqual(['after'])
  })
  it('polls at intervals, and stops', async () => {
    writeFileSync(log, '')
    const { follower, seen, clock } = await follow()
    follower.start()
    await clock.advance(0)
    await follower.poll()
    appendFileSync(log, chat('hi'))
    await clock.advance(300)
    await follower.poll()
    expect(seen).toEqual(['hi'])
    await follower.stop()
    appendFileSync(log, chat('late'))
    await clock.advance(10_000)
    expect([seen, clock.waiting]).toEqual([['hi'], 0])
  })
  it('reports a log outside of the folder once, and continues when it is repaired', async () => {
    const outside = mkdtempSync(path.join(tmpdir(), 'outside-'))
    writeFileSync(path.join(outside, 'secret.log'), chat('secret'))
    symlinkSync(path.join(outside, 'secret.log'), log)
    const { follower, seen, problems } = await follow({ fromBeginning: true })
    await follower.poll()
    await follower.poll()
    expect([seen, problems]).toEqual([[], ['folder-outside']])
    rmSync(log)
    writeFileSync(log, chat('inside'))
    await follower.poll()
    expect([seen, problems]).toEqual([['inside'], ['folder-outside', undefined]])
    rmSync(outside, { recursive: true })
  })

  it('loses and doubles nothing, however it is written and rotated', async () => {
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.record({ kind: fc.constant('write' as const), cut: fc.nat(80) }) },
      { weight: 2, arbitrary: fc.constant({ kind: 'look' as const }) },
      { weight: 1, arbitrary: fc.constant({ kind: 'rotate' as const }) },
    )
    await times(60).forAllAsync(
      fc.array(step, { maxLength: 40 }),
      fc.constantFrom('\n', '\r\n'),
      async (steps, end) => {
        writeFileSync(log, '')
        const { follower, seen } = await follow()
        await follower.poll()
        const written: string[] = []
        let half = ''
        for (const one of steps) {
          if (one.kind === 'write') {
            const text = `line ${written.length}`
            written.push(text)
            const whole = half + chat(text, end)
            half = whole.slice(whole.length - one.cut)
            appendFileSync(log, whole.slice(0, whole.length - half.length))
          } else {
            await follower.poll()
            if (one.kind === 'look') continue
            appendFileSync(log, half)
            half = ''
            rotate()
          }
        }
        appendFileSync(log, half)
        await follower.poll()
        expect(seen).toEqual(written)
        await follower.stop()
      },
    )
  })

  it('reads sixty megabytes in pieces', async () => {
    const block = chat('x'.repeat(200)).repeat(4_000)
    writeFileSync(log, '')
    for (let written = 0; written < 60_000_000; written += block.length) appendFileSync(log, block)
    const { follower, seen } = await follow({ fromBeginning: true })
    await follower.poll()
    expect(seen).toHaveLength(Math.ceil(60_000_000 / block.length) * 4_000)
  })

  it('skips a log that grew by more than 64 MiB since it was read, reports it, and continues with what comes next', async () => {
    const { follower, seen, skipped } = await follow({ fromBeginning: true })
    writeFileSync(log, chat('first'))
    await follower.poll()
    truncateSync(log, 70 * 1_024 * 1_024)
    await follower.poll()
    appendFileSync(log, `rest of a line\n${chat('next')}`)
    await follower.poll()
    expect(seen).toEqual(['first', 'next'])
    expect(skipped).toHaveLength(1)
  })

  it('reports some events of a flood at each look, and all of them in the end', async () => {
    writeFileSync(log, '')
    const { follower, seen, clock } = await follow()
    follower.start()
    await clock.advance(0)
    await expect.poll(() => clock.waiting).toBe(1)
    appendFileSync(log, chat('flood').repeat(9_000))
    await clock.advance(250)
    await expect.poll(() => clock.waiting).toBe(1)
    expect(seen.length).toBeGreaterThanOrEqual(2_000)
    expect(seen.length).toBeLessThan(5_000)
    await follower.poll()
    expect(seen).toHaveLength(9_000)
  })

  it('stops in the middle of a flood', async () => {
    writeFileSync(log, chat('flood').repeat(100_000))
    const { follower, seen } = await follow({ fromBeginning: true })
    const looked = follower.poll()
    await follower.stop()
    await looked
    expect(seen.length).toBeLessThan(100_000)
  })
})
