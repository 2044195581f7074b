import { coreCatalogue } from '@contract/core-catalogue.js'
import type { ArgumentFact } from '@shared/approvals/coverage.js'
import type { RuleTerms } from '@shared/approvals/rule.js'
import type { AppLanguage } from '@shared/text/language.js'
import { createInstance, type i18n } from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import { coveredFactsOf } from '../../../src-main/policy/rules/coverage.js'
import { catalogue } from '../../../src-renderer/i18n/catalogue.js'
import { factsSentence } from '../../../src-renderer/sentences/coverage-sentence.js'
import { isBroadRule, ruleSentence } from '../../../src-renderer/sentences/rule-sentence.js'
import { plainText, type Sentence, sentenceParts, type Translate } from '../../../src-renderer/sentences/sentence.js'

const words: { en: i18n; zh: i18n } = { en: createInstance(), zh: createInstance() }
beforeAll(async () => {
  for (const lng of ['en', 'zh'] as const) {
    await words[lng].init({ lng, resources: { [lng]: { translation: catalogue[lng] } } })
  }
})
const say =
  (lng: AppLanguage): Translate =>
  (key, options = {}) =>
    String(words[lng].t(key, options))
const spoken = (sentence: Sentence, lng: AppLanguage) => plainText(sentenceParts(sentence, say(lng)))

const server = { id: 's', name: 'Survival' }
const cursor = { id: 'c', name: 'Cursor' }
const allow: RuleTerms = {
  effect: 'allow',
  capability: 'world.block.set',
  client: cursor,
  server: 's',
  maxRisk: 'high',
}
const reported = (part: Partial<RuleTerms>, lng: AppLanguage = 'en', capability?: string) =>
  spoken(ruleSentence({ ...allow, ...part }, { server, capability }, say(lng)), lng)
const near: readonly ArgumentFact[] = [
  { kind: 'same', at: [], given: { type: 'minecraft:oak_planks' } },
  { kind: 'same', at: ['location'], given: { world: 'world' } },
  { kind: 'near', at: ['location'], parameters: ['x', 'y', 'z'], x: 12, y: 64, z: -8, blocks: 16 },
  { kind: 'free', at: [], parameter: 'reason' },
]

describe('a rule in words', () => {
  it('says what it covers', () => {
    expect(reported({ what: { id: 'narrow', facts: near } })).toBe(
      'Cursor can set a block on Survival: Oak Planks, up to 16 blocks each way from 12 64 −8 in world',
    )
    expect(reported({ what: { id: 'narrow', facts: near } }, 'zh')).toBe(
      'Cursor 可以在 Survival 上更改方块：橡木木板，在 world 以 12 64 −8 为中心各方向 16 格以内',
    )
    const night = { worldName: 'world', time: 13_000 }
    const exactly = { id: 'exactly', facts: [{ kind: 'same', at: [], given: night }] } as const
    expect(reported({ capability: 'world.time.set', what: exactly })).toBe(
      'Cursor can set the time on Survival: exactly this (Set the time in world to night)',
    )
    expect(reported({ what: { id: 'any' } })).toBe('Cursor can set a block on Survival: any values')
  })

  it('names the group of programs without a key, where a denial is for all of them', () => {
    const denial = { effect: 'deny', client: { id: 'bridge', name: '' }, what: { id: 'any' } } as const
    expect(reported(denial)).toContain('Other AI on this computer')
    expect(reported(denial, 'zh')).toContain('这台电脑上的其他 AI')
    expect(reported({ client: { id: 'bridge', name: 'Claude' } })).toContain('Claude')
  })

  it('says "any values" of a rule from before that stored no coverage', () => {
    expect(reported({})).toBe('Cursor can set a block on Survival: any values')
    expect(isBroadRule(allow)).toBe(true)
    expect(isBroadRule({ ...allow, maxRisk: 'medium' })).toBe(false)
    expect(isBroadRule({ ...allow, what: { id: 'narrow', facts: near } })).toBe(false)
    expect(isBroadRule({ ...allow, effect: 'deny' })).toBe(false)
  })

  it('lists the values of a request without its own sentence', () => {
    const given = { item: 'minecraft:diamond', count: 4, gift: true }
    const rule = { capability: 'ext.shop.give', arguments: { hash: '', shown: given } }
    expect(reported(rule, 'en', 'Give')).toBe(
      'Cursor can use “Give” on Survival: exactly this (Diamond, count: 4, gift: yes)',
    )
  })

  it('asks and denies, for one client or every one', () => {
    const { client: _one, server: _where, ...everywhere } = allow
    const all = (effect: 'ask' | 'deny', capability: string, lng: AppLanguage = 'en') =>
      spoken(ruleSentence({ ...everywhere, effect, capability }, {}, say(lng)), lng)
    expect(all('ask', 'player.kick')).toBe('Ask me before any AI can kick a player on any server')
    expect(all('ask', 'player.kick', 'zh')).toBe('任何 AI 在所有服务器上踢出玩家之前先询问我')
    expect(all('deny', 'world.**')).toBe('No AI can use world actions on any server')
    expect(all('ask', 'player.**', 'zh')).toBe('任何 AI 在所有服务器上使用玩家类动作之前先询问我')
    expect(all('deny', '**')).toBe('No AI can do anything on any server')
    expect(
      reported({
        effect: 'deny',
        capability: 'player.ban',
        what: {
          id: 'narrow',
          facts: [
            { kind: 'same', at: [], given: { playerName: 'Steve' } },
            { kind: 'free', at: [], parameter: 'reason' },
            { kind: 'free', at: [], parameter: 'durationMinutes' },
          ],
        },
      }),
    ).toBe('Cursor can’t ban a player on Survival: Steve, any reason, any length')
  })

  it.each([
    ['chat.**', 'chat actions', '聊天类动作'],
    ['world.*.set', 'some world actions', '部分世界类动作'],
    ['world.block.**', 'some world actions', '部分世界类动作'],
    ['ext.github.**', '“github” actions', '“github”的动作'],
    ['ext.shop.items.*', 'some actions', '部分动作'],
    ['*.*.set', 'some actions', '部分动作'],
    ['worldedit.**', '“worldedit” actions', '“worldedit”的动作'],
  ])('says the topic of %s, not the pattern', (capability, en, zh) => {
    expect(reported({ capability })).toBe(`Cursor can use ${en} on Survival: any values`)
    expect(reported({ capability }, 'zh', capability)).toBe(`Cursor 可以在 Survival 上使用${zh}：任何参数`)
  })

  it('names no removed server, and reads no name as a placeholder', () => {
    expect(spoken(ruleSentence({ ...allow, what: { id: 'any' } }, {}, say('en')), 'en')).toContain(
      'a server that was removed',
    )
    expect(reported({ client: { id: 'x', name: '{{what}} $t(a)' }, what: { id: 'any' } })).toContain(
      '{{what}} $t(a) can',
    )
  })
})

describe('the facts of a narrow answer in words', () => {
  it.each([
    [
      'player.teleport',
      { playerName: 'Alex', location: { world: 'w', x: 0, y: 64, z: 0 } },
      'Alex, up to 16 blocks each way from 0 64 0 in w, facing any way',
    ],
    ['player.mute', { playerName: 'Alex', durationMinutes: 10 }, 'Alex, for at most 10 minutes each time'],
    ['player.economy.balance.adjust', { playerName: 'Alex', amount: 64 }, 'Alex, adding at most 64 each time'],
    ['player.economy.balance.adjust', { playerName: 'Alex', amount: -64 }, 'Alex, taking at most 64 each time'],
    [
      'entity.remove',
      { worldName: 'world', entityIds: ['a', 'b'] },
      'in world, any mobs and objects, at most 2 each time',
    ],
    ['world.rule.set', { worldName: 'world', rule: 'mobGriefing', value: false }, 'mob griefing, in world, any value'],
    ['world.time.set', { worldName: 'world', time: 5 }, 'in world, any time of day'],
    [
      'world.weather.set',
      { worldName: 'world', weather: 'rain', durationSeconds: 600 },
      'rain, in world, for at most 10 minutes each time',
    ],
  ])('of %s are all said', (id, given, expected) => {
    const manifest = coreCatalogue.get(id)
    if (!manifest) throw new Error(id)
    const { narrow = [] } = coveredFactsOf(manifest, given, given)
    expect(narrow.length).toBeGreaterThan(0)
    expect(spoken(factsSentence(id, narrow), 'en')).toBe(expected)
    expect(spoken(factsSentence(id, narrow), 'zh')).toMatch(/\p{Script=Han}/u)
  })
})
