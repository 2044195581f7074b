import type { ServerResponse } from 'node:http'
import { GatewayError } from '@contract/gateway-error.js'
import { describe, expect, it } from 'vitest'
import { refuseInEnvelope, refuseInJsonRpc } from '../../../../src-main/network/http/refusal.js'

/** The response as a client reads it. @param port of the listener; undefined when the client has disconnected */
function written(write: (response: ServerResponse) => void, port?: number) {
  const seen = { status: 0, headers: {} as Record<string, unknown>, body: {} as Record<string, unknown> }
  write({
    req: { socket: port ? { localPort: port } : null },
    writeHead: (status: number, headers: Record<string, unknown>) => Object.assign(seen, { status, headers }),
    end: (text: string) => Object.assign(seen, { body: JSON.parse(text) }),
  } as unknown as ServerResponse)
  return seen
}

const error = new GatewayError('AUTH.UNAUTHORIZED')

describe('a refusal', () => {
  it('in the envelope carries the error of the catalogue, an id and a time', () => {
    const { status, body } = written((response) => refuseInEnvelope(response, { status: 404, error }))
    expect(status).toBe(404)
    expect(body).toEqual({
      success: false,
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      error: error.toContract(),
    })
  })

  it('in JSON-RPC carries it as data, and the id of the request where it is known', () => {
    const { body } = written((response) => refuseInJsonRpc(response, { status: 200, error }, -32_600, 7))
    expect(body).toMatchObject({ jsonrpc: '2.0', id: 7, error: { code: -32_600, data: error.toContract() } })
  })

  it('links to the meaning of its code, while the client is connected', () => {
    const refuse = (response: ServerResponse) => refuseInEnvelope(response, { status: 404, error })
    const documentation = 'http://127.0.0.1:1234/errors#AUTH.UNAUTHORIZED'
    expect(written(refuse, 1234).body).toMatchObject({ error: { documentation } })
    expect(written(refuse).body.error).not.toHaveProperty('documentation')
  })

  it.each([refuseInEnvelope, refuseInJsonRpc])('asks for a token with 401, and only then (%#)', (refuse) => {
    expect(written((response) => refuse(response, { status: 401, error })).headers).toMatchObject({
      'WWW-Authenticate': 'Bearer',
    })
    expect(written((response) => refuse(response, { status: 403, error })).headers).not.toHaveProperty(
      'WWW-Authenticate',
    )
  })
})
