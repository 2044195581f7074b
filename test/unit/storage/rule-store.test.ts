import type { Rule } from '@shared/approvals/rule.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RuleStore } from '../../../src-main/gateway/ports/stores.js'
import { schemaOf } from '../../../src-main/policy/rules/coverage-schema.js'
import { changeState, openProfileStores } from '../../fakes/profile-stores.js'
import { RecordingLog } from '../../fakes/recording-log.js'
import { CleanUp } from '../../fixtures/programs.js'

const rule: Rule = {
  id: 'rule-1',
  effect: 'allow',
  client: { id: 'bridge', name: 'Claude' },
  server: 'survival',
  capability: 'world.time.set',
  version: '1.0.0',
  manifest: 'a'.repeat(64),
  arguments: { hash: 'b'.repeat(64), shown: { time: 1 } },
  maxRisk: 'high',
  expiresAt: '2026-01-19T10:45:00.000Z',
  createdBy: { id: 'desktop', name: 'desktop', kind: 'desktop' },
  createdAt: '2026-01-19T10:30:00.000Z',
  uses: 2,
  lastUsedAt: '2026-01-19T10:31:00.000Z',
}

const facts = [
  { kind: 'same' as const, at: [], given: { worldName: 'world' } },
  { kind: 'at-most' as const, at: [], parameter: 'count', number: 4 },
]
const { arguments: _exactly, ...base } = rule
const narrow = { ...base, what: { id: 'narrow' as const, facts, schema: schemaOf(facts) } }
const [subject] = facts

let profile: string
let log: RecordingLog
const cleanUp = new CleanUp()

const open = (): RuleStore => cleanUp.add(openProfileStores(profile, log), (stores) => stores.close()).rules
const spoil = (body: string) => changeState(profile, 'INSERT OR REPLACE INTO rule VALUES (?, ?)', 'rule-2', body)

beforeEach(() => {
  profile = cleanUp.folder()
  log = new RecordingLog()
})
afterEach(() => cleanUp.run())

describe('the rules of people', () => {
  it('survive a restart', () => {
    open().write(rule)
    expect(open().read()).toEqual({ rules: [rule], damaged: false })
  })

  it('keep what they cover', () => {
    open().write(narrow)
    open().write({ ...base, id: 'rule-2', what: { id: 'any' } })
    const { rules, damaged } = open().read()
    expect([rules.length, rules[0], damaged]).toEqual([2, narrow, false])
  })

  it('are changed and removed by their id', () => {
    const store = open()
    store.write(rule)
    store.write({ ...rule, uses: 3 })
    expect(store.read().rules).toMatchObject([{ uses: 3 }])
    store.remove(rule.id)
    expect(store.read()).toEqual({ rules: [], damaged: false })
  })

  it.each([
    ['is no JSON', '{'],
    ['has another id', JSON.stringify(rule)],
    ['allows for ever what no rule may say', JSON.stringify({ ...rule, id: 'rule-2', effect: 'allow always' })],
    ['says more than a rule says', JSON.stringify({ ...rule, id: 'rule-2', anybody: true })],
    [
      'enforces less than its facts say',
      JSON.stringify({ ...narrow, id: 'rule-2', what: { ...narrow.what, schema: { type: 'object' } } }),
    ],
    [
      'says less than it enforces',
      JSON.stringify({ ...narrow, id: 'rule-2', what: { ...narrow.what, facts: [subject] } }),
    ],
    ['has facts and no schema', JSON.stringify({ ...narrow, id: 'rule-2', what: { id: 'narrow', facts } })],
    [
      'has a fact of a kind there is not',
      JSON.stringify({ ...narrow, id: 'rule-2', what: { ...narrow.what, facts: [{ kind: 'any', at: [] }] } }),
    ],
    ['allows without saying which arguments', JSON.stringify({ ...base, id: 'rule-2' })],
    ['covers a risk there is not', JSON.stringify({ ...rule, id: 'rule-2', maxRisk: 'none' })],
  ])('are damaged where one %s, and the others still count', (_what, body) => {
    const store = open()
    store.write(rule)
    spoil(body)
    expect(store.read()).toEqual({ rules: [rule], damaged: true })
    expect(log.lines.some(({ level }) => level === 'error')).toBe(true)
  })
})
