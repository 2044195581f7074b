import type { JsonObject } from '@contract/call.js'
import { coreCatalogue } from '@contract/core-catalogue.js'
import type { ArgumentFact } from '@shared/approvals/coverage.js'
import { coverageTable } from '@shared/approvals/coverage-table.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shownBySchema } from '../../../../src-main/policy/redaction/schema-redaction.js'
import { coveredFactsOf } from '../../../../src-main/policy/rules/coverage.js'
import { isSchemaOf, schemaOf } from '../../../../src-main/policy/rules/coverage-schema.js'
import { CapabilityValidator } from '../../../../src-main/validation/capability-validator.js'
import { isWithin } from '../../../fakes/covered-by-words.js'
import { core } from '../../../fakes/fake-provider.js'
import { forAll, times } from '../../../fixtures/properties.js'

const validator = new CapabilityValidator()
const factsOf = (id: string, given: JsonObject, parameters?: object) => {
  const manifest = parameters ? { id, parameters: { type: 'object' as const, ...parameters } } : core(id)
  return coveredFactsOf(manifest, given, shownBySchema(manifest.parameters, given))
}
const covers = (facts: readonly ArgumentFact[] | undefined, given: JsonObject): boolean =>
  facts !== undefined && validator.isValidFor(schemaOf(facts), given)

const planks = { location: { world: 'world', x: 12, y: 64, z: -8 }, type: 'minecraft:oak_planks' }
const at = (x: number, y = 64, z = -8, world = 'world') => ({ ...planks, location: { world, x, y, z } })

describe('exactly this', () => {
  it('covers the same arguments with another reason, and nothing else', () => {
    const { exactly } = factsOf('world.block.set', { ...planks, reason: 'A bridge.' })
    expect(covers(exactly, planks)).toBe(true)
    expect(covers(exactly, { ...planks, reason: 'A house.' })).toBe(true)
    expect(covers(exactly, { ...planks, type: 'minecraft:lava' })).toBe(false)
    expect(covers(exactly, at(13))).toBe(false)
    expect(covers(exactly, { ...planks, states: {} })).toBe(false)
    expect(covers(exactly, { type: planks.type })).toBe(false)
  })

  it('counts the reason where the player reads it, or where nobody knows what it does', () => {
    const kick = factsOf('player.kick', { playerName: 'Steve', reason: 'Spam' }).exactly
    expect(covers(kick, { playerName: 'Steve', reason: 'Bye' })).toBe(false)
    const sell = factsOf('ext.shop.sell', { item: 'dirt', reason: 'a' }, {}).exactly
    expect(covers(sell, { item: 'dirt', reason: 'b' })).toBe(false)
  })

  it('is not written as facts where the arguments hold a secret, are too large, or name what Ajv skips', () => {
    const pin = { properties: { pin: { type: 'string', writeOnly: true }, count: { type: 'integer' } } }
    expect(factsOf('ext.bank.pay', { pin: '1234', count: 2 }, pin)).toEqual({})
    expect(factsOf('ext.shop.sell', { token: 'abc', count: 2 }, {})).toEqual({})
    expect(factsOf('ext.shop.sell', { text: 'x'.repeat(20_000) }, {})).toEqual({})
    expect(factsOf('ext.shop.sell', JSON.parse('{"__proto__": 1}'), {})).toEqual({})
  })
})

describe('a narrow answer', () => {
  it('about a block covers the same block in the same world, up to 16 blocks away along each axis', () => {
    const { narrow } = factsOf('world.block.set', planks)
    for (const near of [at(12), at(28), at(-4, 80, 8)]) expect(covers(narrow, near)).toBe(true)
    for (const far of [at(29), at(12, 81), at(12, 64, -25), at(12, 64, -8, 'world_nether')]) {
      expect(covers(narrow, far)).toBe(false)
    }
    expect(covers(narrow, { ...planks, type: 'minecraft:lava' })).toBe(false)
    expect(covers(narrow, { ...planks, states: { waterlogged: true } })).toBe(false)
    expect(covers(narrow, { ...planks, location: { ...planks.location, extra: 1 } })).toBe(false)
  })

  it('about a player covers the same player', () => {
    const to = (playerName: string, x: number, more = {}) => ({
      playerName,
      location: { world: 'w', x, y: 64.5, z: 0.5, ...more },
    })
    const { narrow } = factsOf('player.teleport', to('Steve', 0.5))
    expect(covers(narrow, to('Steve', 10, { yaw: 90 }))).toBe(true)
    expect(covers(narrow, to('Alex', 0.5))).toBe(false)
    expect(covers(narrow, to('Steve', 20))).toBe(false)
    const kick = factsOf('player.kick', { playerName: 'Steve', reason: 'Spam' }).narrow
    expect(covers(kick, { playerName: 'Steve' })).toBe(true)
    expect(covers(kick, { playerName: 'Alex', reason: 'Spam' })).toBe(false)
  })

  it('about an amount covers no more, never the other sign, and not one that was left out', () => {
    const pay = (amount: number) => ({ playerName: 'Steve', amount })
    const give = factsOf('player.economy.balance.adjust', pay(100)).narrow
    for (const [amount, isCovered] of [
      [100, true],
      [0.5, true],
      [101, false],
      [0, false],
      [-1, false],
    ] as const) {
      expect([amount, covers(give, pay(amount))]).toEqual([amount, isCovered])
    }
    const take = factsOf('player.economy.balance.adjust', pay(-100)).narrow
    expect([covers(take, pay(-50)), covers(take, pay(-101)), covers(take, pay(1))]).toEqual([true, false, false])
    const mute = factsOf('player.mute', { playerName: 'Steve', durationMinutes: 10 }).narrow
    expect([covers(mute, { playerName: 'Steve', durationMinutes: 5 }), covers(mute, { playerName: 'Steve' })]).toEqual([
      true,
      false,
    ])
  })

  it('about a list covers no more items', () => {
    const remove = (...entityIds: string[]) => ({ worldName: 'world', entityIds })
    const { narrow } = factsOf('entity.remove', remove('a', 'b'))
    expect([covers(narrow, remove('c')), covers(narrow, remove('c', 'd', 'e')), covers(narrow, remove())]).toEqual([
      true,
      false,
      false,
    ])
  })

  it('is not offered when it would equal "exactly this" or "any use"', () => {
    expect(factsOf('chat.broadcast', { message: 'Hi' }).narrow).toBeUndefined()
    expect(factsOf('system.reload', { pluginName: 'Essentials' }).narrow).toBeUndefined()
    expect(factsOf('system.backup', { name: 'monday' }).narrow).toBeUndefined()
  })

  it('about a third party keeps everything but positions, counts and the reason', () => {
    const parameters = {
      properties: { reason: { type: 'string' }, count: { type: 'integer' }, speed: { type: 'number' } },
    }
    const given = { item: 'diamond', count: 4, speed: 2, spot: { x: 1 }, position: { x: 0, y: 64, z: 0 }, flag: true }
    const { narrow } = factsOf('ext.shop.give', given, parameters)
    expect(covers(narrow, { ...given, count: 1, position: { x: 9, y: 60, z: -9 }, reason: 'x' })).toBe(true)
    for (const changed of [
      { item: 'dirt' },
      { count: 5 },
      { speed: 1 },
      { spot: { x: 2 } },
      { flag: false },
      { more: 1 },
    ]) {
      expect([changed, covers(narrow, { ...given, ...changed })]).toEqual([changed, false])
    }
  })

  it('about a box keeps both corners within one distance of its middle', () => {
    const fill = (x: number, size: number) => ({
      block: 'dirt',
      from: { x, y: 60, z: 0 },
      to: { x: x + size, y: 64, z: 9 },
    })
    const { narrow } = factsOf('ext.build.fill', fill(0, 30), {})
    expect([covers(narrow, fill(0, 30)), covers(narrow, fill(4, 4)), covers(narrow, fill(0, 40))]).toEqual([
      true,
      true,
      false,
    ])
    expect(factsOf('ext.build.fill', fill(0, 500), {}).narrow).toBeUndefined()
    const flat = { world: 'world', x1: 0, y1: 0, z1: 0, x2: 4, y2: 4, z2: 4, block: 'dirt' }
    const box = factsOf('ext.build.fill', flat, {}).narrow
    expect([covers(box, flat), covers(box, { ...flat, x2: 40 }), covers(box, { ...flat, block: 'tnt' })]).toEqual([
      true,
      false,
      false,
    ])
    // Without a world, three numbers are not recognized as a place.
    expect(factsOf('ext.player.push', { x: 0, y: 1, z: 0 }, {}).narrow).toBeUndefined()
  })
})

it('the coverage table lists every action of the catalogue, and only parameters that it has', () => {
  const actions = [...coreCatalogue.values()].filter(({ type }) => type === 'action')
  expect(Object.keys(coverageTable).sort()).toEqual(actions.map(({ id }) => id).sort())
  for (const { id, parameters } of actions) {
    const names = Object.values(coverageTable[id] ?? {}).flat()
    const known = JSON.stringify(parameters)
    for (const name of names) expect([id, known.includes(`"${name.split('.').at(-1)}":`)]).toEqual([id, true])
  }
})

const name = fc.constantFrom(
  'constructor',
  'valueOf',
  'toString',
  'world',
  'x',
  'y',
  'z',
  'item',
  'count',
  'reason',
  'position',
  'a.b',
  'type',
)
const leaf = fc.oneof(fc.integer({ min: -40, max: 40 }), fc.constantFrom('dirt', 'tnt', true, null, 0.5))
const asJson = <T>(value: T): T => JSON.parse(JSON.stringify(value))
const flat = fc.dictionary(name, leaf, { maxKeys: 6 })
const anyArguments: fc.Arbitrary<JsonObject> = fc
  .dictionary(name, fc.oneof({ weight: 4, arbitrary: leaf }, flat, fc.array(fc.oneof(leaf, flat), { maxLength: 3 })), {
    maxKeys: 7,
  })
  .map(asJson)
const parameters = { properties: { count: { type: 'integer' }, reason: { type: 'string' } } }

describe('facts and their schema', () => {
  it('agree about any arguments, and cover the request that they were made of', () => {
    let covered = 0
    times(800).forAll(
      fc.constantFrom('ext.shop.give', 'world.block.set', 'player.teleport', 'player.economy.balance.adjust'),
      anyArguments,
      fc.array(fc.tuple(anyArguments, fc.boolean()), { maxLength: 4 }),
      (id, given, others) => {
        const facts = factsOf(id, given, parameters)
        for (const one of [facts.exactly, facts.narrow]) {
          if (!one) continue
          const schema = schemaOf(one)
          expect(validator.isValidFor(schema, given)).toBe(true)
          expect(isWithin(one, given)).toBe(true)
          const written = asJson({ facts: one, schema })
          expect(isSchemaOf(written.schema, written.facts)).toBe(true)
          // Half of the others differ in a few parameters only.
          for (const [other, isClose] of others) {
            const call = isClose ? { ...given, ...Object.fromEntries(Object.entries(other).slice(0, 1)) } : other
            const said = isWithin(one, call)
            if (said) covered += 1
            expect([one, call, validator.isValidFor(schema, call)]).toEqual([one, call, said])
          }
        }
      },
    )
    expect(covered).toBeGreaterThan(20)
  })

  it('do not agree when either was changed', () => {
    const { narrow = [] } = factsOf('world.block.set', planks)
    const schema = schemaOf(narrow)
    expect(isSchemaOf(schema, narrow)).toBe(true)
    expect(isSchemaOf({ ...schema, additionalProperties: true }, narrow)).toBe(false)
    expect(isSchemaOf({ ...schema, required: [] }, narrow)).toBe(false)
    expect(isSchemaOf(schema, narrow.slice(1))).toBe(false)
    expect(isSchemaOf(schema, [...narrow, ...narrow])).toBe(false)
  })
})

describe('a narrow answer about a file or a page', () => {
  const write = { path: '/home/ada/notes/plan.txt', content: 'Build a tower.' }

  it('covers other files of the folder with any content, and nothing outside it', () => {
    const { narrow } = factsOf('ext.files.write.file', write, {})
    expect(narrow).toEqual([
      { kind: 'under', at: [], parameter: 'path', folder: '/home/ada/notes' },
      { kind: 'free', at: [], parameter: 'content' },
    ])
    for (const file of ['/home/ada/notes/a.txt', '/home/ada/notes/deep/er/b', '/home/ada/notes']) {
      expect(covers(narrow, { path: file, content: 'x' })).toBe(true)
    }
    const outside = ['/home/ada/notes/../.ssh/id', '/home/ada/notesx', '/home/ada', 'notes/a', '/home/ada/notes/~', 7]
    for (const file of outside) expect(covers(narrow, { path: file, content: 'x' })).toBe(false)
    expect(covers(narrow, { ...write, mode: 'append' })).toBe(false)
  })

  it('keeps everything else as it was shown', () => {
    const { narrow } = factsOf('ext.files.write.file', { ...write, mode: 'append' }, {})
    expect(covers(narrow, { ...write, mode: 'append' })).toBe(true)
    expect(covers(narrow, { ...write, mode: 'replace' })).toBe(false)
  })

  it('covers other pages of the host, and no other host', () => {
    const { narrow } = factsOf('ext.web.fetch', { url: 'https://example.org/a?b=1', raw: true }, {})
    expect(narrow).toContainEqual({
      ...{ kind: 'host', at: [], parameter: 'url' },
      ...{ origin: 'https://example.org', subdomains: false },
    })
    const at = (url: string) => covers(narrow, { url, raw: true })
    for (const url of ['https://example.org', 'https://example.org/', 'https://example.org/c/../d#e']) {
      expect(at(url)).toBe(true)
    }
    const others = ['http://example.org/', 'https://example.org.evil.example/', 'https://a.example.org/']
    const odd = ['https://example.org@evil.example/', 'https://example.org:444/', 'https://example.org\\@evil.example/']
    for (const url of [...others, ...odd, 'https://exampleXorg/', ' https://example.org/', 'https://example.org/\n']) {
      expect(at(url)).toBe(false)
    }
  })

  it('covers names below the host only where the fact says so', () => {
    const fact = { kind: 'host', at: [], parameter: 'url', origin: 'https://example.org', subdomains: true } as const
    expect(covers([fact], { url: 'https://a.b.example.org/x' })).toBe(true)
    expect(covers([fact], { url: 'https://aexample.org/x' })).toBe(false)
    expect(covers([fact], { url: 'https://evil.example/.example.org/' })).toBe(false)
  })

  it.each([
    ['/etc/passwd.txt'],
    ['/home/ada/../bob/x.txt'],
    ['notes/plan.txt'],
    ['https://ada:x@example.org/'],
    ['https://xn--pple-43d.com/'],
    ['http://127.0.0.1/'],
  ])('is not offered for %s', (place) => {
    expect(factsOf('ext.files.read', { place }, {}).narrow).toBeUndefined()
  })

  it('is never wider than the system reads it, for any input', () => {
    const part = fc.constantFrom(
      '..',
      '.',
      'a',
      'b.txt',
      '',
      '%2e%2e',
      '\\',
      '@',
      ':',
      '#',
      '?',
      ' ',
      '\u3002',
      'example.org',
    )
    const rest = fc.array(fc.oneof(part, fc.string({ maxLength: 3 })), { maxLength: 8 }).map((parts) => parts.join('/'))
    const under: ArgumentFact = { kind: 'under', at: [], parameter: 'path', folder: '/home/ada/notes' }
    const below = fc.boolean().map((subdomains): ArgumentFact => {
      return { kind: 'host', at: [], parameter: 'path', origin: 'https://example.org', subdomains }
    })
    const start = fc.constantFrom(
      '/home/ada/notes',
      '/home/ada',
      'https://example.org',
      'https://',
      'https://a.example.org',
    )
    forAll(fc.oneof(fc.constant(under), below), start, rest, (fact, from, to) => {
      for (const place of [from + to, `${from}/${to}`]) {
        if (covers([fact], { path: place })) expect(isWithin([fact], { path: place })).toBe(true)
      }
    })
  })
})
