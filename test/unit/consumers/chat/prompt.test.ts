import fc from 'fast-check'
import { expect, it } from 'vitest'
import { questionPrompt } from '../../../../src-main/consumers/chat/prompt.js'
import { times } from '../../../fixtures/properties.js'

const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(
      fc.constantFrom('--- begin ', '--- end ', ' ---', '\n', '\r', '\u2028', 'Question: ', '"', '\\', '§k', 'a'),
      {
        maxLength: 30,
      },
    )
    .map((pieces) => pieces.join('')),
)

it('the question of a player, as a model reads it, has all external text between two lines with a random delimiter that is not in it', () => {
  const marks = new Set<string>()
  times(300).forAll(hostile, hostile, hostile, (server, player, text) => {
    const lines = questionPrompt({ server, player, text }).split('\n')
    const mark = /^--- begin (\S{12}) ---$/u.exec(lines[1] ?? '')?.[1] ?? ''
    expect(mark).not.toBe('')
    expect(lines[0]).toBe(`Between the two lines marked ${mark} is what a player asks. Answer the question.`)
    expect(lines.at(-1)).toBe(`--- end ${mark} ---`)
    const inside = lines.slice(2, -1)
    expect(inside.join('\n')).not.toContain(mark)
    // Names are one line each, whatever they hold.
    expect(inside[0]).toMatch(/^Server: ".*"$/u)
    expect(inside[1]).toMatch(/^Player: ".*"$/u)
    expect(inside[2]).toMatch(/^Question: /u)
    expect(inside.join('')).not.toMatch(/[\p{Cs}\u2028\u2029\u202e]|(?!\t)\p{Cc}/u)
    marks.add(mark)
  })
  expect(marks.size).toBe(300)
})
