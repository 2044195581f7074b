import { afterEach, describe, expect, it } from 'vitest'
import { singleKeyIn } from '../../../src-main/storage/single-key.js'
import { StateDatabase } from '../../../src-main/storage/state-database.js'

const state = StateDatabase.inMemory()
afterEach(() => state.prepare('DELETE FROM overlay_key').run())

describe('the key of the overlay', () => {
  it('is known again after a restart, though only its hash is kept', () => {
    const keys = singleKeyIn(state, 'overlay_key')
    expect(keys.exists()).toBe(false)
    expect(keys.isKey('')).toBe(false)
    keys.store('one')
    keys.store('two')
    const again = singleKeyIn(state, 'overlay_key')
    expect([again.exists(), again.isKey('two'), again.isKey('one'), again.isKey('')]).toEqual([
      true,
      true,
      false,
      false,
    ])
    expect(JSON.stringify(state.prepare('SELECT * FROM overlay_key').all())).not.toContain('two')
  })

  it('opens nothing when its row cannot be read', () => {
    state.prepare('INSERT INTO overlay_key VALUES (1, ?)').run('short')
    expect(singleKeyIn(state, 'overlay_key').exists()).toBe(false)
  })
})
