/** The sentences of a request, of every action and any valid arguments, also masked for a stream. */
import type { JsonObject } from '@contract/call.js'
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import type { OpenApproval } from '@shared/approvals/approval.js'
import { asPhrase, riskLineOf } from '@shared/approvals/risk-line.js'
import type { AppLanguage } from '@shared/text/language.js'
import fc from 'fast-check'
import { createInstance, type i18n } from 'i18next'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createStreamMask } from '../../../src-main/policy/redaction/stream-mask.js'
import { allowedSentence, consequenceSentence } from '../../../src-renderer/features/approvals/pop-up/approve-label.js'
import { describeRequest, QuestionFacts } from '../../../src-renderer/features/approvals/question-facts.js'
import { RiskLine } from '../../../src-renderer/features/approvals/risk-line.js'
import { catalogue } from '../../../src-renderer/i18n/catalogue.js'
import { i18n as shown } from '../../../src-renderer/i18n/i18n.js'
import { callSentence } from '../../../src-renderer/sentences/call-sentence.js'
import { coverageSentence } from '../../../src-renderer/sentences/coverage-sentence.js'
import { plainText, type Sentence, sentenceParts } from '../../../src-renderer/sentences/sentence.js'
import { undoSentence } from '../../../src-renderer/sentences/undo-sentence.js'
import {
  knownActions,
  questionAbout,
  usualArguments,
  usualBefore,
  usualQuestions,
} from '../../fakes/action-questions.js'

const words: Partial<Record<AppLanguage, i18n>> = {}
beforeAll(async () => {
  for (const lng of ['en', 'zh'] as const) {
    const instance = createInstance()
    await instance.init({ lng, resources: { [lng]: { translation: catalogue[lng] } } })
    words[lng] = instance
  }
})
afterEach(() => shown.changeLanguage('en'))

const said = (lng: AppLanguage, sentence: Sentence): string =>
  plainText(sentenceParts(sentence, (key, options = {}) => String(words[lng]?.t(key, options))))

const undoOf = (lng: AppLanguage, question: OpenApproval): string =>
  question.undo ? said(lng, undoSentence(question, question.undo)) : ''

const sentencesOf = (lng: AppLanguage, question: OpenApproval): string[] => {
  const { capabilityId, capabilityName, offered } = question
  const scopes = offered.approve.coverages.map(({ id }) => ({ duration: '15-minutes' as const, what: id }))
  const { reason, also } = riskLineOf(question)
  return [
    ...(['question', 'title', 'asks', 'done'] as const).map((tense) =>
      said(lng, callSentence(question, tense, capabilityName)),
    ),
    ...offered.approve.coverages.map((coverage) => said(lng, coverageSentence(coverage, capabilityId, capabilityName))),
    ...scopes.flatMap((scope) => [
      said(lng, allowedSentence(question, scope)),
      said(lng, consequenceSentence(question, scope, 'Claude Desktop')),
    ]),
    undoOf(lng, question),
    ...[reason, ...also].map(({ key, text }) =>
      key === undefined ? (text ?? '') : asPhrase(String(words[lng]?.t(key))),
    ),
  ]
}

const broken =
  /NaN|undefined|null|Infinity|\[object|\{\{|“\s*”|"\s*"|''|,\s*,|：\s*。|:\s*\.|undoes\.|raised\.|coverage\.|sentence\./u

/** A clause that a sentence says twice. */
const doubled = (text: string): string | undefined => {
  const clauses = text.split(/[,，] ?/u).map((clause) => clause.trim().toLowerCase())
  return clauses.find((clause, index) => clause.length > 8 && clauses.indexOf(clause) !== index)
}

/** Letters that spell none of the broken words. */
const text = (least: number, most: number) =>
  fc.string({ unit: fc.constantFrom(...'stevxSTEV_09 '), minLength: least, maxLength: Math.min(most, 60) })

type Schema = Readonly<Record<string, unknown>>

/** Any value that a schema of an action allows. */
const anyValueOf = (schema: Schema): fc.Arbitrary<unknown> => {
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as readonly unknown[]))
  const numbers = {
    min: Number(schema.minimum ?? -1_000_000),
    max: Number(schema.maximum ?? schema.exclusiveMaximum ?? 1_000_000),
  }
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'integer':
      return fc.integer({ min: Math.ceil(numbers.min), max: Math.floor(numbers.max) })
    case 'number':
      return fc.oneof(fc.integer(numbers), fc.double({ ...numbers, noNaN: true }))
    case 'boolean':
      return fc.boolean()
    case 'array':
      return fc.array(anyValueOf((schema.items ?? { type: 'string' }) as Schema), {
        minLength: Number(schema.minItems ?? 0),
        maxLength: Math.min(Number(schema.maxItems ?? 4), 4),
      })
    case 'object':
      return schema.properties ? recordOf(schema) : fc.constant({})
    default:
      return schema.pattern === undefined
        ? text(Number(schema.minLength ?? 0), Number(schema.maxLength ?? 60))
        : fc.constantFrom('minecraft:stone', 'stone', 'mod:strange_thing')
  }
}

const recordOf = (schema: Schema): fc.Arbitrary<JsonObject> => {
  const { properties = {}, required = [] } = schema as { properties?: Record<string, Schema>; required?: string[] }
  const members = Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, anyValueOf(one)]))
  return fc.record(members, { requiredKeys: required }) as fc.Arbitrary<JsonObject>
}

const anyQuestion = (manifest: CapabilityManifest): fc.Arbitrary<OpenApproval> =>
  fc
    .record({
      given: recordOf((manifest.parameters ?? {}) as Schema),
      isRead: fc.boolean(),
      offersAll: fc.boolean(),
      snapshots: fc.boolean(),
    })
    .map(({ given, isRead, ...server }) =>
      questionAbout(manifest, { given, ...(isRead && { before: usualBefore(manifest) }), ...server }),
    )

const mask = createStreamMask({ language: 'en', names: ['Alexandria_Build', 'Steve'] })
const maskOfPlayers = createStreamMask({ language: 'en', players: ['Alexandria_Build', 'Steve'] })

describe('the sentences of a request', () => {
  it.each(knownActions)('$id says nothing broken and nothing twice, also on a stream', (manifest) => {
    fc.assert(
      fc.property(anyQuestion(manifest), (question) => {
        for (const one of [question, mask.value(question), maskOfPlayers.value(question)])
          for (const lng of ['en', 'zh'] as const)
            for (const sentence of sentencesOf(lng, one)) {
              expect(sentence).not.toMatch(broken)
              expect([sentence, doubled(sentence)]).toEqual([sentence, undefined])
            }
      }),
      { numRuns: 15 },
    )
  })

  it('draws nothing broken for usual requests, also on a stream', async () => {
    for (const lng of ['en', 'zh'] as const) {
      await shown.changeLanguage(lng)
      for (const question of usualQuestions()) {
        for (const one of [question, mask.value(question), maskOfPlayers.value(question)]) {
          const scope = { duration: 'once', what: 'exactly' } as const
          const facts = createElement(QuestionFacts, { question: one, ...describeRequest(one), scope })
          const markup = renderToStaticMarkup(
            createElement('div', null, createElement(RiskLine, { question: one }), facts),
          )
          const visible = markup.replace(/<pre>.*?<\/pre>/gsu, '').replace(/<[^>]+>/gu, ' ')
          expect(visible, one.capabilityId).not.toMatch(/NaN|undefined|null|\{\{/u)
          expect(visible, one.capabilityId).not.toMatch(/No change/u)
        }
      }
    }
  })

  it('names the same limit once: both corners of an area that are near one place', () => {
    const fill = knownActions.find(({ id }) => id === 'ext.java.blocks.fill') as CapabilityManifest
    const from = { world: 'world', x: 8, y: 7, z: 10 }
    const question = questionAbout(fill, {
      given: { from, to: { x: 8, y: 7, z: 10 }, type: 'minecraft:stone_bricks', reason: 'A floor.' },
    })
    expect(sentencesOf('en', question)).toContain('Stone Bricks, up to 16 blocks each way from 8 7 10 in world')
  })

  it('says of no place that is hidden for a stream that it stays the same', () => {
    const teleport = knownActions.find(({ id }) => id === 'player.teleport') as CapabilityManifest
    const question = mask.value(
      questionAbout(teleport, { given: usualArguments(teleport), before: usualBefore(teleport) }),
    )
    const markup = renderToStaticMarkup(createElement(QuestionFacts, { question, ...describeRequest(question) }))
    expect(markup).toContain('coordinates')
    expect(markup).not.toContain('No change')
  })
})

describe('why a request asks', () => {
  const teleport = knownActions.find(({ id }) => id === 'player.teleport') as CapabilityManifest
  const asked = (part: Partial<OpenApproval>) => questionAbout(teleport, { given: usualArguments(teleport) }, part)
  const line = (question: OpenApproval) =>
    renderToStaticMarkup(createElement(RiskLine, { question })).replace(/<[^>]+>/gu, '')

  it('is having read chat, at the risk that the action has', () => {
    const readText = { capabilityId: 'player.chat', at: '2026-01-19T18:04:00.000Z', text: 'hi', by: 'Mia' }
    expect(line(asked({ builtIn: 'built-in:read-text', readText }))).toBe(
      'Medium· asks because the AI read players’ chat',
    )
  })

  it('is what raised the risk, and not what is usual for the action', () => {
    const raisedBy = [
      { rule: 'void', because: 'Below the world a player dies.', level: 'high' },
      { rule: 'mine', because: 'Nobody is moved today.', level: 'high', owners: true },
    ] as const
    const question = asked({ risk: 'high', raisedBy })
    expect(line(question)).toBe('High· below the world a player dies')
    expect(riskLineOf(question).also).toEqual([{ text: 'Nobody is moved today.' }])
  })

  it('is what the action does, when nothing else asks', () =>
    expect(line(asked({ risk: 'high' }))).toBe('High· moves a player'))
})

describe('the sentence about an undo', () => {
  const about = (id: string, part: Parameters<typeof questionAbout>[1]) =>
    undoOf('en', questionAbout(knownActions.find((one) => one.id === id) as CapabilityManifest, part))
  const alex = { playerName: 'Alex' }

  it('names Unban where the server offers it, and says where it does not', () => {
    const given = { ...alex, reason: 'Griefing' }
    const can = 'Can be undone: Unban. Alex can then join again.'
    expect(about('player.ban', { given, before: { bans: [] } })).toBe(can)
    expect(about('player.ban', { given })).toBe(can)
    expect(about('player.ban', { given, offersAll: false })).toBe('Can’t be undone: this server offers no Unban.')
  })

  it('names what comes back', () => {
    expect(
      about('world.weather.set', { given: { worldName: 'world', weather: 'rain' }, before: { weather: 'clear' } }),
    ).toBe('Can be undone: back to clear.')
    const mode = { given: { ...alex, gameMode: 'creative' }, before: { gameMode: 'survival' } }
    expect(about('ext.java.gamemode.set', mode)).toBe('Can be undone: Alex goes back to Survival.')
    expect(about('ext.java.item.take', { given: { ...alex, item: 'dirt', count: 3 } })).toBe(
      'Can be undone: Alex gets the items back.',
    )
  })

  it('says of what stays that it stays, also at low risk', () => {
    expect(about('player.kick', { given: alex })).toBe('Can’t be undone. Alex can join again at once.')
    expect(about('ext.java.title.show', { given: { title: 'Hello' } })).toBe(
      'Can’t be undone: the players have then seen it.',
    )
    expect(about('ext.java.item.take', { given: { ...alex, item: 'diamond_sword' } })).toMatch(
      /^Can’t be undone: an item/u,
    )
  })

  it.each(knownActions)('$id has an inverse, a snapshot or a reason of its own', (manifest) => {
    for (const offersAll of [true, false]) {
      const parts = { given: usualArguments(manifest), before: usualBefore(manifest), offersAll }
      expect(undoOf('en', questionAbout(manifest, parts))).toMatch(
        /^(?:Can be undone|Can’t be undone|There is nothing|Gatehouse can’t)/u,
      )
    }
  })
})
