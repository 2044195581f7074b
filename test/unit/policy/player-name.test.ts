import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPlayerName } from '../../../src-main/policy/text/player-name.js'
import { playerName as onBedrock } from '../../../src-main/providers/bedrock/command-text.js'
import {
  entityTarget,
  playerArgument,
  profileTarget,
} from '../../../src-main/providers/java/dialects/command-arguments.js'
import { CommandDialect } from '../../../src-main/providers/java/dialects/dialect.js'
import { wordsOf } from '../../fakes/java/console/model-command.js'
import { hostileArgument } from '../../fixtures/hostile-texts.js'
import { times } from '../../fixtures/properties.js'

const hostile = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  hostileArgument,
)

/** The text, or undefined when it was refused with a reason. */
function encoded(encode: () => string): string | undefined {
  try {
    return encode()
  } catch (refused) {
    expect(refused).toMatchObject({
      code: 'PROTOCOL.SCHEMA_VALIDATION_FAILED',
      message: expect.stringMatching(/cannot be used in a .+ command\. .+\.$/u),
    })
    return undefined
  }
}

describe('a player name', () => {
  it.each([
    '*Bob',
    '.Two Words',
    '小明',
    'Bob',
    '.Steve',
    'Two Words',
    '_',
    '-Bob-',
    'Иван',
    'Bob#1234',
    'Steve(2)',
    "O'Brien",
  ])('may be %s, on Java and on Bedrock', (name) => {
    expect(isPlayerName(name)).toBe(true)
    expect(entityTarget(name, true)).toMatch(/^(?:[A-Za-z0-9_.+-]+|"[^"\\]+"|@a\[name="[^"\\]+",limit=1\])$/u)
    expect(onBedrock(name)).toBe(`"${name}"`)
  })

  it.each([
    '',
    ' Bob',
    'Bob ',
    '@a',
    '@e[type=cow]',
    'a"b',
    'a\\b',
    'a\nb',
    'a\u2028b',
    'a§cb',
    'a[b',
    'a{b',
    'a;b',
    'a/b',
    'a,b',
    'a\u200Bb',
    'a\u202Eb',
    'ㅤ',
    '\uD800',
    'x'.repeat(33),
    7,
    null,
    {},
  ])('is never %j', (name) => {
    expect(isPlayerName(name)).toBe(false)
    expect(() => entityTarget(name, true)).toThrow('cannot be used')
    expect(() => profileTarget(name, false)).toThrow('cannot be used')
    expect(() => onBedrock(name)).toThrow('cannot be used')
  })

  it('is written as the place and the version need', () => {
    expect([entityTarget('Bob', true), entityTarget('小明', true)]).toEqual(['Bob', '"小明"'])
    expect(entityTarget('.Two Words', true)).toBe('".Two Words"')
    expect(entityTarget('*A name of 17 char', true)).toBe('@a[name="*A name of 17 char",limit=1]')
    // The game would take it for the id of an entity.
    expect(entityTarget('1-1-1-1-1', true)).toBe('@a[name="1-1-1-1-1",limit=1]')
    expect(profileTarget('*Bob', true)).toBe('*Bob')
    expect(profileTarget('.Two Words', true)).toBe('@a[name=".Two Words",limit=1]')
    expect(entityTarget('小明', false)).toBe('小明')
    expect(() => entityTarget('Two Words', false)).toThrow('cannot write a name with a space')
  })

  it('is one word of every command that names a player, whatever it is', () =>
    times(3_000).forAll(hostile, fc.boolean(), (name, isLater) => {
      const dialect = new CommandDialect(
        { run: async () => '' },
        { version: isLater ? [1, 20, 4] : [1, 12], prefix: '' },
      )
      for (const command of ['pardon', 'entityData', 'clearEffects'] as const) {
        if (!dialect.has(command)) continue
        const text = encoded(() => dialect.commandText(command, { player: playerArgument(name), path: 'Pos' as never }))
        if (text === undefined) continue
        const expected = dialect.commandText(command, { player: playerArgument('Bob'), path: 'Pos' as never })
        expect(wordsOf(text, isLater)).toHaveLength(wordsOf(expected, isLater).length)
        expect(text).not.toMatch(/[\n\r\0§\\\u2028\u2029]|@(?!a\[name="[^"@[\]]+",limit=1\](?: |$))/u)
      }
    }))

  it('is one quoted text on Bedrock, whatever it is', () =>
    times(3_000).forAll(hostile, (name) => {
      const text = encoded(() => onBedrock(name))
      if (text !== undefined) expect(text).toMatch(/^"[^"\\\n@§]+"$/u)
    }))
})
