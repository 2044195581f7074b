import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPushChannel, isRequestChannel } from '../../../src-main/ipc/channels.js'

describe('a channel', () => {
  it('of a request is one that is named so, and never an inherited name', () => {
    expect(isRequestChannel('approvals:decide')).toBe(true)
    for (const name of ['approvals:changed', 'approvals', 'constructor', '__proto__', 'toString', '']) {
      expect(isRequestChannel(name)).toBe(false)
    }
  })

  it('of a push is one that is named so, and never an inherited name', () => {
    expect(isPushChannel('approvals:changed')).toBe(true)
    for (const name of ['approvals:decide', 'constructor', '__proto__', '']) expect(isPushChannel(name)).toBe(false)
  })

  it('is either a request or a push or nothing', () => {
    fc.assert(fc.property(fc.string(), (name) => !(isRequestChannel(name) && isPushChannel(name))))
  })
})
