import { coreCatalogue } from '@contract/core-catalogue.js'
import fc from 'fast-check'
import { createInstance, type i18n } from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import { appearanceOf } from '../../../src-renderer/features/home/entry-appearance.js'
import { catalogue } from '../../../src-renderer/i18n/catalogue.js'
import { callSentence, type Tense } from '../../../src-renderer/sentences/call-sentence.js'
import { changeOf } from '../../../src-renderer/sentences/change.js'
import { entrySentence } from '../../../src-renderer/sentences/entry-sentence.js'
import { gameSentence, serverSentence } from '../../../src-renderer/sentences/event-sentence.js'
import { plainText, type Sentence, sentenceParts, type Translate } from '../../../src-renderer/sentences/sentence.js'
import { visibleJson, visibleText } from '../../../src-renderer/ui/text/visible-text.js'
import { askTeleport, askTime, callEntry } from '../../fakes/renderer/example-data.js'

const language: { en: i18n; zh: i18n } = { en: createInstance(), zh: createInstance() }

beforeAll(async () => {
  await language.en.init({ lng: 'en', resources: { en: { translation: catalogue.en } } })
  await language.zh.init({ lng: 'zh', resources: { zh: { translation: catalogue.zh } } })
})

const translate =
  (each: i18n): Translate =>
  (key, options = {}) =>
    String(each.t(key, options))
const inEnglish = (sentence: Sentence) => plainText(sentenceParts(sentence, translate(language.en)))
const inChinese = (sentence: Sentence) => plainText(sentenceParts(sentence, translate(language.zh)))

const caller = { name: 'Claude' }
const location = { world: 'world', x: 0, y: 64, z: -50.5 }
const sentenceOf = (capabilityId: string, given: Record<string, unknown>, tense: Tense, name?: string) =>
  callSentence({ capabilityId, arguments: given, caller }, tense, name)

const night = { worldName: 'world', time: 13_000 }

describe('sentences about calls', () => {
  it.each([
    ['title', 'Set the time in world to night', '把 world 的时间设为夜晚'],
    ['question', 'Set the time in world to night?', '要把 world 的时间设为夜晚吗？'],
    ['asks', 'Claude asks to set the time in world to night', 'Claude 请求把 world 的时间设为夜晚'],
    ['done', 'Claude set the time in world to night', 'Claude 把 world 的时间设为了夜晚'],
    ['refused', 'Claude was not allowed to set the time in world to night', 'Claude 被拒绝：把 world 的时间设为夜晚'],
    ['failed', 'Claude could not set the time in world to night', 'Claude 未能把 world 的时间设为夜晚'],
    [
      'withdrawn',
      'Claude no longer asks to set the time in world to night',
      'Claude 撤回了请求：把 world 的时间设为夜晚',
    ],
  ] as const)('says setting the time as %s', (tense, english, chinese) => {
    expect(inEnglish(sentenceOf('world.time.set', night, tense))).toBe(english)
    expect(inChinese(sentenceOf('world.time.set', night, tense))).toBe(chinese)
  })

  it.each([
    [
      'world.time.get',
      { worldName: 'world_nether' },
      'Let Claude read the time in world_nether?',
      '允许 Claude 查看 world_nether 的时间吗？',
    ],
    ['player.list', {}, 'Let Claude see who is online?', '允许 Claude 查看有哪些玩家在线吗？'],
    ['player.info.get', { playerName: 'Alex' }, 'Let Claude look up Alex?', '允许 Claude 查看玩家 Alex 的信息吗？'],
    [
      'player.teleport',
      { playerName: 'Alex', location },
      'Teleport Alex to 0 64 −50.5 in world?',
      '要把 Alex 传送到 world 的 0 64 −50.5 吗？',
    ],
    [
      'world.weather.set',
      { worldName: 'world', weather: 'rain' },
      'Set the weather in world to rain?',
      '要把 world 的天气设为下雨吗？',
    ],
    [
      'world.rule.set',
      { worldName: 'world', rule: 'keepInventory', value: true },
      'Turn keep inventory on in world?',
      '要在 world 开启死亡不掉落吗？',
    ],
    [
      'world.rule.set',
      { worldName: 'minecraft:the_nether', rule: 'minecraft:mob_griefing', value: 'false' },
      'Turn mob griefing off in the Nether?',
      '要在下界关闭生物破坏吗？',
    ],
    [
      'world.rule.set',
      { worldName: 'world', rule: 'shop.tax', value: 'low' },
      'Set shop.tax in world to low?',
      '要把 world 的 shop.tax 设为 low 吗？',
    ],
    [
      'world.weather.set',
      { worldName: 'minecraft:overworld', weather: 'rain', durationSeconds: 600 },
      'Set the weather in the Overworld to rain for 10 minutes?',
      '要把主世界的天气设为下雨，持续 10 分钟吗？',
    ],
    ['system.reload', {}, 'Reload all plugins?', '要重载所有插件吗？'],
    [
      'world.block.set',
      { location, type: 'minecraft:stone' },
      'Change the block at 0 64 −50.5 in world to Stone?',
      '要把 world 里 0 64 −50.5 的方块改成石头吗？',
    ],
    ['world.tps.get', {}, 'Let Claude see how fast the server runs?', '允许 Claude 查看服务器的运行速度吗？'],
    ['player.kick', { playerName: 'Alex' }, 'Kick Alex from the server?', '要把 Alex 踢出服务器吗？'],
    ['player.ban', { playerName: 'Alex' }, 'Ban Alex forever?', '要永久封禁 Alex 吗？'],
    ['player.mute', { playerName: 'Alex' }, 'Mute Alex forever?', '要永久禁言 Alex 吗？'],
    ['player.ban', { playerName: 'Alex', durationMinutes: 2_880 }, 'Ban Alex for 2 days?', '要封禁 Alex 2 天吗？'],
    ['player.ban', { playerName: 'Alex', durationMinutes: 30 }, 'Ban Alex for 30 minutes?', '要封禁 Alex 30 分钟吗？'],
    ['player.mute', { playerName: 'Alex', durationMinutes: 5 }, 'Mute Alex for 5 minutes?', '要禁言 Alex 5 分钟吗？'],
    [
      'player.economy.balance.adjust',
      { playerName: 'Alex', amount: -64 },
      'Change the balance of Alex by −64?',
      '要将 Alex 的余额调整 −64 吗？',
    ],
    [
      'player.teleport',
      { playerName: 'Alex', location: { world: 'world', x: 12_500, y: 64, z: -3_000.25 } },
      'Teleport Alex to 12,500 64 −3,000.25 in world?',
      '要把 Alex 传送到 world 的 12,500 64 −3,000.25 吗？',
    ],
    [
      'player.economy.balance.adjust',
      { playerName: 'Alex', amount: 1_000_000.005 },
      'Change the balance of Alex by +1,000,000.005?',
      '要将 Alex 的余额调整 +1,000,000.005 吗？',
    ],
    [
      'world.rule.set',
      { worldName: 'world', rule: 'randomTickSpeed', value: 13_000 },
      'Set random tick speed in world to 13,000?',
      '要把 world 的随机刻速率设为 13,000 吗？',
    ],
    [
      'entity.list',
      { worldName: 'world' },
      'Let Claude list the mobs and objects in world?',
      '允许 Claude 列出 world 里的实体吗？',
    ],
    ['system.backup', {}, 'Make a backup?', '要创建备份吗？'],
    [
      'system.restore',
      { backupId: 'monday' },
      'Restore the backup monday of the server?',
      '要把服务器恢复到备份 monday 吗？',
    ],
    ['system.reload', { pluginName: 'Shop' }, 'Reload Shop?', '要重载 Shop 吗？'],
    [
      'chat.broadcast',
      { message: 'Hello' },
      'Send everybody on the server “Hello”?',
      '要向服务器上的所有人发送“Hello”吗？',
    ],
  ])('asks about %s', (id, given, english, chinese) => {
    expect(inEnglish(sentenceOf(id, given, 'question'))).toBe(english)
    expect(inChinese(sentenceOf(id, given, 'question'))).toBe(chinese)
    expect(sentenceOf(id, given, 'question').complete).toBe(true)
  })

  it('asks about any other capability by the name of its manifest, and by its id without one', () => {
    expect(inEnglish(sentenceOf('ext.shop.open', { playerName: 'Alex' }, 'question', 'Open the shop'))).toBe(
      'Let Claude use “Open the shop”?',
    )
    expect(inEnglish(sentenceOf('ext.shop.open', {}, 'question'))).toBe('Let Claude use “ext.shop.open”?')
  })

  it('uses the general sentence for arguments that do not fit', () => {
    for (const time of [99_999, -1, 'soon', null, undefined, {}]) {
      expect(sentenceOf('world.time.set', { worldName: 'world', time }, 'question').key).toBe(
        'sentence.general.question',
      )
    }
    expect(
      sentenceOf('player.teleport', { playerName: 'Alex', location: { world: 'world', x: 0, y: 64 } }, 'done').key,
    ).toBe('sentence.general.done')
    for (const [id, given] of [
      ['world.weather.set', { worldName: 'world', weather: 'snow' }],
      ['world.rule.set', { worldName: 'world', rule: 'keepInventory', value: {} }],
      ['world.block.set', { location: { x: 1, y: 2 }, type: 'stone' }],
      ['player.economy.balance.adjust', { playerName: 'Alex', amount: 64, operation: 'set' }],
      ['entity.remove', { worldName: 'world', entityIds: [] }],
      ['system.backup', { name: 7 }],
      ['system.restore', {}],
    ] as const) {
      expect(sentenceOf(id, given, 'question').key).toBe('sentence.general.question')
    }
    expect(sentenceOf('constructor', {}, 'title').key).toBe('sentence.general.title')
  })

  it('counts entities and leaves their ids to the facts', () => {
    const remove = (...entityIds: string[]) =>
      sentenceOf('entity.remove', { worldName: 'world', entityIds }, 'question')
    expect(inEnglish(remove('cow-1'))).toBe('Remove a mob or object from world?')
    expect(inChinese(remove('cow-1'))).toBe('要从 world 移除 1 个实体吗？')
    expect(inEnglish(remove('cow-1', 'cow-2'))).toBe('Remove 2 mobs and objects from world?')
    expect(remove('cow-1').complete).toBe(false)
  })

  it('says "forever" only where nothing could set an end', () => {
    for (const given of [{ durationMinutes: 0 }, { durationMinutes: 'x' }, { until: 'monday' }]) {
      expect(sentenceOf('player.ban', { playerName: 'Alex', ...given }, 'question').key).toBe(
        'sentence.general.question',
      )
    }
    expect(inEnglish(sentenceOf('player.ban', { playerName: 'Alex', reason: 'Griefing' }, 'question'))).toBe(
      'Ban Alex forever?',
    )
  })

  it('has a sentence without raw ids for every example of the core catalogue', () => {
    const reported = [...coreCatalogue.values()].flatMap((manifest) =>
      (manifest.examples ?? []).map((one) => [manifest.id, one] as const),
    )
    expect(reported.length).toBeGreaterThan(20)
    for (const [id, { parameters: given = {} }] of reported) {
      const sentence = sentenceOf(id, given, 'question')
      expect(sentence.key).not.toContain('general')
      const theirs = Object.values(given).filter((value) => typeof value === 'string' && !value.includes(':'))
      for (const text of [inEnglish(sentence), inChinese(sentence)]) {
        const ours = theirs.reduce<string>((rest, value) => rest.replace(String(value), ''), text)
        expect(ours).not.toMatch(/minecraft:|\b(?:true|false)\b|[a-z][A-Z]|_(?!nether|the_end)/u)
      }
    }
  })

  it('marks a sentence that omits an argument', () => {
    expect(sentenceOf('world.time.set', { ...night, freeze: true }, 'question').complete).toBe(false)
    expect(sentenceOf('world.time.set', { ...night, world: 'world_nether' }, 'question').complete).toBe(false)
    expect(
      sentenceOf('player.teleport', { playerName: 'Alex', location: { ...location, lava: 1 } }, 'question').complete,
    ).toBe(false)
    expect(sentenceOf('player.kick', { playerName: 'Alex', message: 'Griefing' }, 'question').complete).toBe(false)
  })

  it('shows the ticks beside the time of day', () => {
    const parts = sentenceParts(sentenceOf('world.time.set', night, 'done'), translate(language.en))
    expect(parts).toContainEqual({ kind: 'time', text: 'night', ticks: 13_000 })
  })

  it('describes how a call ended', () => {
    const name = () => undefined
    const at = '2026-01-01T00:00:00Z'
    expect(inEnglish(entrySentence(callEntry(at, { result: 'denied' }), name))).toMatch(/was not allowed to/)
    expect(inEnglish(entrySentence(callEntry(at, { result: 'expired' }), name))).toMatch(/was not allowed to/)
    expect(inEnglish(entrySentence(callEntry(at, { result: 'failed' }), name))).toMatch(/could not/)
    const error = { code: 'SYSTEM.SERVICE_UNAVAILABLE', message: '', details: { mayHaveRun: true } } as const
    const unknown = callEntry(at, { result: 'failed', error })
    expect([inEnglish(entrySentence(unknown, name)), appearanceOf(unknown).outcome]).toEqual([
      expect.stringMatching(/asks to/),
      'note.unknown',
    ])
    expect(inEnglish(entrySentence(callEntry(at, { result: 'withdrawn' }), name))).toMatch(/no longer asks/)
  })
})

describe('sentences about events', () => {
  it('describes joins, leaves and chat', () => {
    expect(inEnglish(gameSentence('player.join', { playerName: 'Alex' }))).toBe('Alex joined')
    expect(inChinese(gameSentence('player.leave', { playerName: 'Alex' }))).toBe('Alex 离开了游戏')
    expect(inEnglish(gameSentence('player.chat', { playerName: 'Alex', message: 'gg' }))).toBe('Alex  gg')
  })

  it('describes deaths, blocks and the speed of the server', () => {
    const stone = { playerName: 'Alex', type: 'minecraft:stone', location: { world: 'world', x: 1, y: 64, z: -3 } }
    expect(inEnglish(gameSentence('player.death', { playerName: 'Alex' }))).toBe('Alex died')
    expect(inEnglish(gameSentence('player.death', { playerName: 'Alex', cause: 'lava' }))).toBe('Alex died: lava')
    expect(inChinese(gameSentence('player.death', { playerName: 'Alex', cause: 'x', killer: 'Mia' }))).toBe(
      'Alex 被 Mia 杀死',
    )
    expect(inEnglish(gameSentence('world.block.placed', stone))).toBe('Alex placed Stone')
    expect(inChinese(gameSentence('world.block.broken', stone))).toBe('Alex 破坏了石头')
    expect(inEnglish(gameSentence('world.block.placed', stone, 32))).toBe('Alex placed 32 blocks')
    expect(inChinese(gameSentence('world.block.broken', stone, 2))).toBe('Alex 破坏了 2 个方块')
    expect(inEnglish(gameSentence('world.tick.health', { tps: 19.96, healthy: true }))).toBe(
      'The server runs at 20 of 20 ticks a second',
    )
    expect(inChinese(gameSentence('world.tick.health', { tps: 12.4 }))).toBe('服务器卡顿：每秒 12.4 刻（正常为 20）')
  })

  it('names a core event with unexpected data in the language of the screen', () => {
    expect(inChinese(gameSentence('world.tick.health', { tps: 'fast' }))).toBe('服务器运行状况  {"tps":"fast"}')
  })

  it('shows any other event with what it carries', () => {
    expect(inEnglish(gameSentence('world.storm', { strength: 2 }))).toBe('world.storm  {"strength":2}')
    expect(inEnglish(gameSentence('world.storm', {}))).toBe('world.storm')
  })

  it('describes the health of a server', () => {
    expect(inEnglish(serverSentence({ id: 's', name: 'Survival' }, 'degraded'))).toBe('Survival has problems')
    expect(inChinese(serverSentence({ id: 'demo', name: 'Demo world' }, 'offline'))).toContain('演示世界')
    expect(inChinese(serverSentence({ id: 'demo', name: 'My world' }, 'offline'))).toContain('My world')
  })
})

describe('untrusted text in a sentence', () => {
  it('is never read as markup, placeholder or nested key', () => {
    for (const text of ['<b>x</b>', '{{caller}}', '$t(app.name)', '{{- caller}}', '&lt;']) {
      expect(inEnglish(gameSentence('player.join', { playerName: text }))).toBe(`${text} joined`)
    }
  })

  it('is shown complete, apart from invisible characters', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (text) => {
        expect(inEnglish(gameSentence('player.join', { playerName: text }))).toBe(`${visibleText(text)} joined`)
      }),
    )
  })

  it('cannot turn the direction of the line or hide in it', () => {
    expect(visibleText('Al\u202eex')).toBe('Al\ufffdex')
    expect(visibleText('Al\u200bex\ufeff')).toBe('Al\ufffdex\ufffd')
    expect(visibleText('a\r\nb\u2028c')).toBe('a b c')
    expect(visibleText('👩‍🚀 नमस्ते')).toBe('👩‍🚀 नमस्ते')
    for (const unseen of [
      '\u200c',
      '\u200d',
      '\ufff9',
      '\ufffa',
      '\ufffb',
      '\u2800',
      '\u00ad',
      '\ufe0f',
      '\u{e0041}',
    ]) {
      expect(visibleText(`Al${unseen}ex`)).toBe('Al\ufffdex')
      expect(visibleJson(`Al${unseen}ex`)).toMatch(/^"Al(\\u[0-9a-f]{4})+ex"$/)
    }
    expect(visibleText('👩\u200d\u200d🚀')).toBe('👩\ufffd\ufffd🚀')
    expect(visibleText('❤\ufe0f🏴\u200d☠\ufe0f')).toBe('❤\ufe0f🏴\u200d☠\ufe0f')
  })

  it('shows unseen characters as escapes in the details', () => {
    expect(visibleJson({ name: 'Al\u202eex' })).toBe('{\n  "name": "Al\\u202eex"\n}')
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(visibleJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })
})

describe('the change shown before the decision', () => {
  it('is shown for the time and for a place', () => {
    expect(changeOf(askTime(0))).toEqual({ kind: 'time', now: 6_000, next: 13_000 })
    expect(changeOf(askTeleport(0))).toEqual({
      kind: 'place',
      now: { point: [100.25, 70, -50.5], world: 'world_nether', exact: true },
      next: { point: [0, 64, 0], world: 'world', exact: true },
    })
  })

  it('is shown for the weather, a rule, a block and a balance', () => {
    const change = (capabilityId: string, given: Record<string, unknown>, before: Record<string, unknown>) =>
      changeOf({ capabilityId, arguments: given, before })
    const at = { location: { world: 'world', x: 0, y: 64, z: 0 } }
    const rule = { worldName: 'world', rule: 'keepInventory' }
    const weather = { worldName: 'world', weather: 'rain' }
    expect(change('world.weather.set', weather, { weather: 'clear' })).toEqual({
      kind: 'weather',
      now: 'clear',
      next: 'rain',
    })
    expect(change('world.rule.set', { ...rule, value: true }, { ...rule, value: false })).toEqual({
      kind: 'truth',
      now: false,
      next: true,
    })
    expect(change('world.block.set', { ...at, type: 'air' }, { ...at, type: 'stone' })).toEqual({
      kind: 'thing',
      now: 'stone',
      next: 'air',
    })
    const pay = { playerName: 'Alex', amount: -0.1 }
    expect(change('player.economy.balance.adjust', pay, { balance: 0.3 })).toEqual({
      kind: 'balance',
      now: 0.3,
      next: 0.2,
    })
    expect(change('player.economy.balance.adjust', { ...pay, operation: 'set' }, { balance: 1 })).toBeUndefined()
    expect(change('world.weather.set', weather, { weather: 'fog' })).toBeUndefined()
    expect(change('world.rule.set', { ...rule, value: true }, { value: {} })).toBeUndefined()
  })

  it('is omitted when the value before was not read', () => {
    const { before: _read, ...unread } = askTime(0)
    expect(changeOf(unread)).toBeUndefined()
    expect(changeOf(askTime(0, { before: {} }))).toBeUndefined()
    expect(changeOf(askTime(0, { capabilityId: 'player.ban' }))).toBeUndefined()
  })
})
