import { GatewayError } from '@contract/gateway-error.js'
import { serviceCodeOf, serviceError, serviceErrors } from '@contract/service-error.js'
import { describe, expect, it } from 'vitest'

describe('the error numbers of services', () => {
  it('are complete, under the names of the contract', () => {
    expect(
      Object.fromEntries(Object.entries(serviceErrors).map(([number, { name }]) => [name, Number(number)])),
    ).toEqual({
      CONFIG_LOAD_ERROR: 1001,
      CONFIG_VALIDATION_ERROR: 1002,
      CONFIG_ENV_VAR_MISSING: 1003,
      SERVICE_START_ERROR: 2001,
      SERVICE_STOP_ERROR: 2002,
      SERVICE_TIMEOUT_ERROR: 2003,
      SERVICE_NOT_FOUND: 2004,
      SERVICE_UNHEALTHY: 2005,
      TOOL_NOT_FOUND: 3001,
      TOOL_CALL_ERROR: 3002,
      TOOL_RESULT_TOO_LARGE: 3003,
      TOOL_LIST_TOO_LARGE: 3004,
      WEBSOCKET_CONNECTION_ERROR: 4001,
      WEBSOCKET_AUTH_ERROR: 4002,
      WEBSOCKET_TIMEOUT: 4003,
      UNKNOWN_ERROR: 5000,
    })
  })

  it.each([
    [1001, 'refuse', 'never'],
    [1002, 'refuse', 'never'],
    [1003, 'refuse', 'never'],
    [2001, 'mark', 'limited'],
    [3002, 'answer', 'never'],
    [3003, 'truncate', 'never'],
    [3004, 'truncate', 'never'],
    [4001, 'reconnect', 'forever'],
  ] as const)('are handled as the contract says: %s', (number, handling, retry) => {
    expect(serviceErrors[number]).toMatchObject({ handling, retry })
  })

  it('cross the wire beside a code of the catalogue', () => {
    const error = serviceError(1003, { message: 'No TOKEN.', details: { variable: 'TOKEN' } })
    expect(error.toContract()).toMatchObject({
      code: 'PROTOCOL.INVALID_REQUEST',
      message: 'No TOKEN.',
      details: { serviceCode: 1003, variable: 'TOKEN' },
    })
    expect(serviceCodeOf(error)).toBe(1003)
  })

  it('are unknown for a failure that has none, or an invented one', () => {
    expect(serviceCodeOf(new Error('x'))).toBe(5000)
    expect(serviceCodeOf(new GatewayError('SYSTEM.TIMEOUT', { details: { serviceCode: 7 } }))).toBe(5000)
  })
})
