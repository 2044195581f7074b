import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ChatLines, lineLimits } from '../../../../src-main/policy/chat/chat-lines.js'
import { processorMs } from '../../../fixtures/processor-time.js'
import { forAll } from '../../../fixtures/properties.js'

const linesOf = (...pieces: readonly string[]): string[] => {
  const lines = new ChatLines()
  return [...pieces.flatMap((piece) => lines.add(piece)), ...lines.end()]
}

const withoutSpace = (text: string): string => text.replace(/\s/gu, '')

const hostileText = fc.string({
  unit: fc.oneof(
    fc.constantFrom(
      '§',
      '§c',
      ' ',
      '\n',
      '.',
      '。',
      '!',
      '"',
      '你',
      '好',
      '😀',
      '\u0301',
      '\u202E',
      '\u0000',
      'a',
      '1',
      '\uD83D',
    ),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
  ),
  maxLength: 400,
})

describe('chat lines', () => {
  it('gives a line for each sentence as soon as the next one begins', () => {
    const lines = new ChatLines()
    expect(lines.add('It is 04:40 in the ga')).toEqual([])
    expect(lines.add('me. The sun')).toEqual(['It is 04:40 in the game.'])
    expect(lines.add(' rises soon.')).toEqual([])
    expect(lines.end()).toEqual(['The sun rises soon.'])
  })

  it('ends a Chinese sentence without a space', () => {
    expect(linesOf('现在是早上。太阳出来了！“好。”走吧')).toEqual(['现在是早上。', '太阳出来了！', '“好。”', '走吧'])
  })

  it('keeps decimals and the numbers of a list together', () => {
    expect(linesOf('1. Take 3.5 logs')).toEqual(['1. Take 3.5 logs'])
  })

  it('wraps a long sentence at a space', () => {
    const [first = ''] = linesOf('word '.repeat(60))
    expect(first.length).toBeLessThanOrEqual(lineLimits.columns)
    expect(first.endsWith('word')).toBe(true)
  })

  it('counts a Chinese character as two columns', () => {
    const [first = ''] = linesOf('字'.repeat(200))
    expect([...first]).toHaveLength(lineLimits.columns / 2)
  })

  it('removes format codes, also when a piece ends between the sign and the code', () => {
    expect(linesOf('§', 'cred §lbold§§x end')).toEqual(['red bold end'])
  })

  it('joins a character that is split over two pieces', () => {
    expect(linesOf('a\uD83D', '\uDE00b')).toEqual(['a😀b'])
  })

  it('cuts a character with endless marks to the length of a line', () => {
    const lines = linesOf(`a${'\u0301'.repeat(5_000)}`)
    for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(lineLimits.bytes)
  })

  it('never exceeds a line, cuts a character or lets a code through', () =>
    forAll(hostileText, (text) => {
      for (const line of linesOf(text)) {
        expect(Buffer.byteLength(line)).toBeLessThanOrEqual(lineLimits.bytes)
        expect(line).not.toMatch(/[§\n\p{Cc}\p{Cs}\u202E]/u)
        expect(line.trim()).toBe(line)
        expect(line).not.toBe('')
      }
    }))

  it('drops nothing but invisible characters', () =>
    forAll(fc.string({ unit: fc.constantFrom('a', ' ', '.', '。', '你', '😀', '\n', '1'), maxLength: 600 }), (text) => {
      expect(withoutSpace(linesOf(text).join(''))).toBe(withoutSpace(text))
    }))

  it('gives the same lines, however the text was cut into pieces', () =>
    forAll(hostileText, fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 12 }), (text, cuts) => {
      const at = [...new Set(cuts.filter((cut) => cut < text.length))].sort((one, other) => one - other)
      const pieces = [...at, text.length].map((end, index) => text.slice(at[index - 1] ?? 0, end))
      expect(linesOf(...pieces)).toEqual(linesOf(text))
    }))

  it('takes a long hostile text in linear time', () => {
    const began = processorMs()
    linesOf('§'.repeat(200_000), ' '.repeat(200_000), 'a'.repeat(200_000))
    expect(processorMs() - began).toBeLessThan(3_000)
  })
})
