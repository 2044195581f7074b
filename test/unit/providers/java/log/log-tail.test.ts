import { describe, expect, it } from 'vitest'
import { LogTail } from '../../../../../src-main/providers/java/log/log-tail.js'

const linesOf = (...raw: string[]) => {
  const tail = new LogTail()
  for (const line of raw) tail.add(line)
  return tail.lines()
}

describe('the tail of a log', () => {
  it.each([
    ['[18:38:52] [Server thread/INFO]: Mia joined the game', { clock: '18:38:52', text: 'Mia joined the game' }],
    [
      '[8:42:05] [Server thread/WARN]: Alex moved too quickly!',
      { clock: '08:42:05', level: 'warning', text: 'Alex moved too quickly!' },
    ],
    ['[15:04:05 ERROR]: Oops', { clock: '15:04:05', level: 'error', text: 'Oops' }],
    ['\tat net.minecraft.Server.run(Server.java:1)', { text: '\tat net.minecraft.Server.run(Server.java:1)' }],
  ])('takes %j apart', (raw, line) => expect(linesOf(raw)).toEqual([line]))

  it('takes no time from what a player wrote', () =>
    expect(linesOf('<Mia> meet me at 18:00:00')).toEqual([{ text: '<Mia> meet me at 18:00:00' }]))

  it('keeps the newest lines, and the beginning of a long one', () => {
    const tail = new LogTail()
    for (let at = 0; at < 5_000; at += 1) tail.add(`${at}`)
    tail.add('x'.repeat(100_000), '2026-01-19T10:30:00.000Z')
    const lines = tail.lines()
    expect(lines).toHaveLength(200)
    expect(lines.at(-2)).toEqual({ text: '4999' })
    expect(lines.at(-1)?.text).toHaveLength(1_024)
    expect(lines.at(-1)?.at).toBe('2026-01-19T10:30:00.000Z')
  })
})
