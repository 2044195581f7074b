import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  firstInvalidPair,
  lineOf,
  pairsOf,
  textOfPairs,
  wordsOf,
} from '../../../src-renderer/features/servers/services/command-line.js'

describe('a command line', () => {
  it.each([
    ['npx -y server', ['npx', '-y', 'server']],
    ['  node   "my server.js"  ', ['node', 'my server.js']],
    ['C:\\tools\\x.exe --a="b c"', ['C:\\tools\\x.exe', '--a=b c']],
    ['a "" b', ['a', '', 'b']],
    ['say \\"hi\\"', ['say', '"hi"']],
    ['a "not closed', ['a', 'not closed']],
    ['', []],
  ])('has the arguments of %s', (line, words) => {
    expect(wordsOf(line)).toEqual(words)
  })

  it('is parsed into the arguments that it was written from', () => {
    // A backslash before a quote can't be distinguished from a quoted quote; paths do not end in that.
    const word = fc.string().filter((text) => !/\\(?:"|$)/u.test(text))
    fc.assert(
      fc.property(fc.array(word), (words) => {
        expect(wordsOf(lineOf(words))).toEqual(words)
      }),
    )
  })
})

describe('lines of names and values', () => {
  it('are parsed, and written unchanged', () => {
    expect(pairsOf('A=1\n\nB = x=y \nnothing', '=')).toEqual({ A: '1', B: 'x=y' })
    expect(textOfPairs({ Authorization: 'Bearer a:b' }, ':')).toBe('Authorization: Bearer a:b')
    expect(pairsOf('Authorization: Bearer a:b', ':')).toEqual({ Authorization: 'Bearer a:b' })
  })

  it('name the first invalid one', () => {
    expect(firstInvalidPair('A=1\n=2', '=')).toBe('=2')
    expect(firstInvalidPair('A=1\n\n', '=')).toBeUndefined()
  })
})
