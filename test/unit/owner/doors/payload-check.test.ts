import { describe, expect, it } from 'vitest'
import { createPayloadCheck } from '../../../../src-main/owner/doors/payload-check.js'
import { orderNames } from '../../../../src-main/owner/table/table.js'
import { createContractAjv } from '../../../../src-main/validation/ajv.js'

describe('the check of requests of a page', () => {
  it('has a valid schema for every channel', () => {
    const check = createPayloadCheck(createContractAjv({ validateSchema: true }))
    for (const channel of orderNames) expect(() => check(channel, { nobody: 'sends this' }), channel).not.toThrow()
  })

  it('refuses a channel that there is not', () => {
    expect(createPayloadCheck(createContractAjv())('no:channel' as never, undefined)).toBe(false)
  })
})
