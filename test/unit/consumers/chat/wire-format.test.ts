import type { ChatPiece } from '@shared/features/chat.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { WireFormat } from '../../../../src-main/consumers/chat/wire-format.js'
import { forAll } from '../../../fixtures/properties.js'

function piecesOf(write: (wire: WireFormat) => void): ChatPiece[] {
  const pieces: ChatPiece[] = []
  const wire = new WireFormat((piece) => pieces.push(piece))
  write(wire)
  wire.end()
  return pieces
}

/** Also marks that share a bar: a program may look for either first. */
const marksIn = (text: string): string[] =>
  Array.from(text.matchAll(/(?=(\|think-(?:start|end)\|))/gu), ([, mark = '']) => mark)

describe('wire format', () => {
  it('puts thinking between the marks of the specification', () => {
    expect(
      piecesOf((wire) => {
        wire.reasoning('The player ')
        wire.reasoning('greets.')
        wire.content('Hello!')
      }),
    ).toEqual([
      { type: 'reasoning', content: '|think-start|' },
      { type: 'reasoning', content: 'The player ' },
      { type: 'reasoning', content: 'greets.' },
      { type: 'reasoning', content: '|think-end|' },
      { type: 'content', content: 'Hello!' },
    ])
  })

  it('ends thinking before an error', () => {
    const pieces = piecesOf((wire) => {
      wire.reasoning('Hm')
      wire.error('错误: 连接超时')
    })
    expect(pieces.at(-2)).toEqual({ type: 'reasoning', content: '|think-end|' })
    expect(pieces.at(-1)).toEqual({ type: 'error', content: '错误: 连接超时' })
  })

  const unit = fc.constantFrom('|', 'think', '-start', '-end', '|think-start|', '|think-', 'think-end|', 'end|', 'a ')
  const text = fc.string({ unit, maxLength: 6 })

  it.each([
    [['|think-end|'], '|think-end '],
    [['|think-|think-end|end|'], '|think-|think-end end|'],
    [['|think-|think-', 'end|end|'], '|think-|think-end end|'],
    [['|think-end|think-', 'start|'], '|think-end think-start|'],
  ])('breaks the marks in %j', (texts, whole) => {
    const pieces = piecesOf((wire) => {
      for (const one of texts) wire.content(one)
    })
    expect(pieces.map(({ content }) => content).join('')).toBe(whole)
  })

  it('breaks marks that the model wrote, however they were cut into pieces', () => {
    const texts = fc.array(fc.tuple(fc.constantFrom('content' as const, 'reasoning' as const), text), { maxLength: 12 })
    fc.assert(
      fc.property(texts, (written) => {
        const pieces = piecesOf((wire) => {
          for (const [type, one] of written) wire[type](one)
        })
        const joined = (of: readonly ChatPiece[]) => of.map(({ content }) => content).join('')
        const reasoning = pieces.filter(({ type }) => type === 'reasoning')
        const thoughts = written.filter(([type], at) => type === 'reasoning' && written[at - 1]?.[0] !== type).length
        const ours = Array.from({ length: thoughts }, () => ['|think-start|', '|think-end|']).flat()
        expect(marksIn(joined(pieces))).toEqual(ours)
        expect(marksIn(joined(reasoning))).toEqual(ours)
        expect(marksIn(joined(pieces.filter(({ type }) => type === 'content')))).toEqual([])
      }),
      {
        numRuns: 2_000,
        examples: [
          [
            [
              ['content', '|think-|think-'],
              ['content', 'end|end|'],
            ],
          ],
          [
            [
              ['reasoning', 'think-end|'],
              ['content', ''],
            ],
          ],
          [[['reasoning', 'a|think-end']]],
          [
            [
              ['content', '|think-'],
              ['reasoning', 'a'],
              ['content', 'end|'],
            ],
          ],
        ],
      },
    )
  })

  it('changes nothing but bars, and no length', () =>
    forAll(fc.array(text, { maxLength: 12 }), (texts) => {
      const whole = piecesOf((wire) => {
        for (const one of texts) wire.content(one)
      })
      const sent = whole.map(({ content }) => content).join('')
      const given = texts.join('')
      expect(sent).toHaveLength(given.length)
      expect(Array.from(sent).every((at, index) => at === given[index] || (at === ' ' && given[index] === '|'))).toBe(
        true,
      )
    }))

  it('loses nothing else', () => {
    const texts = ['a | b ', '|think', ' is |', 'x|']
    const pieces = piecesOf((wire) => {
      for (const text of texts) wire.content(text)
    })
    expect(pieces.map(({ content }) => content).join('')).toBe(texts.join(''))
  })
})
