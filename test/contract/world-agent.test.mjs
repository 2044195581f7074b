import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { coreCatalogue } from '../../src-main/contract/core-catalogue.js'
import { createContractAjv } from '../../src-main/validation/ajv.js'
import { offered } from '../world/capabilities.mjs'
import { accept } from '../world/parameters.mjs'

const ajv = createContractAjv({ useDefaults: true })

const accepts = (check, parameters) => {
  try {
    accept(check, parameters)
    return true
  } catch {
    return false
  }
}

const odd = fc.oneof(
  fc.constantFrom(null, true, '', 'clear', 'world', 'a b', ' ', '1', [], ['1', '1'], [''], {}, { a: [] }, { a: 1 }),
  fc.constantFrom(0, -1, 1, 1.5, 20, 24_000, 24_001, 512, 513, 4_097, 5_256_001, 30_000_001, -2_049, 90.5),
  fc.integer({ min: 0, max: 300 }).map((length) => '𝒳'.repeat(length)),
  fc.integer({ min: 0, max: 300 }).map((length) => 'x'.repeat(length)),
)

/** Every path in a JSON value. */
const places = (value, way = []) => [
  way,
  ...(value !== null && typeof value === 'object'
    ? Object.entries(value).flatMap(([name, member]) => places(member, [...way, name]))
    : []),
]

/** A copy with another value, or none, at one path; or with an additional member. */
function spoiled(value, [name, ...rest], change) {
  if (name === undefined) return change(value)
  const copy = structuredClone(value)
  const changed = spoiled(copy[name], rest, change)
  if (changed === undefined) delete copy[name]
  else copy[name] = changed
  return copy
}

const spoiledExample = (example) =>
  fc
    .record({
      way: fc.constantFrom(...places(example)),
      kind: fc.constantFrom('replace', 'leave out', 'add'),
      name: fc.constantFrom('extra', 'reason', 'type', 'world', 'limit', 'radius', 'states', 'yaw', 'durationMinutes'),
      value: odd,
    })
    .map(({ way, kind, name, value }) => {
      const change = {
        replace: () => value,
        'leave out': () => (way.length ? undefined : {}),
        add: (was) =>
          was !== null && typeof was === 'object' && !Array.isArray(was) ? { ...was, [name]: value } : was,
      }[kind]
      return JSON.parse(JSON.stringify(spoiled(example, way, change)))
    })

// verifies: manifest-schemas
describe('the independent agent, which shares no code with the program', () => {
  it.each(Object.keys(offered))('%s: accepts exactly what the catalogue accepts', (id) => {
    const { parameters: schema, examples } = coreCatalogue.get(id)
    const isValid = ajv.compile(schema)
    for (const { parameters } of examples) {
      expect(accepts(offered[id].parameters, parameters)).toBe(true)
      fc.assert(
        fc.property(spoiledExample(parameters), (given) => {
          expect(accepts(offered[id].parameters, given)).toBe(isValid(structuredClone(given)))
        }),
        { numRuns: 300 },
      )
    }
  })
})
