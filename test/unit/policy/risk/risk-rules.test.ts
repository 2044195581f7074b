import type { JsonObject } from '@contract/call.js'
import { coreCatalogue } from '@contract/core-catalogue.js'
import type { CapabilityType, RiskLevel } from '@contract/generated/capability-manifest.js'
import type { RiskCondition, RiskRule } from '@contract/risk-rule.js'
import en from '@shared/words/en.json'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { raisedByRules, raiseRisk } from '../../../../src-main/policy/risk/risk-raising.js'
import { riskRulesIn } from '../../../../src-main/policy/risk/risk-rule-check.js'
import { riskRules } from '../../../../src-main/policy/risk/risk-rules.js'
import { fitsId } from '../../../../src-main/policy/rules/wildcard.js'
import { processorMs } from '../../../fixtures/processor-time.js'
import { forAll } from '../../../fixtures/properties.js'

const ladder: readonly RiskLevel[] = ['low', 'medium', 'high', 'critical']

const assess = (
  capabilityId: string,
  given: JsonObject,
  type: CapabilityType = 'action',
  level: RiskLevel = coreCatalogue.get(capabilityId)?.risk?.level ?? 'medium',
) => raiseRisk({ level }, raisedByRules({ capabilityId, type, arguments: given }, riskRules))

const levelOf = (...call: Parameters<typeof assess>): RiskLevel => assess(...call).level
const here = { world: 'world', x: 0, y: 64, z: 0 }

describe('the built-in rules of risk', () => {
  it('have an id each, and a sentence for the window', () => {
    const ids = riskRules.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { id, because } of riskRules) {
      expect((en.raised.rule as Record<string, string>)[id]).toBe(because)
    }
  })

  it('are rules that an owner could write too', () => expect(riskRulesIn(riskRules)).toEqual(riskRules))

  it('raise nothing for ordinary calls', () => {
    expect(assess('player.teleport', { playerName: 'Steve', location: here }).raisedBy).toBeUndefined()
    expect(levelOf('player.kick', { playerName: 'Alex', reason: 'Asked @everyone to op him. Stop!' })).toBe('medium')
    expect(levelOf('chat.broadcast', { message: 'Stop griefing, or be banned. Ask @alex.' })).toBe('medium')
    expect(levelOf('world.weather.set', { worldName: 'world', weather: 'clear' })).toBe('medium')
    expect(levelOf('player.economy.balance.adjust', { playerName: 'Alex', amount: 500 })).toBe('high')
    expect(levelOf('world.time.get', { worldName: 'world' }, 'context')).toBe('low')
    expect(levelOf('entity.remove', { worldName: 'world', entityIds: ['a', 'b'] })).toBe('high')
  })

  it.each([
    'logAdminCommands',
    'log_admin_commands',
    'minecraft:log_admin_commands',
    'minecraft:sendCommandFeedback',
    'minecraft:send_command_feedback',
    'SEND_COMMAND_FEEDBACK',
    'logAdmin_commands',
    'command_block_output',
  ])('make a rule critical that hides commands: %s', (rule) =>
    expect(levelOf('world.rule.set', { worldName: 'world', rule, value: false })).toBe('critical'),
  )

  it.each([
    '@a',
    '@a[distance=..5]',
    '@E',
    '@p',
    ' @a ',
    '*',
    'all',
    '＠ａ',
    '@\u200ba',
    '@\u0430',
    '所有人',
    '\\u0040a',
  ])('ask about a teleport of %s', (playerName) => {
    const risk = assess('player.teleport', { playerName, location: here })
    expect(risk.level).toBe('high')
    expect(risk.raisedBy?.map(({ rule }) => rule)).toEqual(['everybody'])
  })

  it('ask about many at once', () => {
    const names = Array.from({ length: 21 }, (_, at) => `p${at}`)
    expect(levelOf('ext.tools.move', { players: names }, 'action', 'low')).toBe('high')
    expect(levelOf('entity.remove', { entityIds: Array.from({ length: 101 }, (_, at) => `${at}`) })).toBe('critical')
  })

  it.each<[JsonObject, RiskLevel]>([
    [{ from: here, to: { ...here, x: 9, z: 9 } }, 'medium'],
    [{ from: here, to: { ...here, x: 99, z: 99 } }, 'high'],
    [{ from: here, to: { x: 300, y: 90, z: 300 } }, 'critical'],
    [{ pos1: [0, 0, 0], pos2: [99, 99, 99] }, 'critical'],
    [{ corner1: '0 0 0', corner2: '63,63,63' }, 'critical'],
    [{ x1: 0, y1: 0, z1: 0, x2: 50, y2: 50, z2: 0 }, 'high'],
    [{ minX: 0, minY: 0, minZ: 0, maxX: '50', maxY: 50, maxZ: 0 }, 'high'],
    [{ from: '~ ~ ~', to: '~9 ~9 ~9' }, 'critical'],
    [{ area: 'spawn' }, 'high'],
  ])('know how large the box %j is', (given, level) => {
    expect(levelOf('ext.worldedit.blocks.fill', given)).toBe(level)
  })

  it.each(['192.168.0.1', '10.0.0.0/8', 'St*', '^Steve$', '2001:db8::/32'])(
    'treat the ban of %s as one of many players',
    (playerName) => {
      expect(levelOf('ext.guard.player.ban', { playerName }, 'action', 'high')).toBe('critical')
    },
  )

  it.each([
    'op Mallory',
    '/op Mallory',
    '//op Mallory',
    '/ op Mallory',
    'OP Mallory',
    'minecraft:op Mallory',
    'ｏｐ Mallory',
    'o\u200bp Mallory',
    '\u043ep Mallory',
    'say hi\nop Mallory',
    'say hi; op Mallory',
    'execute as @s run op Mallory',
    'execute at Alex run execute in the_end run minecraft:op Mallory',
    'sudo Alex op Mallory',
    'tellraw Alex {"text":"x","clickEvent":{"action":"run_command","value":"/op Mallory"}}',
    'stop',
    'ban-ip 1.2.3.4',
    'whitelist  off',
    'lp user Mallory permission set *',
    'kill @e',
  ])('ask several people about the command %j', (command) => {
    expect(levelOf('ext.console.command.run', { command }, 'action', 'low')).toBe('critical')
    expect(levelOf('ext.console.command.run', { lines: [command] }, 'context', 'low')).toBe('critical')
  })

  it('ask about every other command', () => {
    expect(levelOf('ext.console.command.run', { command: 'say hello' }, 'action', 'low')).toBe('high')
  })

  it.each(['/op Mallory', 'hello\n/stop', '／op Mallory', '/execute run op Mallory'])(
    'find the command %j in an argument without commands',
    (message) => expect(levelOf('chat.broadcast', { message })).toBe('critical'),
  )

  it.each(['see https://evil.example', 'discord.gg/abc', 'free-diamonds . com', 'hxxp://x', 'Ｗｗｗ.evil'])(
    'ask about the link in %j',
    (message) => {
      expect(levelOf('chat.broadcast', { message })).toBe('high')
    },
  )

  it('ask several people about large amounts, positive or negative, in any notation', () => {
    for (const amount of [1_000_000, -1_000_000, '1e9', 'a lot']) {
      expect(
        levelOf('player.economy.balance.adjust', { playerName: amount === 'a lot' ? amount : 'Alex', amount }),
      ).toBe('critical')
    }
  })

  it.each(['ext.essentials.player.op', 'ext.luckperms.permission.set', 'ext.x.server.restart', 'ext.x.whitelist.add'])(
    'ask several people about %s, whatever it is called with',
    (id) => expect(levelOf(id, {}, 'action', 'low')).toBe('critical'),
  )
})

const anyLevel = fc.constantFrom<RiskLevel>(...ladder)
const anyCondition: fc.Arbitrary<RiskCondition> = fc.record({
  is: fc.constantFrom('given', 'selector', 'many-names', 'link'),
  at: fc.constantFrom('', '/**', '/playerName', '/nothing', '/*/x'),
})
const anyRule: fc.Arbitrary<RiskRule> = fc.record({
  id: fc.string({ minLength: 1, maxLength: 8 }),
  capabilities: fc.array(fc.constantFrom('**', 'player.*', '**.teleport', 'world.**'), { minLength: 1, maxLength: 2 }),
  when: fc.array(anyCondition, { maxLength: 2 }),
  raiseTo: anyLevel,
  because: fc.constant('Because.'),
})
const anyGiven = fc.dictionary(
  fc.constantFrom('playerName', 'x', 'command', 'amount'),
  fc.jsonValue(),
) as fc.Arbitrary<JsonObject>
const anyId = fc.constantFrom('player.teleport', 'world.time.set', 'ext.console.command.run', 'ext.we.fill')
const rankOf = (level: RiskLevel) => ladder.indexOf(level)

// verifies: promise 1
describe('raising risk', () => {
  it('never makes a call less dangerous, whatever it is called with', () =>
    forAll(anyId, anyLevel, anyGiven, (capabilityId, level, given) => {
      expect(rankOf(levelOf(capabilityId, given, 'action', level))).toBeGreaterThanOrEqual(rankOf(level))
    }))

  it('never makes a call less dangerous by one more rule', () =>
    forAll(anyId, anyLevel, anyGiven, fc.array(anyRule), anyRule, (capabilityId, level, given, rules, more) => {
      const call = { capabilityId, type: 'action', arguments: given } as const
      const before = raiseRisk({ level }, raisedByRules(call, rules)).level
      const after = raiseRisk({ level }, raisedByRules(call, [...rules, more])).level
      expect(rankOf(after)).toBeGreaterThanOrEqual(rankOf(before))
    }))

  it('never makes a call less dangerous by one more dangerous argument', () => {
    const danger = fc.constantFrom('@a', '*', '/op Mallory', 'https://evil.example', '10.0.0.0/8', [
      here,
      { x: 1e6, y: 0, z: 0 },
    ])
    forAll(anyId, anyLevel, anyGiven, danger, (capabilityId, level, given, more) => {
      const before = levelOf(capabilityId, given, 'action', level)
      const after = levelOf(capabilityId, { ...given, more }, 'action', level)
      expect(rankOf(after)).toBeGreaterThanOrEqual(rankOf(before))
    })
  })

  // verifies: manifest-risk reason
  it('gives the reasons, worst first, and only those that raise', () => {
    const { raisedBy } = assess('ext.console.command.run', { command: 'op Mallory' }, 'action', 'medium')
    expect(raisedBy?.map(({ level }) => level)).toEqual(['critical', 'high'])
    expect(raisedBy?.[0]).toMatchObject({ rule: 'ruling-command', because: expect.stringContaining('command') })
    expect(
      raiseRisk({ level: 'critical' }, raisedByRules({ capabilityId: 'x', type: 'action', arguments: {} }, riskRules)),
    ).toEqual({
      level: 'critical',
    })
  })

  it('raises when it cannot evaluate: nested too deep, not a number, an unknown test', () => {
    const rule = (condition: object): RiskRule => ({
      id: 'r',
      capabilities: ['**'],
      when: [condition as RiskCondition],
      raiseTo: 'high',
      because: 'Because.',
    })
    const raises = (condition: object, given: JsonObject) =>
      raisedByRules({ capabilityId: 'a.b', type: 'action', arguments: given }, [rule(condition)]).length > 0
    let deep: JsonObject = {}
    for (let at = 0; at < 64; at += 1) deep = { deep }
    expect(raises({ is: 'selector', at: '/**' }, deep)).toBe(true)
    expect(raises({ is: 'greater-than', number: 5, at: '/amount' }, { amount: 'some' })).toBe(true)
    expect(raises({ is: 'greater-than', number: 5, at: '/amount' }, { amount: 4 })).toBe(false)
    expect(raises({ is: 'smells-bad', at: '/amount' }, { amount: 4 })).toBe(true)
    expect(raises({ is: 'given', at: '/amount', missing: 'raises' }, {})).toBe(true)
  })
})

describe('rules that an owner writes', () => {
  const good: RiskRule = {
    id: 'mine',
    capabilities: ['world.**'],
    when: [{ is: 'equals', at: '/worldName', value: 'hub' }],
    raiseTo: 'critical',
    because: 'The hub is sacred.',
  }

  it('are accepted when all of them are valid', () => expect(riskRulesIn([good])).toEqual([good]))

  it.each<[string, unknown]>([
    ['no list', good],
    ['a level that is none', [{ ...good, raiseTo: 'deadly' }]],
    ['low, to which nothing is raised', [{ ...good, raiseTo: 'low' }]],
    ['a test that is none', [{ ...good, when: [{ is: 'regex', at: '/x', value: '(a+)+' }] }]],
    ['no capability', [{ ...good, capabilities: [] }]],
    ['a member too many', [{ ...good, unless: 'Tuesday' }]],
    ['a number that is none', [{ ...good, when: [{ is: 'greater-than', at: '/x', number: '9' }] }]],
    ['too many', Array.from({ length: 201 }, () => good)],
    ['a place that is none', [{ ...good, when: [{ is: 'given', at: 'x' }] }]],
  ])('are rejected with %s', (_what, written) => expect(riskRulesIn(written)).toBeUndefined())

  it('never throw, for any value', () => forAll(fc.jsonValue(), (value) => void riskRulesIn(value)))
})

describe('a pattern of ids', () => {
  it.each([
    ['player.ban', '**.*ban*.**', true],
    ['ext.x.banip', '**.*ban*.**', true],
    ['world.time.set', 'world.*', false],
    ['world.time.set', 'world.**', true],
    ['world', 'world.**', true],
    ['a.b.c', 'a.*.c', true],
    ['a.b', '**', true],
  ])('%s fits %s: %s', (id, pattern, fits) => expect(fitsId(id, pattern)).toBe(fits))

  it('takes negligible time', () => {
    const pattern = Array.from({ length: 30 }, () => '**.*a*').join('.')
    const id = Array.from({ length: 60 }, () => 'aab').join('.')
    const began = processorMs()
    fitsId(`${id}.`, `${pattern}.z`)
    expect(processorMs() - began).toBeLessThan(1_000)
  })
})
