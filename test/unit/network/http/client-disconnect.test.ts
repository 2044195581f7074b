import { describe, expect, it } from 'vitest'
import { isClientDisconnect } from '../../../../src-main/network/http/client-disconnect.js'

const aborted = Object.assign(new Error('aborted'), { code: 'ECONNRESET' })

describe('a client disconnect', () => {
  it('is the error that interrupted the request', () => {
    expect(isClientDisconnect({ errored: aborted }, aborted)).toBe(true)
  })

  it('is not another error, whatever its code, nor an error of a complete request', () => {
    expect(isClientDisconnect({ errored: aborted }, Object.assign(new Error('read'), { code: 'ECONNRESET' }))).toBe(
      false,
    )
    expect(isClientDisconnect({ errored: null }, aborted)).toBe(false)
    expect(isClientDisconnect({}, undefined)).toBe(false)
  })
})
