import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { differencesOf } from '../../sandbox/trial.js'

const names = fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor')
const state = fc.dictionary(
  names,
  fc.oneof(fc.integer(), fc.dictionary(names, fc.oneof(fc.nat(2), fc.array(fc.nat(2))))),
)

/** The value at a path; undefined where there is none. */
const at = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (inside, name) =>
      typeof inside === 'object' && inside !== null && Object.hasOwn(inside, name)
        ? (inside as Record<string, unknown>)[name]
        : undefined,
    value,
  )

describe('the difference between two states', () => {
  it('is empty for equal states', () => {
    fc.assert(
      fc.property(state, (one) => {
        expect(differencesOf(one, structuredClone(one))).toEqual([])
      }),
    )
  })

  it('names the old and the new value', () => {
    fc.assert(
      fc.property(state, state, (before, after) => {
        for (const difference of differencesOf(before, after)) {
          expect(difference.before).toEqual(at(before, difference.path))
          expect(difference.after).toEqual(at(after, difference.path))
          expect(difference.before).not.toEqual(difference.after)
        }
      }),
    )
  })

  it('contains every change', () => {
    fc.assert(
      fc.property(state, state, names, (before, after, name) => {
        const isNamed = differencesOf(before, after).some(({ path }) => path[0] === name)
        if (isNamed) expect(at(before, [name])).not.toEqual(at(after, [name]))
        else expect(at(before, [name])).toEqual(at(after, [name]))
      }),
    )
  })
})
