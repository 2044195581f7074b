import { describe, expect, it } from 'vitest'
import { matches } from '../../../scripts/dependencies.mjs'

const left = { version: '1.0.0', integrity: 'sha512-left' }
const right = { version: '2.0.0', integrity: 'sha512-right' }

describe('installed packages', () => {
  it('match when they are those of the lock file', () => {
    expect(matches({ '': {}, 'node_modules/left': left }, { 'node_modules/left': left })).toBe(true)
  })

  it('do not match when one is missing', () => {
    expect(matches({ 'node_modules/left': left, 'node_modules/right': right }, { 'node_modules/left': left })).toBe(
      false,
    )
  })

  it('match when only an optional one is missing', () => {
    const wanted = { 'node_modules/left': left, 'node_modules/right': { ...right, optional: true } }
    expect(matches(wanted, { 'node_modules/left': left })).toBe(true)
  })

  it('do not match when one has another version or content', () => {
    const wanted = { 'node_modules/left': left }
    expect(matches(wanted, { 'node_modules/left': { ...left, version: '1.0.1' } })).toBe(false)
    expect(matches(wanted, { 'node_modules/left': { ...left, integrity: 'sha512-other' } })).toBe(false)
  })

  it('do not match when there is an extra one', () => {
    expect(matches({ 'node_modules/left': left }, { 'node_modules/left': left, 'node_modules/right': right })).toBe(
      false,
    )
  })
})
