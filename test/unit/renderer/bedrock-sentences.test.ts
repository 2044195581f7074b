import type { AppLanguage } from '@shared/text/language.js'
import { coreDescriptionKey, coreNameKey, riskReasonOf } from '@shared/words/core-words.js'
import { createInstance, type i18n } from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import { bedrockManifestIds, manifestOf } from '../../../src-main/providers/bedrock/manifests/index.js'
import { catalogue } from '../../../src-renderer/i18n/catalogue.js'
import { callSentence } from '../../../src-renderer/sentences/call-sentence.js'
import { plainText, sentenceParts } from '../../../src-renderer/sentences/sentence.js'

const language: { en: i18n; zh: i18n } = { en: createInstance(), zh: createInstance() }

beforeAll(async () => {
  await language.en.init({ lng: 'en', resources: { en: { translation: catalogue.en } } })
  await language.zh.init({ lng: 'zh', resources: { zh: { translation: catalogue.zh } } })
})

const location = { world: 'nether', x: 1, y: 64, z: 2 }

const plan = { name: 'hut', world: 'overworld', origin: [100, 64, 200] }
const steve = { playerName: 'Steve' }

const calls: Readonly<Record<string, readonly [given: Record<string, unknown>, en: string]>> = {
  'ext.bedrock.block.test': [{ location, type: 'minecraft:stone' }, 'Test for Stone at 1 64 2 in nether'],
  'ext.bedrock.structures': [{}, 'List the structure files'],
  'ext.bedrock.build.preview': [plan, 'Preview hut at 100 64 200 in overworld'],
  'ext.bedrock.build': [plan, 'Build hut at 100 64 200 in overworld'],
  'ext.bedrock.blocks.fill': [
    { from: location, to: { x: 2, y: 64, z: 3 }, type: 'minecraft:stone' },
    'Fill 4 blocks from 1 64 2 to 2 64 3 in nether with Stone',
  ],
  'ext.bedrock.gamemode.set': [{ ...steve, gameMode: 'creative' }, 'Set the game mode of Steve to Creative'],
  'ext.bedrock.item.give': [{ ...steve, item: 'minecraft:diamond', count: 3 }, 'Give Steve 3 × Diamond'],
  'ext.bedrock.effect.give': [{ ...steve, effect: 'speed', seconds: 30 }, 'Give Steve the effect Speed for 30 seconds'],
  'ext.bedrock.entity.summon': [{ location, type: 'minecraft:pig' }, 'Summon Pig at 1 64 2 in nether'],
  'ext.bedrock.message.send': [{ ...steve, message: 'hi' }, 'Send Steve the message “hi”'],
  'ext.bedrock.score.get': [{ ...steve, objective: 'coins' }, 'Read the score coins of Steve'],
  'ext.bedrock.score.set': [{ ...steve, objective: 'coins', score: 5 }, 'Set the score coins of Steve to 5'],
  'ext.bedrock.command.run': [{ command: 'op Steve' }, 'Run the command “op Steve”'],
}

const titleIn = (which: AppLanguage, capabilityId: string, given: Record<string, unknown>): string => {
  const sentence = callSentence({ capabilityId, arguments: given, caller: { name: 'Claude' } }, 'title')
  expect(sentence.complete, capabilityId).toBe(true)
  return plainText(sentenceParts(sentence, (key, options = {}) => String(language[which].t(key, options))))
}

describe('sentences about Bedrock games', () => {
  it('has a sentence for every action', () => expect(Object.keys(calls).sort()).toEqual([...bedrockManifestIds].sort()))

  it.each(Object.entries(calls))('says %s', (id, [given, english]) => {
    expect(titleIn('en', id, given)).toBe(english)
    expect(titleIn('zh', id, given)).not.toContain('{{')
  })

  it.each(bedrockManifestIds)('translates the name of %s', (id) => {
    expect(coreNameKey(id)).toBeDefined()
    expect(coreDescriptionKey(id)).toBeDefined()
    expect(riskReasonOf(id, manifestOf(id).risk?.reason)).toEqual({ key: expect.any(String) })
  })
})
