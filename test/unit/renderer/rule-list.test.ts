import type { Rule } from '@shared/approvals/rule.js'
import { describe, expect, it } from 'vitest'
import {
  everyRule,
  isNarrowed,
  rulesInOrder,
  shownRules,
  type WantedRules,
  wantedAbout,
} from '../../../src-renderer/features/approvals/rules/rule-list.js'

const rule = (id: string, part: Partial<Rule> = {}): Rule => ({
  id,
  effect: 'deny',
  capability: 'world.time.set',
  maxRisk: 'critical',
  createdBy: { id: 'desktop', name: 'desktop', kind: 'desktop' },
  createdAt: '2026-01-01T00:00:00Z',
  uses: 0,
  ...part,
})

const rules = [
  rule('all'),
  rule('claude', { client: { id: 'c1', name: 'Claude' }, effect: 'allow', uses: 9, note: 'for the contest' }),
  rule('survival', { server: 's1', createdAt: '2026-02-01T00:00:00Z', lastUsedAt: '2026-02-02T00:00:00Z', uses: 2 }),
  rule('short', { server: 's2', expiresAt: '2026-03-01T00:00:00Z' }),
]
const found = (wanted: Partial<WantedRules>) =>
  shownRules(rules, { ...everyRule, ...wanted }, ({ id }) => `Name of ${id}`).map(({ id }) => id)

describe('the rules that are shown', () => {
  it('about a client or a server are also those about all of them', () => {
    expect(found({ client: 'c2' })).toEqual(['all', 'survival', 'short'])
    expect(found({ server: 's1' })).toEqual(['all', 'claude', 'survival'])
    expect(found({ server: 's1', effect: 'deny' })).toEqual(['all', 'survival'])
  })

  it('contain every word of the search', () => {
    expect(found({ words: 'CONTEST claude' })).toEqual(['claude'])
    expect(found({ words: 'name of short' })).toEqual(['short'])
    expect(found({ words: 'contest nobody' })).toEqual([])
  })

  it('are in the order that a person chose', () => {
    const order = (sorting: Parameters<typeof rulesInOrder>[1]) => rulesInOrder(rules, sorting).map(({ id }) => id)
    expect(order('newest')[0]).toBe('survival')
    expect(order('used').slice(0, 2)).toEqual(['claude', 'survival'])
    expect(order('lately')[0]).toBe('survival')
    expect(order('ends')).toEqual(['short', 'all', 'claude', 'survival'])
  })

  it('are those of a link', () => {
    const known = { rules, servers: [{ id: 's1' }] }
    expect(wantedAbout(undefined, known)).toEqual({ wanted: everyRule })
    expect(wantedAbout('short', known)).toEqual({ wanted: everyRule, rule: 'short' })
    expect(wantedAbout('s1', known).wanted.server).toBe('s1')
    expect(wantedAbout('c1', known).wanted.client).toBe('c1')
    expect([isNarrowed(everyRule), isNarrowed(wantedAbout('s1', known).wanted)]).toEqual([false, true])
  })
})
