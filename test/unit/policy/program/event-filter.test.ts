import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchesFilter } from '../../../../src-main/policy/program/event-filter.js'
import { forAll } from '../../../fixtures/properties.js'

const placed = {
  playerName: 'Alex',
  type: 'minecraft:tnt',
  healthy: false,
  tags: ['danger', 'red'],
  location: { world: 'world', x: 1 },
}

// verifies: events-filter, capability-kinds event 4
describe('a filter', () => {
  it.each<[object, boolean]>([
    [{}, true],
    [{ playerNames: ['Alex', 'Mia'] }, true],
    [{ playerNames: ['alex'] }, false],
    [{ playerNames: [] }, true],
    [{ playerName: 'Alex' }, true],
    [{ playerName: ['Alex'] }, true],
    [{ playerName: 'Mia' }, false],
    [{ types: ['minecraft:tnt'], playerNames: ['Mia'] }, false],
    [{ healthy: false }, true],
    [{ healthy: true }, false],
    [{ tags: 'red' }, true],
    [{ tags: ['blue', 'red'] }, true],
    [{ tags: ['blue'] }, false],
    [{ location: { world: 'world' } }, true],
    [{ location: { worlds: ['world_nether'] } }, false],
    [{ location: 'world' }, false],
    [{ colour: 'red' }, false],
    [{ playerNames: 'Alex' }, false],
    [{ constructor: {} }, false],
    [{ toString: [] }, true],
  ])('%j matches: %s', (filter, expected) => expect(matchesFilter({ ...filter }, placed)).toBe(expected))

  it('that equals the event matches it, and never throws for another event', () => {
    const data = fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.boolean(), fc.integer(), fc.constant(null)))
    const any = fc.dictionary(fc.string(), fc.jsonValue())
    forAll(data, (event) => matchesFilter(event, event))
    forAll(any, any, (filter, event) => typeof matchesFilter(filter, event) === 'boolean')
  })

  it('with one more member never matches more events', () => {
    const any = fc.dictionary(fc.constantFrom('playerName', 'type', 'playerNames', 'types'), fc.jsonValue())
    forAll(any, any, any, (one, more, event) => !matchesFilter({ ...more, ...one }, event) || matchesFilter(one, event))
  })
})
