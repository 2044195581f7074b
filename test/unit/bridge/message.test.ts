import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BridgeError } from '../../../src-main/bridge/failure.js'
import { errorResponse, parseBytes, parseMessage } from '../../../src-main/bridge/message.js'

const codeOf = (text: string | Buffer) => {
  try {
    parseBytes(Buffer.from(text))
    return undefined
  } catch (error) {
    return error instanceof BridgeError ? error.failure.code : error
  }
}

describe('a line of the client', () => {
  it('is a request, a notification or a response', () => {
    expect(parseBytes(Buffer.from('{"jsonrpc":"2.0","id":"a","method":"ping"}'))).toMatchObject({
      kind: 'request',
      id: 'a',
    })
    expect(parseBytes(Buffer.from('{"jsonrpc":"2.0","method":"x"}'))).toMatchObject({ kind: 'notification' })
    expect(parseBytes(Buffer.from('{"jsonrpc":"2.0","id":1,"result":{}}'))).toMatchObject({ kind: 'response', id: 1 })
  })

  it.each(['{', 'hello', '', '\u0000'])('that is not JSON is a parse error: %j', (text) =>
    expect(codeOf(text)).toBe(-32700),
  )

  it('that is not UTF-8 is a parse error', () => expect(codeOf(Buffer.from([0x22, 0xff, 0x22]))).toBe(-32700))

  it.each([
    '[]',
    'null',
    '7',
    '{}',
    '{"jsonrpc":"1.0","id":1,"method":"x"}',
    '{"jsonrpc":"2.0","id":null,"method":"x"}',
    '{"jsonrpc":"2.0","id":{},"method":"x"}',
    '{"jsonrpc":"2.0","id":1,"method":7}',
    '{"jsonrpc":"2.0","id":1}',
    '[{"jsonrpc":"2.0","id":1,"method":"x"}]',
  ])('that is not one message is an invalid request: %s', (text) => expect(codeOf(text)).toBe(-32600))

  it('never throws anything but a failure', () => {
    fc.assert(fc.property(fc.json(), (text) => [undefined, -32600].includes(codeOf(text) as number)))
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) =>
        [undefined, -32600, -32700].includes(codeOf(Buffer.from(bytes)) as number),
      ),
    )
  })
})

describe('a text of the gateway', () => {
  it('keeps every number as it was written', () => {
    const text = '{"jsonrpc":"2.0","id":1,"result":{"seed":-9223372036854775807}}'
    expect(parseMessage(text)?.text).toBe(text)
  })

  it('becomes one line', () => {
    const message = parseMessage('{\r\n  "jsonrpc": "2.0",\n  "id": 1, "result": "a\\nb"\n}\n')
    expect(message?.text).not.toMatch(/[\r\n]/)
    expect(JSON.parse(message?.text ?? '')).toEqual({ jsonrpc: '2.0', id: 1, result: 'a\nb' })
  })

  it('is ignored if it is not a message', () => expect(parseMessage('<html>')).toBeUndefined())
})

it('an error response is one line of JSON-RPC', () =>
  expect(errorResponse(null, { code: -32700, message: 'a\nb' })).toBe(
    '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"a\\nb"}}',
  ))
