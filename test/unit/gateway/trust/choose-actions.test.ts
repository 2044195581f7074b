import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import { everyAi, type RuleEffect } from '@shared/approvals/rule.js'
import { bridge, normalRights, type Rights } from '@shared/clients/client.js'
import { defaultSettings } from '@shared/program/settings.js'
import { type ActionChoice, actionChoices, type ChoiceOrder } from '@shared/servers/action-choice.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { standingsOn } from '../../../../src-main/gateway/trust/action-standings.js'
import { chooseActions } from '../../../../src-main/gateway/trust/choose-actions.js'
import type { AccessQuestion } from '../../../../src-main/gateway/trust/server-access.js'
import { desktop } from '../../../../src-main/owner/orders/giver.js'
import { settled } from '../../../fakes/fake-clock.js'
import { core, FakeServer, manifestOf } from '../../../fakes/fake-provider.js'
import { GatewayUnderTest, noon } from '../../../fakes/gateway-under-test.js'

const ids = ['world.time.get', 'world.time.set', 'player.teleport', 'player.kick', 'player.ban'] as const
const command = manifestOf({ id: 'ext.java.command.run', type: 'action', risk: { level: 'high' } })

function scene(posture = defaultSettings.posture, ...more: readonly CapabilityManifest[]) {
  const now: { posture: typeof posture; rights: Rights } = { posture, rights: normalRights }
  const governance = () => ({ ...defaultSettings, posture: now.posture, criticalQuorum: 1 })
  const under = new GatewayUnderTest({ governance, quorums: governance })
  const present = (...capabilities: readonly CapabilityManifest[]) =>
    under.provider.host.present(new FakeServer({ id: 'survival', capabilities }))
  under
    .serve('survival', ids)
    .answers('world.time.get', () => ({ data: { ...noon } }))
    .answers('world.time.set', () => ({ data: {} }))
  if (more.length > 0) {
    present(...ids.map(core), ...more)
    under.gateway.trust.acceptAll('survival', 'ada')
  }
  const { gateway } = under
  const question = (): AccessQuestion => {
    const link = gateway.registry.link('survival')
    if (!link) throw new Error('There is no server.')
    return {
      link,
      known: { clients: [], bridge: { ...bridge, ...now.rights } },
      gatehouse: { rules: gateway.rules, clock: under.clock, quorums: governance, governance },
    }
  }
  const storage = { isFull: false }
  const create: typeof gateway.rules.create = (...given) => {
    if (storage.isFull) throw new Error('No space is left.')
    return gateway.rules.create(...given)
  }
  const choose = (order: ChoiceOrder, ...actions: readonly (string | { id: string; fingerprint: string })[]) =>
    chooseActions(
      order,
      actions.map((one) => (typeof one === 'string' ? { id: one } : one)),
      desktop,
      {
        rules: { create, remove: (...given) => gateway.rules.remove(...given) },
        trust: gateway.trust,
        question,
      },
    )
  const standing = (id: string) => standingsOn(question()).find((one) => one.id === id)
  const rules = () => gateway.rules.list().rules
  const waiting = (id: string) => {
    const one = question().link.server.quarantined?.find((quarantined) => quarantined.id === id)
    return { id, fingerprint: one?.fingerprint ?? '' }
  }
  return { under, present, choose, standing, rules, waiting, now, storage }
}

const strictness = (choice: ActionChoice | undefined) => (choice ? actionChoices.indexOf(choice) : -1)
const posture = fc.constantFrom('careful', 'balanced', 'specification' as const)
const otherRule = fc.record({
  effect: fc.constantFrom<RuleEffect>('ask', 'deny'),
  capability: fc.constantFrom('**', 'player.**', 'world.time.set', 'player.teleport'),
})

describe('what the owner chooses for actions of a server', () => {
  it('is what happens, whatever was chosen before, with at most one rule an action', () => {
    const choices = fc.array(fc.tuple(fc.constantFrom(...ids), fc.constantFrom(...actionChoices)), {
      minLength: 1,
      maxLength: 12,
    })
    fc.assert(
      fc.property(posture, choices, (asks, steps) => {
        const { choose, standing, rules } = scene(asks)
        const last = new Map<string, ActionChoice>()
        for (const [id, choice] of steps) {
          if (choice === 'allow' && standing(id)?.locked) {
            expect(() => choose(choice, id)).toThrow()
            continue
          }
          choose(choice, id)
          last.set(id, choice)
        }
        for (const [id, choice] of last) {
          expect(standing(id)?.choice).toBe(choice)
          expect(rules().filter(({ capability }) => capability === id).length).toBeLessThanOrEqual(1)
        }
      }),
      { numRuns: 60 },
    )
  })

  it('is never milder than another rule of the owner, and says that one decides', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ids), fc.constantFrom(...actionChoices), otherRule, (id, choice, other) => {
        const { under, choose, standing } = scene()
        under.gateway.rules.create({ ...other, maxRisk: 'critical' }, desktop)
        const before = standing(id)
        if (choice === 'allow' && before?.locked) return
        choose(choice, id)
        const after = standing(id)
        const isAbout = before?.rule !== undefined
        expect(strictness(after?.choice)).toBeGreaterThanOrEqual(
          Math.max(strictness(choice), isAbout ? strictness(other.effect === 'deny' ? 'off' : 'ask') : 0),
        )
        if (isAbout && strictness(after?.choice) > strictness(choice)) expect(after?.rule).toBeDefined()
      }),
      { numRuns: 60 },
    )
  })

  it('outlasts another posture and other rights where it limits, also where the same happened anyway', () => {
    fc.assert(
      fc.property(
        posture,
        posture,
        fc.constantFrom(...ids),
        fc.constantFrom('ask', 'off'),
        (first, then, id, choice) => {
          const { under, choose, standing, now } = scene(first)
          choose(choice, id)
          now.posture = then
          now.rights = {
            ...normalRights,
            role: 'super_admin',
            permissions: [{ permission: 'mcp.**', effect: 'allow' }],
          }
          expect(standing(id)?.choice).toBe(choice)
          expect(standing(id)?.others).toBeUndefined()
          expect(under.gateway.rules.list().rules).toMatchObject([{ effect: choice === 'off' ? 'deny' : 'ask' }])
        },
      ),
      { numRuns: 40 },
    )
  })

  it('is a rule where it limits, and allows by one only what would ask', () => {
    const { choose, rules, standing } = scene()
    choose('allow', 'world.time.get', 'player.teleport')
    expect(rules()).toEqual([])
    choose('allow', 'world.time.set')
    expect(rules()).toMatchObject([
      { effect: 'allow', client: everyAi, server: 'survival', capability: 'world.time.set', maxRisk: 'high' },
    ])
    expect(standing('world.time.set')).toMatchObject({ choice: 'allow', usual: 'ask', asksAfterText: true })
    choose('ask', 'world.time.set')
    expect(rules()).toMatchObject([{ effect: 'ask', server: 'survival', capability: 'world.time.set' }])
  })

  it('is nothing more after an order of the usual, and then posture and risk decide again', () => {
    const steps = fc.array(fc.constantFrom(...actionChoices), { maxLength: 4 })
    fc.assert(
      fc.property(posture, fc.constantFrom(...ids), steps, (asks, id, before) => {
        const { choose, rules, standing } = scene(asks)
        const { choice: usual, locked } = standing(id) ?? {}
        for (const choice of before) if (choice !== 'allow' || !locked) choose(choice, id)
        choose('usual', id)
        expect(rules()).toEqual([])
        expect(standing(id)).toMatchObject({ choice: usual, usual })
      }),
      { numRuns: 40 },
    )
  })

  it('never allows what is critical, nor any console command', () => {
    const { choose, standing, rules } = scene('balanced', command)
    expect(standing('player.ban')?.locked).toBe('critical')
    expect(standing(command.id)?.locked).toBe('command')
    for (const id of ['player.ban', command.id]) expect(() => choose('allow', 'world.time.set', id)).toThrow()
    expect(rules()).toEqual([])
  })

  it('decides calls: allowed runs, ask asks, off is refused', async () => {
    const { under, choose } = scene()
    const set = () => under.call('world.time.set', { worldName: 'world', time: 1 })
    choose('allow', 'world.time.set')
    expect(await set()).toMatchObject({ outcome: { kind: 'done' } })
    expect(under.questions).toEqual([])
    choose('off', 'world.time.set')
    expect(await set()).toMatchObject({ outcome: { kind: 'failed', error: { code: 'RISK.APPROVAL_REJECTED' } } })
    choose('ask', 'world.time.set')
    void set()
    await settled()
    expect(under.questions).toHaveLength(1)
  })

  it('accepts what is new exactly as it was seen, or keeps it off', () => {
    const { present, choose, standing, waiting } = scene()
    const shop = manifestOf()
    present(...ids.map(core), shop)
    const seen = waiting(shop.id)
    expect(standing(shop.id)?.choice).toBe('off')
    present(...ids.map(core), { ...shop, description: 'Something else.' })
    expect(() => choose('allow', seen)).toThrow()
    expect(() => choose('allow', shop.id)).toThrow()
    expect(standing(shop.id)?.choice).toBe('off')
    choose('off', waiting(shop.id))
    expect(standing(shop.id)?.choice).toBe('off')
    choose('ask', waiting(shop.id))
    expect(standing(shop.id)?.choice).toBe('ask')
  })

  it('is off for what changed until it is chosen again, and an earlier allow does not cover the change', () => {
    const shop = manifestOf({ type: 'action', risk: { level: 'high' } })
    const { present, choose, standing, waiting } = scene('balanced', shop)
    choose('allow', shop.id)
    expect(standing(shop.id)?.choice).toBe('allow')
    present(...ids.map(core), {
      ...shop,
      description: 'Sells everything.',
      parameters: { type: 'object', properties: { all: { type: 'boolean' } } },
    })
    expect(standing(shop.id)?.choice).toBe('off')
    choose('ask', waiting(shop.id))
    expect(standing(shop.id)?.choice).toBe('ask')
  })

  it('keeps off what changed, also when the server goes back to what was accepted before', () => {
    const shop = manifestOf({ type: 'action', risk: { level: 'high' } })
    const { present, choose, standing, waiting } = scene('balanced', shop)
    choose('allow', shop.id)
    present(...ids.map(core), { ...shop, description: 'Sells everything.' })
    choose('off', waiting(shop.id))
    present(...ids.map(core), shop)
    expect(standing(shop.id)).toMatchObject({ choice: 'off', usual: 'ask' })
  })

  it.each(['ask', 'off'] as const)('starts nothing new where the rule of %s cannot be stored', (choice) => {
    const shop = manifestOf({ type: 'action', risk: { level: 'medium' } })
    const { present, choose, standing, waiting, storage, rules } = scene()
    present(...ids.map(core), shop)
    const seen = waiting(shop.id)
    storage.isFull = true
    expect(() => choose(choice, seen)).toThrow('No space is left.')
    expect([standing(shop.id)?.choice, waiting(shop.id), rules()]).toEqual(['off', seen, []])
    storage.isFull = false
    choose(choice, seen)
    expect([standing(shop.id)?.choice, rules().length]).toEqual([choice, 1])
  })
})
