/** Default decisions of the real gateway: posture, built-in rules, and rules of the owner that override them. */

import type { Person } from '@shared/approvals/approval.js'
import { builtInRules, choosePosture, postures } from '@shared/approvals/built-in-rule.js'
import type { RuleEffect } from '@shared/approvals/rule.js'
import { defaultSettings, type Governance } from '@shared/program/settings.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { manifestHashOf } from '../../../../src-main/gateway/path/fingerprint.js'
import { writer } from '../../../fakes/approvals-under-test.js'
import { settled } from '../../../fakes/fake-clock.js'
import { core } from '../../../fakes/fake-provider.js'
import { caller, endOf, GatewayUnderTest } from '../../../fakes/gateway-under-test.js'
import { times } from '../../../fixtures/properties.js'

const ada: Person = writer('ada')
const kick = { playerName: 'Steve' }

function scene(chosen: Partial<Governance> = {}) {
  const settings: { now: Governance } = { now: { ...defaultSettings, ...chosen } }
  const under = new GatewayUnderTest({ governance: () => settings.now })
  const ids = ['player.kick', 'player.mute', 'player.teleport', 'player.list']
  const server = under.serve('overworld', ids)
  server.answers('player.list', () => ({ data: { players: [], online: 0, max: 20 } }))
  for (const id of ['player.kick', 'player.mute', 'player.teleport']) {
    server.answers(id, () => ({ data: { success: true, playerName: 'Steve' } }))
  }
  const { approvals, rules } = under.gateway
  approvals.attach(ada)
  const makeRule = (effect: RuleEffect, capability = 'player.kick') =>
    rules.create(
      {
        effect,
        capability,
        client: { id: caller.id, name: caller.name },
        server: 'overworld',
        maxRisk: 'medium',
        ...(effect === 'allow' && { manifest: manifestHashOf(core(capability)) }),
      },
      ada,
    )
  /** Calls, and answers what is asked. */
  async function outcomeOf(capabilityId: string, given: object, decision: 'approve' | 'deny' = 'approve') {
    const before = under.questions.length
    const call = under.call(capabilityId, given)
    await settled()
    const asked = under.questions.slice(before)
    for (const { id } of asked) approvals.decideAsPerson({ id, decision, person: ada })
    return { asked: asked.length, question: asked[0], end: endOf(await call) }
  }
  return { under, server, settings, approvals, rules, makeRule, outcomeOf }
}

describe('kick and mute', () => {
  it('are asked about by default, and the question names the built-in rule', async () => {
    const { outcomeOf, under } = scene()
    expect(await outcomeOf('player.kick', kick)).toMatchObject({
      asked: 1,
      end: 'done',
      question: { risk: 'medium', needed: 1, builtIn: 'built-in:kick' },
    })
    expect(await outcomeOf('player.mute', kick, 'deny')).toMatchObject({
      end: 'denied',
      question: { builtIn: 'built-in:mute' },
    })
    const decisions = under.audit.events.filter(({ eventType }) => eventType === 'approve' || eventType === 'reject')
    expect(decisions.map(({ metadata }) => metadata?.askedBy)).toContain('built-in:kick')
  })

  it('run without approval once the owner switched the built-in rule off, and ask again when it is on', async () => {
    const { outcomeOf, settings } = scene()
    settings.now = { ...settings.now, builtInRules: { 'built-in:kick': false } }
    expect(await outcomeOf('player.kick', kick)).toMatchObject({ asked: 0, end: 'done' })
    expect(await outcomeOf('player.mute', kick)).toMatchObject({ asked: 1 })
    settings.now = { ...settings.now, builtInRules: {} }
    expect(await outcomeOf('player.kick', { playerName: 'Alex' })).toMatchObject({ asked: 1 })
  })

  it('are allowed by an answer of the owner for good, though the built-in rule is on', async () => {
    const { under, approvals, outcomeOf } = scene()
    const first = under.call('player.kick', kick)
    const { id } = await under.asked()
    expect(approvals.decideAsPerson({ id, decision: 'approve', person: ada, duration: 'always' }).ok).toBe(true)
    expect(endOf(await first)).toBe('done')
    expect(await outcomeOf('player.kick', kick)).toMatchObject({ asked: 0, end: 'done' })
    expect(await outcomeOf('player.kick', { playerName: 'Alex' })).toMatchObject({ asked: 1 })
  })

  it('end the call when the built-in rule is switched on between the decision and the run', async () => {
    const { under, server, settings } = scene({ builtInRules: { 'built-in:kick': false } })
    const off = settings.now
    let looks = 0
    // The first read is for the decision, the next one for the check right before the call runs.
    Object.defineProperty(settings, 'now', {
      get: () => (++looks > 2 ? { ...off, builtInRules: {} } : off),
    })
    expect(endOf(await under.call('player.kick', kick))).toBe('RISK.OPERATION_BLOCKED')
    expect(server.requestsFor('player.kick')).toEqual([])
  })

  it('are previewed as asked, with the built-in rule that asks', async () => {
    const { under } = scene()
    expect(await under.call('player.kick', kick, { dryRun: true })).toMatchObject({
      outcome: { forecast: { decision: 'ask', approvers: 1, rule: { id: 'built-in:kick', effect: 'ask' } } },
    })
  })
})

it.each([
  ['careful', 1, 1],
  ['balanced', 1, 0],
  ['specification', 0, 0],
] as const)(
  'a posture %s asks %i times about a kick and %i times about a teleport',
  async (posture, kicks, teleports) => {
    const { outcomeOf } = scene(choosePosture(posture))
    const target = { playerName: 'Steve', location: { world: 'world', x: 1, y: 64, z: 1 } }
    expect((await outcomeOf('player.kick', kick)).asked).toBe(kicks)
    expect((await outcomeOf('player.teleport', target)).asked).toBe(teleports)
    expect(await outcomeOf('player.list', {})).toMatchObject({ asked: 0, end: 'done' })
  },
)

describe('any combination of switches and rules of the owner', () => {
  const effect = fc.constantFrom('allow', 'ask', 'deny' as const)

  // verifies: promise 13
  it('deny beats ask beats allow beats the built-in ask, which beats nothing', () =>
    times(80).forAllAsync(
      fc.constantFrom(...postures),
      fc.dictionary(fc.constantFrom(...builtInRules.map(({ id }) => id)), fc.boolean()),
      fc.array(effect, { maxLength: 4 }),
      async (posture, switched, effects) => {
        const { outcomeOf, makeRule } = scene({ posture, builtInRules: switched })
        for (const one of effects) makeRule(one)
        const { asked, end } = await outcomeOf('player.kick', kick)
        // An independent version without code of the program: the strongest rule of the owner, else the switches.
        const everyChange = switched['built-in:every-change'] ?? posture === 'careful'
        const kicks = switched['built-in:kick'] ?? posture !== 'specification'
        const expected = effects.includes('deny')
          ? [0, 'RISK.APPROVAL_REJECTED']
          : effects.includes('ask')
            ? [1, 'done']
            : effects.includes('allow')
              ? [0, 'done']
              : [everyChange || kicks ? 1 : 0, 'done']
        expect([asked, end]).toEqual(expected)
      },
    ))
})
