import { type ErrorCode, errorCatalogue, isErrorCode } from '@contract/error-catalogue.js'
import { asGatewayError, fromProviderError, GatewayError } from '@contract/gateway-error.js'
import type { ContractError } from '@contract/generated/error.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compiled, createContractAjv } from '../../../src-main/validation/ajv.js'
import { forAll } from '../../fixtures/properties.js'

const isError = compiled(createContractAjv(), 'error-v1.json')
const code = fc.constantFrom(...(Object.keys(errorCatalogue) as ErrorCode[]))

describe('a gateway error', () => {
  it('has the message and the status of the catalogue', () =>
    forAll(code, (one) => {
      const error = new GatewayError(one)
      expect(error.toContract()).toEqual({
        code: one,
        message: errorCatalogue[one].message,
        suggestion: errorCatalogue[one].suggestion,
      })
      expect(error.httpStatus).toBe(errorCatalogue[one].httpStatus)
    }))

  it('is an error of the contract, also with causes and details', () =>
    forAll(code, code, (one, other) => {
      const cause = new GatewayError(other, { details: { a: 1 } })
      expect(isError(new GatewayError(one, { cause, message: 'No.', suggestion: 'Wait.' }).toContract())).toBe(true)
    }))

  it('does not disclose an external cause', () => {
    expect(
      JSON.stringify(new GatewayError('SYSTEM.INTERNAL_ERROR', { cause: new Error('hush') }).toContract()),
    ).not.toContain('hush')
  })

  it('replaces any other thrown value', () => {
    for (const thrown of [new Error('x'), 'x', undefined, null, 5])
      expect(asGatewayError(thrown).code).toBe('SYSTEM.INTERNAL_ERROR')
    const error = new GatewayError('SYSTEM.TIMEOUT')
    expect(asGatewayError(error)).toBe(error)
  })
})

describe("a provider's error", () => {
  it('keeps a code of the catalogue, and its own words', () => {
    const words = { code: 'BUSINESS.PLAYER_OFFLINE', message: 'Away.', suggestion: 'Wait.', details: { a: 1 } }
    expect(fromProviderError(words).toContract()).toEqual(words)
  })

  it('with an unknown code becomes a failed operation that names the code', () => {
    expect(
      fromProviderError({ code: 'SHOP.CLOSED', message: 'Closed.', details: { until: 8 } }).toContract(),
    ).toMatchObject({
      code: 'BUSINESS.OPERATION_FAILED',
      message: 'Closed.',
      details: { until: 8, providerCode: 'SHOP.CLOSED' },
    })
  })

  // verifies: errors
  it('includes its causes with codes of the catalogue, and truncates an endless chain', () => {
    const disk = { code: 'DISK.FULL', message: 'No room.', suggestion: 'Make room.' }
    const error = fromProviderError({ code: 'BUSINESS.OPERATION_FAILED', message: 'No backup.', cause: disk })
    expect(error.toContract()).toMatchObject({
      cause: { code: 'BUSINESS.OPERATION_FAILED', suggestion: 'Make room.', details: { providerCode: 'DISK.FULL' } },
    })
    const chain = Array.from({ length: 40 }).reduce<ContractError>((cause) => ({ ...disk, cause }), disk)
    const depth = (reported: ContractError): number => (reported.cause ? 1 + depth(reported.cause) : 0)
    expect(depth(fromProviderError(chain).toContract())).toBe(5)
  })

  it('may link to its own page, and only to a web page', () => {
    const reported = (documentation: string) =>
      fromProviderError({ code: 'SHOP.CLOSED', message: 'Closed.', documentation }).toContract().documentation
    expect(reported('https://shop.example/closed')).toBe('https://shop.example/closed')
    for (const trap of ['javascript:alert(1)', 'file:///etc/passwd', 'data:text/html,x', 'no link']) {
      expect(reported(trap), trap).toBeUndefined()
    }
  })

  it('cannot pass off an inherited name as a code', () => {
    for (const name of ['constructor', '__proto__', 'toString']) expect(isErrorCode(name)).toBe(false)
  })
})
