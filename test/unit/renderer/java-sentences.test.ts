import { missingFeatureKinds } from '@shared/servers/java-server.js'
import type { AppLanguage } from '@shared/text/language.js'
import { coreDescriptionKey, coreNameKey, riskReasonOf } from '@shared/words/core-words.js'
import { createInstance, type i18n } from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import { javaManifestIds, manifestOf } from '../../../src-main/providers/java/manifests/index.js'
import { catalogue } from '../../../src-renderer/i18n/catalogue.js'
import { callSentence } from '../../../src-renderer/sentences/call-sentence.js'
import { gameSentence } from '../../../src-renderer/sentences/event-sentence.js'
import { plainText, sentenceParts } from '../../../src-renderer/sentences/sentence.js'

const language: { en: i18n; zh: i18n } = { en: createInstance(), zh: createInstance() }

beforeAll(async () => {
  await language.en.init({ lng: 'en', resources: { en: { translation: catalogue.en } } })
  await language.zh.init({ lng: 'zh', resources: { zh: { translation: catalogue.zh } } })
})

const location = { world: 'world', x: 1, y: 64, z: 2 }
const steve = { playerName: 'Steve' }

/** A call of each action, and its title. */
const calls: Readonly<Record<string, readonly [given: Record<string, unknown>, en: string, zh: string]>> = {
  'ext.java.gamemode.set': [
    { ...steve, gameMode: 'creative' },
    'Set the game mode of Steve to Creative',
    '把 Steve 的游戏模式设为创造模式',
  ],
  'ext.java.item.give': [
    { ...steve, item: 'minecraft:diamond', count: 3 },
    'Give Steve 3 × Diamond',
    '给 Steve 3 个钻石',
  ],
  'ext.java.effect.give': [
    { ...steve, effect: 'minecraft:speed', seconds: 60, amplifier: 0 },
    'Give Steve the effect Speed for 1 minute',
    '',
  ],
  'ext.java.effect.clear': [steve, 'Remove all effects from Steve', '移除 Steve 的所有效果'],
  'ext.java.entity.summon': [{ type: 'minecraft:pig', location }, 'Summon Pig at 1 64 2 in world', ''],
  'ext.java.blocks.fill': [
    { from: location, to: { x: 3, y: 65, z: 2 }, type: 'minecraft:stone' },
    'Fill 6 blocks from 1 64 2 to 3 65 2 in world with Stone',
    '',
  ],
  'ext.java.area.look': [
    { world: 'world', center: { x: 1, y: 64, z: 2 } },
    'Look at the area around 1 64 2 in world',
    '查看 world 里 1 64 2 周围的区域',
  ],
  'ext.java.structures': [{}, 'List the structure files', '列出结构文件'],
  'ext.java.build.preview': [
    { world: 'world', name: 'hut', origin: [1, 64, 2] },
    'Preview hut at 1 64 2 in world',
    '预览 world 里 1 64 2 的 hut',
  ],
  'ext.java.build': [
    { world: 'world', name: 'hut', origin: [1, 64, 2] },
    'Build hut at 1 64 2 in world',
    '在 world 的 1 64 2 建造 hut',
  ],
  'ext.java.title.show': [{ title: 'Welcome' }, 'Show everybody the title “Welcome”', '向所有人显示标题“Welcome”'],
  'ext.java.message.send': [{ ...steve, message: 'Hi' }, 'Send Steve the message “Hi”', '向 Steve 发送私信“Hi”'],
  'ext.java.item.take': [
    { ...steve, item: 'minecraft:diamond', count: 3 },
    'Take 3 × Diamond from Steve',
    '从 Steve 收走 3 个钻石',
  ],
  'ext.java.item.count': [
    { ...steve, item: 'minecraft:diamond' },
    'Count Diamond in the inventory of Steve',
    '清点 Steve 有多少钻石',
  ],
  'ext.java.effect.list': [steve, 'Read the effects of Steve', '查看 Steve 的效果'],
  'ext.java.spawnpoint.get': [steve, 'Read the spawn point of Steve', '查看 Steve 的重生点'],
  'ext.java.operator.list': [{}, 'Read the list of OPs', '查看 OP 名单'],
  'ext.java.ban.list': [{}, 'Read the list of bans', '查看封禁名单'],
  'ext.java.allowlist.get': [{}, 'Read the whitelist', '查看白名单'],
  'ext.java.allowlist.add': [steve, 'Add Steve to the whitelist', '把 Steve 加入白名单'],
  'ext.java.allowlist.remove': [steve, 'Remove Steve from the whitelist', '把 Steve 移出白名单'],
  'ext.java.allowlist.enable': [{}, 'Turn the whitelist on', '开启白名单'],
  'ext.java.allowlist.disable': [{}, 'Turn the whitelist off', '关闭白名单'],
  'ext.java.ban.remove': [steve, 'Unban Steve', '解封 Steve'],
  'ext.java.operator.grant': [steve, 'Make Steve OP', '把 Steve 设为 OP'],
  'ext.java.operator.revoke': [steve, 'Remove Steve as OP', '撤销 Steve 的 OP 身份'],
  'ext.java.difficulty.get': [{}, 'Read the difficulty', '查看难度'],
  'ext.java.difficulty.set': [{ difficulty: 'hard' }, 'Set the difficulty to Hard', '把难度设为困难'],
  'ext.java.worldborder.get': [{}, 'Read the world border', '查看世界边界'],
  'ext.java.worldborder.set': [{ width: 500 }, 'Set the world border to 500 blocks', '把世界边界设为 500 格'],
  'ext.java.spawnpoint.set': [{ ...steve, location }, 'Set the spawn point of Steve to 1 64 2 in world', ''],
  'ext.java.world.save': [{ flush: false }, 'Save the world', '保存世界'],
  'ext.java.command.run': [{ command: 'op Steve' }, 'Run the command “op Steve”', '运行命令“op Steve”'],
}

/** An event of each kind, and its line. */
const events: Readonly<Record<string, readonly [data: Record<string, unknown>, en: string, zh: string]>> = {
  'ext.java.player.advancement': [
    { ...steve, title: 'Stone Age' },
    'Steve made the advancement Stone Age',
    'Steve 达成了进度 Stone Age',
  ],
  'ext.java.player.command': [{ ...steve, command: 'tp' }, 'Steve used the command /tp', 'Steve 使用了命令 /tp'],
  'ext.java.server.started': [{}, 'The server started', '服务器已启动'],
  'ext.java.server.stopping': [{}, 'The server is stopping', '服务器正在关闭'],
  'ext.java.server.behind': [
    { milliseconds: 2_034, ticks: 40 },
    'The server is 2 seconds behind',
    '服务器落后了 2 秒钟',
  ],
}

const titleIn = (which: AppLanguage, capabilityId: string, given: Record<string, unknown>): string => {
  const sentence = callSentence({ capabilityId, arguments: given, caller: { name: 'Claude' } }, 'title')
  expect(sentence.complete, capabilityId).toBe(true)
  return plainText(sentenceParts(sentence, (key, options = {}) => String(language[which].t(key, options))))
}

describe('sentences about Java servers', () => {
  it('has a sentence for every action and event', () =>
    expect([...Object.keys(calls), ...Object.keys(events)].sort()).toEqual([...javaManifestIds].sort()))

  it.each(Object.entries(events))('describes %s', (id, [data, english, chinese]) => {
    const line = (which: AppLanguage, reported: Record<string, unknown>) =>
      plainText(
        sentenceParts(gameSentence(id, reported), (key, options = {}) => String(language[which].t(key, options))),
      )
    expect([line('en', data), line('zh', data)]).toEqual([english, chinese])
  })

  it('shows the reply where the command itself is not known', () => {
    const sentence = gameSentence('ext.java.player.command', { ...steve, reply: 'Set the time to 1000' })
    expect(plainText(sentenceParts(sentence, (key, options = {}) => String(language.en.t(key, options))))).toBe(
      'Steve used a command: Set the time to 1000',
    )
  })

  it.each(Object.entries(calls))('says %s', (id, [given, english, chinese]) => {
    expect(titleIn('en', id, given)).toBe(english)
    if (chinese !== '') expect(titleIn('zh', id, given)).toBe(chinese)
    expect(titleIn('zh', id, given)).not.toContain('{{')
  })

  it('counts the parts of a build as not shown', () => {
    const given = { world: 'world', name: 'hut', origin: [1, 64, 2], parts: [{ shape: 'box' }] }
    const call = { capabilityId: 'ext.java.build', arguments: given, caller: { name: 'Claude' } }
    expect(callSentence(call, 'title').complete).toBe(false)
  })

  it.each(javaManifestIds)('translates the name of %s', (id) => {
    expect(coreNameKey(id)).toBeDefined()
    expect(coreDescriptionKey(id)).toBeDefined()
    expect(riskReasonOf(id, manifestOf(id).risk?.reason)).toEqual({ key: expect.any(String) })
  })

  it('has a text for every reason why something is not offered', () => {
    for (const tree of [catalogue.en, catalogue.zh])
      expect(Object.keys(tree.lack).sort()).toEqual([...missingFeatureKinds].sort())
  })
})
