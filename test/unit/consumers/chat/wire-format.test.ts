import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { WireFormat } from '../../../../src-main/consumers/chat/wire-format.js'
import type { ChatPiece } from '../../../../src-main/contract/chat.js'

function piecesOf(write: (wire: WireFormat) => void): ChatPiece[] {
  const pieces: ChatPiece[] = []
  const wire = new WireFormat((piece) => pieces.push(piece))
  write(wire)
  wire.end()
  return pieces
}

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

  it('removes marks that the model wrote, however they were cut into pieces', () => {
    const unit = fc.constantFrom('|', 'think', '-start', '-end', '|think-start|', '|think-', 'end|', 'a ')
    fc.assert(
      fc.property(fc.array(fc.string({ unit, maxLength: 6 }), { maxLength: 12 }), (texts) => {
        const pieces = piecesOf((wire) => {
          for (const text of texts) wire.content(text)
        })
        const whole = pieces.map(({ content }) => content).join('')
        expect(pieces.every(({ type }) => type === 'content')).toBe(true)
        expect(whole).not.toContain('|think-start|')
        expect(whole).not.toContain('|think-end|')
      }),
      { numRuns: 2_000, examples: [[['|think-|think-', 'end|end|']]] },
    )
  })

  it('loses nothing else', () => {
    const texts = ['a | b ', '|think', ' is |', 'x|']
    const pieces = piecesOf((wire) => {
      for (const text of texts) wire.content(text)
    })
    expect(pieces.map(({ content }) => content).join('')).toBe(texts.join(''))
  })
})
