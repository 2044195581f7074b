import { bodyBounds, frameBounds, jsonExcess } from '@contract/json/json-bounds.js'
import { hasTooManyShapes } from '@contract/json/json-shapes.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { forAll } from '../../../fixtures/properties.js'

/** Every sequence of names that an object of the value begins with. */
function shapesOf(value: unknown, into = new Set<string>()): Set<string> {
  if (typeof value !== 'object' || value === null) return into
  if (!Array.isArray(value)) {
    const names = Object.keys(value)
    for (const at of names.keys()) into.add(JSON.stringify(names.slice(0, at + 1)))
  }
  for (const member of Object.values(value)) shapesOf(member, into)
  return into
}

const objects = (count: number, members: (at: number) => string[]): string =>
  JSON.stringify(
    Array.from({ length: count }, (_, at) => Object.fromEntries(members(at).map((name) => [name, 0] as const))),
  )

describe('the shapes of the objects of a JSON text', () => {
  it('are counted as parsing would find them, whatever names and texts hold', () =>
    forAll(fc.jsonValue(), fc.constantFrom(undefined, 2), (value, indent) => {
      const text = JSON.stringify(value, undefined, indent)
      const shapes = shapesOf(JSON.parse(text)).size
      expect(hasTooManyShapes(text, shapes)).toBe(false)
      if (shapes > 0) expect(hasTooManyShapes(text, shapes - 1)).toBe(true)
    }))

  it('are the same for a long list of objects that have the same members', () => {
    const blocks = Array.from({ length: 15_000 }, (_, x) => ({ x, y: 64, z: -x, type: 'minecraft:stone' }))
    expect(hasTooManyShapes(JSON.stringify(blocks), 4)).toBe(false)
    expect(jsonExcess(JSON.stringify(blocks), frameBounds)).toBeUndefined()
  })

  it('are too many where every name or every order of names differs', () => {
    const names = Array.from({ length: 12 }, (_, at) => `n${at}`)
    const rotated = (at: number) => [...names.slice(at % 12), ...names.slice(0, at % 12)]
    expect(hasTooManyShapes(objects(12, rotated), 12 * 12 - 1)).toBe(true)
    expect(hasTooManyShapes(objects(12, rotated), 12 * 12)).toBe(false)
    expect(
      hasTooManyShapes(
        objects(100, (at) => [`a${at}`, `b${at}`]),
        199,
      ),
    ).toBe(true)
  })

  it.each(['', '"', '"\\', ']]]]', '}{', '{"a', '{"a\\', '{{{{', '\u0000'])('stop at invalid JSON: %j', (text) => {
    expect(hasTooManyShapes(text, 0)).toBeTypeOf('boolean')
  })

  it('are bounded for bodies and frames', () => {
    const text = objects(160, (at) => Array.from({ length: 64 }, (_, name) => `n${at}_${name}`))
    expect(jsonExcess(text, frameBounds)).toBe('too-many-shapes')
    expect(jsonExcess(text, bodyBounds)).toBe('too-many-shapes')
  })
})
