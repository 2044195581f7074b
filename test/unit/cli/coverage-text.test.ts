import type { JsonObject } from '@contract/call.js'
import { describe, expect, it } from 'vitest'
import { ruleCoverageText, scopeText } from '../../../src-main/cli/coverage-text.js'
import { coveredFactsOf } from '../../../src-main/policy/rules/coverage.js'
import { core } from '../../fakes/fake-provider.js'

const narrow = (id: string, given: JsonObject) => {
  const { narrow: facts = [] } = coveredFactsOf(core(id), given, given)
  return { what: 'narrow' as const, facts }
}
const planks = { location: { world: 'world', x: 12, y: 64, z: -8 }, type: 'minecraft:oak_planks' }

describe('what an answer covers, in a line of text', () => {
  it('names the subject, its limits and how long', () => {
    expect(scopeText('world.block.set', { ...narrow('world.block.set', planks), duration: '15-minutes' })).toBe(
      'minecraft:oak_planks, up to 16 blocks each way from 12 64 -8 in world; for 15 minutes',
    )
    const mute = narrow('player.mute', { playerName: 'Steve', durationMinutes: 10 })
    expect(scopeText('player.mute', { ...mute, duration: 'session' })).toBe(
      'Steve, for at most 10 min each time; until it disconnects',
    )
  })

  it('says "any" only of what covers any arguments', () => {
    expect(scopeText('player.kick', { what: 'any', duration: 'always' })).toBe('any arguments; always')
    expect(scopeText('player.kick', { what: 'exactly', until: '2026-01-19T10:45:00.000Z' })).toBe(
      'exactly this; until 2026-01-19T10:45:00.000Z',
    )
    expect(scopeText('player.kick', { what: 'exactly', duration: 'once' })).toBe('this once')
  })

  it('names the arguments of a rule that covers exactly these, however it is stored', () => {
    const capability = 'world.block.set'
    const { exactly: facts = [] } = coveredFactsOf(core(capability), planks, planks)
    expect(ruleCoverageText({ capability, what: { id: 'exactly', facts } })).toBe(`exactly ${JSON.stringify(planks)}`)
    const stored = { capability, arguments: { hash: 'a'.repeat(64), shown: { pin: '[redacted]' } } }
    expect(ruleCoverageText(stored)).toBe('exactly {"pin":"[redacted]"}')
    expect(ruleCoverageText({ capability })).toBe('any arguments')
  })
})
