import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { touchesEveryScore } from '../../../../src-main/policy/console-command/score-lists.js'
import { forAll } from '../../../fixtures/properties.js'

const word = (...spellings: string[]) => fc.constantFrom(...spellings)
const player = word('Owner', '@a', '@s', '*', '@a[name=Owner]', '@a[ name = Owner , limit = 1 ]', '"Owner"')
const gap = word(' ', '  ', '   ')
const before = word(
  '',
  '/',
  ' ',
  'execute as Owner run ',
  'execute if entity @a[name="a b"] run execute run ',
  'execute store result storage a:b c int 1 run ',
  'return run ',
)
const command = word('scoreboard', 'Scoreboard', 'minecraft:scoreboard', 'MINECRAFT:SCOREBOARD')

describe('a command that lists or resets every score of a player', () => {
  it('is found in any spelling and nesting', () =>
    forAll(
      fc.tuple(before, command, gap, word('players', 'PLAYERS'), gap, word('list', 'reset', 'List'), gap, player),
      (parts) => {
        expect(touchesEveryScore(parts.join('')), parts.join('')).toBe(true)
      },
    ))

  it.each([
    'scoreboard players list',
    'scoreboard players reset Owner deaths',
    'scoreboard players get Owner deaths',
    'scoreboard objectives list',
    'list players',
    'say scoreboard players',
  ])('is not %j', (text) => expect(touchesEveryScore(text)).toBe(false))
})
