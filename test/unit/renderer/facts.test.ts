import type { JsonObject } from '@contract/call.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { catalogue } from '../../../src-renderer/i18n/catalogue.js'
import { factsOf } from '../../../src-renderer/sentences/facts.js'
import { knownActions } from '../../fakes/action-questions.js'
import { fillSpawn, giveKit } from '../../fakes/renderer/example-questions.js'

const kinds = (given: JsonObject) => Object.fromEntries(factsOf(given).map(({ name, value }) => [name, value.kind]))

describe('arguments for people', () => {
  it('shows two corners as a size, both corners included', () => {
    const [volume] = factsOf(fillSpawn.arguments ?? {})
    expect(volume).toMatchObject({ name: 'from … to', value: { kind: 'volume', size: [64, 9, 32] } })
    expect(factsOf({ x1: 0, y1: 0, z1: 0, x2: -1, y2: 0, z2: 0.5 })).toMatchObject([{ value: { size: [2, 1, 1] } }])
  })

  it('shows no size for corners in two worlds', () => {
    const corner = { x: 0, y: 0, z: 0 }
    expect(kinds({ from: { ...corner, world: 'a' }, to: { ...corner, world: 'b' } })).toEqual({
      from: 'place',
      to: 'place',
    })
  })

  it('lists items with their count, and marks those with more data', () => {
    const items = factsOf(giveKit.arguments ?? {}).find(({ name }) => name === 'items')
    expect(items?.value).toMatchObject({
      kind: 'items',
      items: [
        { id: 'minecraft:netherite_pickaxe', count: 1, more: true },
        { id: 'minecraft:torch', count: 64, more: false },
        {},
        {},
      ],
    })
  })

  it('shows a list as data when one entry is not a game item', () => {
    expect(kinds({ items: [{ id: 'minecraft:torch' }, { id: 'mod:bomb' }] })).toEqual({ items: 'data' })
  })

  it('treats a text as a block only by its namespace or its argument name', () => {
    expect(
      kinds({ message: 'stone', name: 'chest', block: 'stone', what: 'minecraft:stone', other: 'mod:stone' }),
    ).toEqual({
      message: 'text',
      name: 'text',
      block: 'game',
      what: 'game',
      other: 'text',
    })
  })

  it('does not repeat the reason that is quoted, and keeps one that is not', () => {
    expect(factsOf({ reason: 'why' }, 'why')).toEqual([])
    expect(factsOf({ reason: 'why' }, 'because')).toHaveLength(1)
  })

  it('shows every argument, whatever its value', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (given) => {
        const facts = factsOf(given as JsonObject)
        for (const key of Object.keys(given)) {
          expect(facts.some(({ name }) => name.split(' … ').some((part) => part === key || name.startsWith(key)))).toBe(
            true,
          )
        }
      }),
      { numRuns: 60 },
    )
  })
})

describe('paths and addresses in arguments', () => {
  const factOf = (given: JsonObject) => factsOf(given)[0]?.value

  it('shows where a path leads', () => {
    expect(factOf({ path: '/home/ada/../bob/x.txt' })).toMatchObject({
      kind: 'path',
      path: { resolved: '/home/bob/x.txt', warnings: ['climbs'] },
    })
    expect(factOf({ target: 'C:\\Users\\ada' })).toMatchObject({ kind: 'path' })
  })

  it('does not treat a game command as a path', () => {
    expect(kinds({ command: '/kill', run: '/give @p minecraft:tnt 64' })).toEqual({ command: 'text', run: 'text' })
  })

  it('shows the host that an address leads to', () => {
    expect(factOf({ url: 'https://bank.example@evil.example/' })).toMatchObject({
      kind: 'address',
      address: { host: 'evil.example', warnings: ['credentials'] },
    })
  })
})

describe('the arguments of our own actions', () => {
  it.each(['en', 'zh'] as const)('have words of owners for every name (%s)', (language) => {
    const words: Readonly<Record<string, string>> = catalogue[language].facts.names
    const names = knownActions.flatMap(({ parameters }) => Object.keys(parameters?.properties ?? {}))
    expect(names).toContain('durationMinutes')
    expect(names.filter((name) => !(words[name] ?? '').trim())).toEqual([])
  })

  it('name a place as one, beside the way to look there', () => {
    const facts = factsOf({ playerName: 'Steve', location: { world: 'world', x: 1, y: 2, z: 3, yaw: 90, pitch: 10 } })
    expect(facts.map(({ name, value }) => [name, value.kind])).toEqual([
      ['playerName', 'text'],
      ['location', 'place'],
      ['location.yaw', 'number'],
      ['location.pitch', 'number'],
    ])
  })
})
