import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { replyPattern, withoutDecoration } from '../../../../../src-main/providers/java/dialects/reply-pattern.js'
import { processorMs } from '../../../../fixtures/processor-time.js'
import { forAll } from '../../../../fixtures/properties.js'

const kicked = replyPattern('Kicked {player}: {reason}')

describe('a reply pattern', () => {
  it('reads typed slots', () => {
    const pattern = replyPattern('There are {online:int} of a max of {max:int} players online:{list}')
    expect(pattern.match('There are 2 of a max of 20 players online: A, B')).toEqual({
      online: '2',
      max: '20',
      list: ' A, B',
    })
    expect(pattern.match('There are two of a max of 20 players online: A, B')).toBeUndefined()
    expect(pattern.match('x There are 2 of a max of 20 players online: A, B')).toBeUndefined()
  })

  it('is anchored at the end', () => {
    const pattern = replyPattern('Set the time to {time:int}')
    expect(pattern.match('Set the time to 5')).toEqual({ time: '5' })
    expect(pattern.match('Set the time to 5 or so')).toBeUndefined()
  })

  it('reads a greedy slot up to the last occurrence of what follows', () => {
    const pattern = replyPattern('{name:greedy} has the following entity data: {value}')
    const hostile = 'X has the following entity data: 0'
    expect(pattern.match(`${hostile} has the following entity data: 20.0f`)).toEqual({ name: hostile, value: '20.0f' })
  })

  it('reads back whatever was written into it', () => {
    const word = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes(': '))
    forAll(word, fc.string({ unit: 'grapheme' }), (player, reason) => {
      expect(kicked.match(`Kicked ${player}: ${reason}`)).toEqual({ player, reason })
    })
  })

  it('takes linear time on any reply', () => {
    const pattern = replyPattern('{a} was {b} by {c} in {d}')
    const long = ' was by in'.repeat(100_000)
    const started = processorMs()
    pattern.match(long)
    pattern.match(`${long} was x by y in z`)
    expect(processorMs() - started).toBeLessThan(1_000)
  })

  it('refuses a template that it could not read in one pass', () => {
    expect(() => replyPattern('{a}{b}')).toThrow('side by side')
    expect(() => replyPattern('to {a:greedy}')).toThrow('greedy')
  })
})

it('decoration is taken off: colour codes and the line ends of Bukkit and Forge', () => {
  expect(withoutDecoration('§6There §x§f§f§0§0§0§0are 2\r\n')).toBe('There are 2')
  expect(withoutDecoration('one\ntwo\n')).toBe('one\ntwo')
})
