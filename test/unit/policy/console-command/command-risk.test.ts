import { coreCatalogue } from '@contract/core-catalogue.js'
import en from '@shared/words/en.json' with { type: 'json' }
import zh from '@shared/words/zh.json' with { type: 'json' }
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  commandReasons,
  raisedByCommand,
  riskOfCommand,
} from '../../../../src-main/policy/console-command/command-risk.js'
import { wordsOf } from '../../../../src-main/policy/console-command/command-tokenizer.js'
import { knownCommands } from '../../../../src-main/policy/console-command/known-commands.js'
import { higherRisk } from '../../../../src-main/policy/risk/risk.js'
import { javaManifestIds, manifestOf } from '../../../../src-main/providers/java/manifests/index.js'
import commandsByRisk from '../../../fixtures/commands-by-risk.json' with { type: 'json' }
import { forAll, times } from '../../../fixtures/properties.js'

const levelOf = (command: string) => riskOfCommand(command).level
const rank = (level: string) => ['low', 'medium', 'high', 'critical'].indexOf(level)

describe('the risk of a console command', () => {
  for (const [level, commands] of Object.entries(commandsByRisk)) {
    it.each(commands)(`is ${level}: %s`, (command) => expect(levelOf(command)).toBe(level))
  }

  it('is never low for what cannot be parsed reliably', () => {
    expect(rank(levelOf('execute as @e[name="a] run op Steve'))).toBeGreaterThanOrEqual(rank('high'))
    expect(levelOf('say "unclosed run stop')).not.toBe('low')
  })

  const critical = fc.constantFrom(
    'stop',
    'op Steve',
    'deop Steve',
    'ban-ip 1.2.3.4',
    'reload',
    'save-off',
    'whitelist off',
    'debug start',
  )
  const wrapped = fc.letrec<{ command: string }>((tie) => ({
    command: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      critical,
      fc
        .tuple(
          fc.constantFrom(
            'execute as Steve run ',
            'execute at @s if block ~ ~ ~ stone run ',
            'return run ',
            'execute run ',
            'execute in minecraft:the_nether positioned 1 2 3 run ',
            'execute unless entity @e[name="x y"] run ',
          ),
          tie('command'),
        )
        .map((parts) => parts.join('')),
      fc
        .tuple(fc.constantFrom('/', '//', 'minecraft:', '/minecraft:', ' '), tie('command'))
        .map((parts) => parts.join('')),
    ),
  })).command

  it('stays critical however it is wrapped and written', () =>
    times(2_000).forAll(wrapped, fc.boolean(), (command, isLoud) => {
      const text = isLoud ? command.replace(/[a-z]+$/u, (word) => word.toUpperCase()) : command
      if (/\/\s|minecraft:[/ ]|minecraft:minecraft:/u.test(text)) expect(rank(levelOf(text))).toBeGreaterThanOrEqual(2)
      else expect(levelOf(text)).toBe('critical')
    }))

  it('never gets lower when a command is run by another', () => {
    const words = `execute run as @a @s if block stop op list say return Steve ~ 1 "x it's {a:1} [ ] kill give function x:y data get`
    const word = fc.constantFrom(...words.split(' '))
    const any = fc.array(word, { maxLength: 12 }).map((words) => words.join(' '))
    times(3_000).forAll(any, (command) => {
      const alone = levelOf(command)
      for (const wrapping of ['execute run ', 'execute as Steve run ', 'return run ']) {
        expect(higherRisk(levelOf(`${wrapping}${command}`), alone)).toBe(levelOf(`${wrapping}${command}`))
      }
    })
  })

  it('never throws, and runs in linear time', () => {
    forAll(fc.string({ unit: 'binary', maxLength: 1_024 }), (text) => void riskOfCommand(text))
    for (const text of [
      'execute run '.repeat(100),
      '['.repeat(1_024),
      '@'.repeat(1_024),
      'kill '.repeat(200),
      '"\\'.repeat(500),
    ]) {
      const before = process.cpuUsage()
      riskOfCommand(text)
      expect(process.cpuUsage(before).user / 1_000).toBeLessThan(200)
    }
  })

  it('is never lower than that of the equivalent action', () => {
    for (const [name, { level, typed }] of Object.entries(knownCommands)) {
      if (typed === undefined || level === 'low') continue
      expect([...coreCatalogue.keys(), ...javaManifestIds]).toContain(typed)
      const least = manifestOf(typed).risk?.level ?? 'low'
      expect([name, higherRisk(level, least)]).toEqual([name, level])
    }
  })

  it('names the equivalent action', () => {
    expect(riskOfCommand('give Steve diamond').typed).toBe('ext.java.item.give')
    expect(riskOfCommand('execute as Steve run tp @s 1 2 3').typed).toBe('player.teleport')
    expect(riskOfCommand('mysterious').typed).toBeUndefined()
  })

  it('has a text for every reason in both languages', () => {
    for (const [id, because] of Object.entries(commandReasons)) {
      expect((en.raised.rule as Record<string, string>)[id]).toBe(because)
      expect((zh.raised.rule as Record<string, string>)[id]).toBeTruthy()
    }
    expect(raisedByCommand('stop')).toEqual([
      { rule: 'command-rules', level: 'critical', because: commandReasons['command-rules'] },
    ])
    expect(raisedByCommand('list')).toEqual([])
  })
})

it('the tokens of a command are separated by spaces outside quotes and brackets', () => {
  expect(wordsOf('give @e[name="a b", limit=1] x{T: "y z"} 3')).toEqual([
    'give',
    '@e[name="a b", limit=1]',
    'x{T: "y z"}',
    '3',
  ])
  expect(wordsOf("say don't stop me")).toEqual(['say', "don't", 'stop', 'me'])
  expect(wordsOf('  a   b ')).toEqual(['a', 'b'])
})

describe('a command that hides what it does', () => {
  it.each([
    ['a slash and a space', '/ kill @e', 'kill @e'],
    ['a space that is none of the keyboard', '/\u00a0clear @a', 'clear @a'],
    [
      'the namespace of a plugin',
      'luckperms:lp user Steve permission set * true',
      'lp user Steve permission set * true',
    ],
    ['an escape', String.raw`tellraw @a {"text":"x","clickEvent":{"action":"run\u005fcommand"}}`, 'op Steve'],
    ['an escape of eight digits', String.raw`summon pig ~ ~ ~ {x:"command\U0000005fblock"}`, 'op Steve'],
    ['a name of a character', String.raw`summon pig ~ ~ ~ {x:"command\N{LOW LINE}block"}`, 'op Steve'],
    ['single quotes', "data merge block 0 64 0 {'Command':'op Steve'}", 'op Steve'],
    ['a path of data', 'data modify block 0 64 0 Command set value "op Steve"', 'op Steve'],
    ['a limit inside a text', 'kill @e[name=!"[limit=1]"]', 'kill @e'],
    ['the limit of a selector inside', 'clear @a[nbt={x:"a,limit=1"}]', 'clear @a'],
  ])('is assessed by what the game reads: %s', (_how, hidden, plain) => {
    for (const traits of [{}, { hasLimit: true }])
      expect(rank(riskOfCommand(hidden, traits).level)).toBeGreaterThanOrEqual(rank(levelOf(plain)))
  })

  it('is high where an escape may hide anything', () =>
    expect(levelOf(String.raw`tellraw @a {"text":"a\tb"}`)).toBe('high'))

  it('is not raised by a limit of its own where the version has limits', () => {
    const command = 'tp @a[limit=1] 0 64 0'
    expect(riskOfCommand(command, { hasLimit: true }).level).toBe(levelOf('tp Steve 0 64 0'))
    expect(levelOf(command)).toBe(levelOf('tp @a 0 64 0'))
    expect(raisedByCommand(command)).toMatchObject([{ rule: 'command-many' }])
    expect(levelOf('kill @e[limit=1]')).toBe('critical')
  })

  it.each([
    'execute unless ~ ~ ~ plugincommand',
    'execute if ~1 ~ ~-2.5 plugincommand',
    'execute as 10 64 -3 plugincommand',
    'execute unless ~ ~ ~ detect ~ ~ ~ stone 0 plugincommand',
  ])('may be run by a player whose name equals a part of it, before 1.13: %s', (command) =>
    expect(levelOf(command)).toBe('high'),
  )

  it('is not the older form when the newer one has coordinates', () => {
    expect(levelOf('execute positioned 1 2 3 if block ~ ~ ~ minecraft:stone')).toBe('low')
    expect(levelOf('execute positioned 1 2 3 run list')).toBe('low')
  })

  it.each([
    ['attribute Steve minecraft:generic.max_health get', 'low'],
    ['attribute Steve max_health base get 2', 'low'],
    ['attribute Steve max_health modifier value get minecraft:x', 'low'],
    ['attribute Steve max_health modifier remove get', 'high'],
    ['attribute Steve max_health base set get', 'high'],
    ['clone from minecraft:the_nether 0 0 0 100 100 100 0 0 0', 'critical'],
    ['clone from minecraft:the_nether 0 0 0 10 10 10 to minecraft:overworld 0 0 0', 'high'],
    ['fill ~-50 ~ ~-50 ~50 ~20 ~50 air', 'critical'],
    ['fill ~ ~ ~ 100 100 100 air', 'high'],
    ['gamerule logAdmin_commands false', 'critical'],
    ['gamerule minecraft:command_block_output false', 'critical'],
  ])('%s is %s', (command, level) => expect(levelOf(command)).toBe(level))

  it('does not read addresses of players unasked', () => expect(levelOf('banlist ips')).toBe('high'))
})
