import { describe, expect, it } from 'vitest'
import { isClientDisconnect } from '../../../src-main/http/client-disconnect.js'

const aborted = Object.assign(new Error('aborted'), { code: 'ECONNRESET' })

describe('a client disconnect', () => {
  it('is the error that cut the request off', () => {
    expect(isClientDisconnect({ errored: aborted }, aborted)).toBe(true)
  })

  it('is no other error, whatever its code, and none of a request that arrived', () => {
    expect(isClientDisconnect({ errored: aborted }, Object.assign(new Error('read'), { code: 'ECONNRESET' }))).toBe(
      false,
    )
    expect(isClientDisconnect({ errored: null }, aborted)).toBe(false)
    expect(isClientDisconnect({}, undefined)).toBe(false)
  })
})
