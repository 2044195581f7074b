/** Pairing tokens: the token that is sent for a one-time code. */

import { pairingCodeIn } from '@contract/pairing-code.js'
import { describe, expect, it } from 'vitest'
import { createPairingTokens } from '../../../src-main/storage/pairing-tokens.js'
import { StateDatabase } from '../../../src-main/storage/state-database.js'

const code = 'pair-k7qm-3xwd'

describe('a pairing code', () => {
  it('is recognized in any case and with surrounding spaces, and nothing else is', () => {
    expect(pairingCodeIn(' PAIR-K7QM-3XWD ')).toBe(code)
    for (const other of ['pair-k7qm-3xw', 'pair-k7qm-3xwdd', 'pair-k7qm_3xwd', 'pair-0000-1111', 'a token', '']) {
      expect(pairingCodeIn(other)).toBeUndefined()
    }
  })

  it('becomes a token with a secret that is unique to the program', () => {
    const token = createPairingTokens()(code)
    expect(token).toMatch(/^pair-k7qm-3xwd\.[\w-]{43}$/u)
    expect(createPairingTokens()(code)).not.toBe(token)
  })

  it('becomes the same token each time, so that a trial does not use it up', () => {
    const tokenFor = createPairingTokens()
    const token = tokenFor(code)
    expect(tokenFor(code.toUpperCase())).toBe(token)
    for (let number = 0; number < 15; number += 1) tokenFor(`pair-aaaa-aa${number + 22}`)
    expect(tokenFor(code)).toBe(token)
  })

  it('becomes the same token after a restart of a program that keeps it in its profile', () => {
    const state = StateDatabase.inMemory()
    const token = createPairingTokens(state)(code)
    expect(createPairingTokens(state)(code)).toBe(token)
    expect(createPairingTokens(state)('pair-aaaa-aaaa')).not.toBe(token)
  })

  it('is kept until sixteen later ones were entered', () => {
    const tokenFor = createPairingTokens()
    const [first, second] = [tokenFor(code), tokenFor('pair-bbbb-bbbb')]
    for (const last of 'abcdefghjkmnpqr') tokenFor(`pair-aaaa-aaa${last}`)
    expect([tokenFor('pair-bbbb-bbbb') === second, tokenFor(code) === first]).toEqual([true, false])
  })

  it('leaves every other token as it was entered', () => {
    expect(createPairingTokens()('a token')).toBe('a token')
  })
})
