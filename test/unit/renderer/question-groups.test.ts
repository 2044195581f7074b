import { describe, expect, it } from 'vitest'
import { groupsOf, maxTogether } from '../../../src-renderer/features/approvals/question-groups.js'
import { askBan, askTime } from '../../fakes/renderer/example-data.js'

const ask = (id: string, part = {}) => askTime(0, { id, ...part })

describe('questions answered together', () => {
  it('are those of one client about one capability of one server', () => {
    const elsewhere = { server: { id: 'creative', name: 'Creative' } }
    const groups = groupsOf([ask('a'), ask('b', { group: 'other' }), ask('c'), ask('d', elsewhere)])
    expect(groups.map(({ questions }) => questions.map(({ id }) => id))).toEqual([['a', 'c'], ['b'], ['d']])
  })

  it('may be approved when a sentence names every argument of each', () => {
    expect(groupsOf([ask('a'), ask('b')])[0]?.mayApprove).toBe(true)
  })

  it.each([
    ['alone', []],
    ['when one is critical', [ask('b', { risk: 'critical' })]],
    ['when one must be typed', [ask('b', { mustType: 'world' })]],
    ['when one needs a second person', [ask('b', { needed: 2 })]],
    ['when one says more than its sentence', [ask('b', { arguments: { ...ask('b').arguments, freeze: true } })]],
    ['when a word of one is cut', [ask('b', { arguments: { worldName: 'w'.repeat(90), time: 0 } })]],
    ['when a player of one is hidden', [ask('b', { arguments: { worldName: '‹Player 1›', time: 0 } })]],
    ['when a word of one is hidden', [ask('b', { arguments: { worldName: 'the ‹Player 3› world', time: 0 } })]],
    ['when a place of one is hidden', [ask('b', { arguments: { worldName: 'world', time: '‹coordinates›' } })]],
    ['when a secret of one is hidden', [ask('b', { arguments: { worldName: '‹secret›', time: 0 } })]],
    ['when a message of one is hidden', [ask('b', { arguments: { worldName: '‹私聊›', time: 0 } })]],
    ['when there are too many to read', Array.from({ length: maxTogether }, (_, index) => ask(`${index}`))],
  ])('may not be approved %s', (_when, others) => {
    expect(groupsOf([ask('a'), ...others])[0]?.mayApprove).toBe(false)
  })

  it('never include bans', () => {
    const bans = ['a', 'b'].map((id) => askBan(0, { id }))
    expect(groupsOf(bans)[0]?.mayApprove).toBe(false)
  })
})
