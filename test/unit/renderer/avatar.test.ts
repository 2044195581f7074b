import fc from 'fast-check'
import { expect, it } from 'vitest'
import { initialsOf } from '../../../src-renderer/ui/names/avatar.js'

it.each([
  ['Claude Desktop', 'CD'],
  ['Cursor', 'Cu'],
  ['  vS   code insiders', 'VC'],
  ['In-game chat', 'IC'],
  ['x', 'X'],
  ['小智', '小'],
  ['🦊 Fox', '🦊'],
  ['', '?'],
])('%j has the initials %j', (name, initials) => expect(initialsOf(name)).toBe(initials))

it('are two characters at most, for any name', () =>
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (name) => {
      const characters = [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(initialsOf(name))]
      expect(characters.length).toBeLessThanOrEqual(3)
    }),
  ))
