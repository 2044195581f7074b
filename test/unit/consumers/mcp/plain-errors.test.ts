import { InMemoryTransport, type JSONRPCMessage } from '@modelcontextprotocol/server'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { PlainErrorServer, withPlainError } from '../../../../src-main/consumers/mcp/plain-errors.js'
import { relayedError } from '../../../../src-main/consumers/mcp/protocol-errors.js'

const origin = 'http://127.0.0.1:1'
const failed = (code: number, message: string, data?: unknown): JSONRPCMessage => ({
  ...{ jsonrpc: '2.0', id: 1 },
  error: { code, message, ...(data !== undefined && { data }) },
})
const issues = (schema: z.ZodType, value: unknown): string => schema.safeParse(value).error?.message ?? ''
const sent = (message: JSONRPCMessage) => (withPlainError(message, origin) as { readonly error: unknown }).error

const params = z.object({
  params: z.object({ name: z.string(), arguments: z.record(z.string(), z.unknown()).optional() }),
})

describe('an error of the SDK', () => {
  it.each([
    ['no name', issues(params, { params: {} }), '"name" must be a string'],
    ['a list of arguments', issues(params, { params: { name: 'x', arguments: [] } }), '"arguments" must be an object'],
    ['a level', issues(z.object({ level: z.enum(['a', 'b']) }), { level: 1 }), '"level" must be one of "a", "b"'],
    ['a union', issues(z.object({ ref: z.union([z.string(), z.number()]) }), {}), '"ref" is missing or not valid'],
    ['no object', issues(z.object({}), 'x'), 'a value must be an object'],
    [
      'a task',
      'Invalid params for tasks/get: taskId: Invalid input: expected string',
      '"taskId" is missing or not valid',
    ],
  ])('over %s is one sentence, with the error of the contract', (_what, text, problem) => {
    for (const message of [text, text.startsWith('[') ? `Invalid tools/call request: ${text}` : text]) {
      expect(sent(failed(-32_603, message))).toEqual({
        code: -32_602,
        message: `The parameters are not valid: ${problem}. Correct them and send the request again.`,
        data: {
          code: 'PROTOCOL.SCHEMA_VALIDATION_FAILED',
          message: `The parameters are not valid: ${problem}.`,
          suggestion: 'Correct them and send the request again.',
          documentation: `${origin}/errors#PROTOCOL.SCHEMA_VALIDATION_FAILED`,
        },
      })
    }
  })

  it('over an unknown method has the error of the contract', () => {
    expect(sent(failed(-32_601, 'Method not found'))).toMatchObject({
      code: -32_601,
      data: { code: 'PROTOCOL.INVALID_REQUEST' },
    })
  })

  it('over the result of a tool does not say that the parameters are wrong', () => {
    const text = `Invalid tools/call result: ${issues(z.object({ content: z.array(z.string()) }), { content: 1 })}`
    expect(sent(failed(-32_602, text))).toMatchObject({
      code: -32_603,
      message: expect.stringMatching(/^The result of the tool is not valid: "content" must be a list\./u),
      data: { code: 'PROTOCOL.INVALID_RESPONSE' },
    })
  })

  it.each([
    failed(-32_602, 'There is no tool "x".', { code: 'PROTOCOL.CAPABILITY_NOT_FOUND' }),
    failed(-32_000, 'It failed: [1, 2]'),
    failed(-32_601, 'Method not found', { by: 'a service' }),
    failed(-32_000, `[${'['.repeat(100_000)}`),
    { jsonrpc: '2.0', id: 1, result: {} } satisfies JSONRPCMessage,
  ])('that is another one is passed on as it is (%#)', (message) => {
    expect(withPlainError(message, origin)).toBe(message)
  })
})

describe('an error of a service', () => {
  /** What a client receives when the handler of a prompt throws. */
  async function received(thrown: () => Error) {
    const server = new PlainErrorServer({ name: 'a', version: '1' }, { capabilities: { prompts: {} } })
    server.setRequestHandler('prompts/get', () => {
      throw thrown()
    })
    const [near, far] = InMemoryTransport.createLinkedPair()
    const got: JSONRPCMessage[] = []
    near.onmessage = (message) => void got.push(message)
    await server.connect(far)
    await near.start()
    const ask = async (id: number, params: Record<string, unknown>) => {
      await near.send({ jsonrpc: '2.0', id, method: 'prompts/get', params })
      await expect.poll(() => got).toHaveLength(id)
      return (got[id - 1] as { error?: unknown }).error
    }
    const first = await ask(1, { name: 'x' })
    const second = await ask(2, { name: 7 })
    await server.close()
    return [first, second]
  }

  it.each([
    { code: -32_603, message: 'Upstream rejected it: [{"code":"limited","message":"slow","path":["v1","items"]}]' },
    { code: -32_602, message: 'Invalid params for createIssue: the project is archived', data: { project: 'a' } },
    { code: -32_601, message: 'Method not found' },
    { code: -32_000, message: 'Invalid tools/call result: [{"code":"a","message":"b","path":[]}]', data: [1] },
  ])('reaches the client unchanged, and only this one: %j', async (error) => {
    const [first, second] = await received(() => relayedError(error))
    expect(first).toEqual(error)
    expect(second).toMatchObject({ message: expect.stringMatching(/^The parameters are not valid: "name"/u) })
  })
})
