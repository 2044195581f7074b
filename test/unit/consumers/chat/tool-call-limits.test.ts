import { describe, expect, it } from 'vitest'
import { limitToolCalls } from '../../../../src-main/consumers/chat/models/language-model.js'

type Stream = Awaited<ReturnType<NonNullable<typeof limitToolCalls.wrapStream>>>['stream']
type Part = Stream extends ReadableStream<infer One> ? One : never

/** What is left of the parts of one response. @throws what the stream ends with */
async function through(parts: readonly object[]): Promise<Part[]> {
  const source = new ReadableStream<Part>({
    start(controller) {
      for (const part of parts) controller.enqueue(part as Part)
      controller.close()
    },
  })
  const wrapped = await limitToolCalls.wrapStream?.({ doStream: async () => ({ stream: source }) } as never)
  const left: Part[] = []
  if (wrapped) for await (const part of wrapped.stream as unknown as AsyncIterable<Part>) left.push(part)
  return left
}

const call = (id: number, input = '{}') => ({ type: 'tool-call', toolCallId: `${id}`, toolName: 'a', input })

describe('the limits of tool calls', () => {
  it('leave out calls beyond the number of one response', async () => {
    expect(await through(Array.from({ length: 100 }, (_, at) => call(at)))).toHaveLength(24)
  })

  it('make arguments that are too large or too deep invalid for every tool', async () => {
    const deep = '['.repeat(40) + ']'.repeat(40)
    const left = await through([call(1, `{"a":"${'x'.repeat(16_384)}"}`), call(2, deep), call(3, '{"a":1}')])
    expect(left.map((part) => 'input' in part && part.input)).toEqual(['(too large)', '(too large)', '{"a":1}'])
  })

  it('end a response with endless arguments', async () => {
    const delta = { type: 'tool-input-delta', id: '1', delta: 'x'.repeat(10_000) }
    await expect(through(Array.from({ length: 20 }, () => delta))).rejects.toThrow('too large')
  })

  it('leave everything else unchanged', async () => {
    const parts = [{ type: 'text-delta', id: '1', delta: 'hello' }, call(1)]
    expect(await through(parts)).toEqual(parts)
  })
})
