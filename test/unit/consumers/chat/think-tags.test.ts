import { thinkMarks } from '@shared/features/chat.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ThinkTags } from '../../../../src-main/consumers/chat/models/think-tags.js'
import { ThinkingLines, withoutMarks } from '../../../../src-main/consumers/chat/think-marks.js'
import { forAll } from '../../../fixtures/properties.js'

function split(...pieces: string[]) {
  const tags = new ThinkTags()
  const parts = [...pieces.flatMap((piece) => tags.add(piece)), ...tags.end()]
  const of = (wanted: string) => parts.flatMap(({ kind, text }) => (kind === wanted ? [text] : [])).join('')
  return { reasoning: of('reasoning'), text: of('text') }
}

describe('think tags', () => {
  it.each([
    [['<think>Hm.</th', 'ink>Noon.'], 'Hm.', 'Noon.'],
    [['\n <TH', 'INK>Hm.</think>\n\nNoon.'], 'Hm.', '\n\nNoon.'],
    [['Noon. <think>not mine</think> Bye.'], '', 'Noon. not mine Bye.'],
    [['<think>a</think>b<think>c</think>d'], 'a', 'bcd'],
    [['<think>never ends'], 'never ends', ''],
    [['1 < 2 and </b> stay'], '', '1 < 2 and </b> stay'],
    [['</think>x'], '', 'x'],
    [['<thi'], '', '<thi'],
    [['  ', 'hi'], '', '  hi'],
  ])('splits %j', (pieces, reasoning, text) => expect(split(...pieces)).toEqual({ reasoning, text }))

  it('split a text the same way, whatever its pieces are, and leave no tag in it', () => {
    const unit = fc.constantFrom('<think>', '</think>', '<', 'think>', '/', 'a', ' ')
    forAll(fc.array(unit, { maxLength: 12 }), fc.nat(), (units, seed) => {
      const whole = units.join('')
      const cut = whole.length === 0 ? 0 : seed % whole.length
      expect(split(whole.slice(0, cut), whole.slice(cut))).toEqual(split(whole))
      expect(split(...whole)).toEqual(split(whole))
    })
  })
})

describe('think marks in the game', () => {
  it('enclose each block of thinking', () => {
    const lines = new ThinkingLines()
    expect([...lines.add(['a.', 'b.']), ...lines.end(['c'])]).toEqual(['|think-start| a.', 'b.', 'c |think-end|'])
    expect([...lines.add(['d.']), ...lines.end([])]).toEqual(['|think-start| d.', '|think-end|'])
    expect(lines.end([])).toEqual([])
    expect(lines.end(['e'])).toEqual(['|think-start| e |think-end|'])
  })

  it.each([
    '|think-start|',
    'x|think-end|y',
    '||think-start||',
    '｜think-end｜',
    '| think_end |',
    '|THINK-START| hi',
    '|think-end|think-start|',
  ])('are never in the text of the model: %s', (line) =>
    expect(withoutMarks(line)).not.toMatch(/think[-_](?:start|end)/iu),
  )

  it('leave other text as it is', () => {
    for (const line of ['a | b', 'I think-tank | x', '我觉得，可以！', '|x|']) expect(withoutMarks(line)).toBe(line)
  })

  it('cannot be completed by the text of the model', () => {
    const unit = fc.constantFrom('|', 'think', '-start', '-end', '|think-start|', '|think-end|', ' ', 'a')
    forAll(fc.array(unit, { maxLength: 10 }), (units) => {
      const line = withoutMarks(units.join(''))
      expect(line).not.toContain(thinkMarks.start)
      expect(line).not.toContain(thinkMarks.end)
    })
  })
})
