import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boundedEvents } from '../../../../src-main/providers/mcp-service/connection/bounded-events.js'
import { droppedExcess, respondedTo } from '../../../../src-main/providers/mcp-service/connection/message-bounds.js'
import { cut, cuts } from '../../bridge/chunking.js'

async function through(chunks: readonly Uint8Array[], { most = 5_000_000, id = 7 as number | undefined } = {}) {
  const source = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })
  return new Response(source.pipeThrough(boundedEvents(most, id))).text()
}

const lists = `{"a":[${'[],'.repeat(100_000)}0]}`
const refusal = (text: string) => {
  const { id, error } = JSON.parse(text.slice('data: '.length))
  return { id, excess: droppedExcess(error.data) }
}

describe('a stream of events', () => {
  it('passes on every event as it came, however it is cut and its lines end', async () => {
    const ends = fc.constantFrom('\n', '\r\n', '\r')
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string()), ends, cuts, async (texts, end, at) => {
        const sent = texts.map((text) => `id: 1${end}data: ${JSON.stringify(text)}${end}${end}`).join('')
        expect(await through(cut(Buffer.from(sent), at))).toBe(sent)
      }),
      { numRuns: 50 },
    )
  })

  it.each(['\n\n', '\r\n\r\n'])('holds nothing back of an event that is whole, which ends with %j', async (end) => {
    const { readable, writable } = boundedEvents(1_000, 7)
    const sent = `data: 1${end}`
    void writable.getWriter().write(Buffer.from(sent))
    const reader = readable.getReader()
    let received = ''
    while (received.length < sent.length) received += Buffer.from((await reader.read()).value ?? []).toString()
    expect(received).toBe(sent)
  })

  it.each([
    ['alone', `data: ${lists}\n\n`],
    ['behind a quote in another field', `id: "\ndata: ${lists}\n\n`],
    ['behind a byte order mark', `\uFEFFdata: ${lists}\n\n`],
    ['in lines of its own', `data: ${lists.replaceAll('[],0', '[],\rdata:0')}\r\r`],
    ['without its end', `data: ${lists}`],
  ])('fails its request for an event of too many values, %s', async (_where, sent) => {
    expect(refusal(await through([Buffer.from(sent)]))).toEqual({ id: 7, excess: 'too-many' })
  })

  it('fails its request for an event that is too long, and ends where there is no request', async () => {
    const long = [Buffer.from('data: "'), Buffer.alloc(600, 0x61), Buffer.alloc(600, 0x61)]
    expect(refusal(await through(long, { most: 1_000 }))).toEqual({ id: 7, excess: 'too-long' })
    const source = new Response(Buffer.concat(long)).body as ReadableStream<Uint8Array>
    await expect(new Response(source.pipeThrough(boundedEvents(1_000, undefined))).text()).rejects.toThrow(
      '8388608 bytes',
    )
  })
})

describe('a response that was dropped', () => {
  const open = new Set([1, 'two'])

  it('belongs to the request that it names, or to the only one', () => {
    expect(respondedTo('{"jsonrpc":"2.0","id":1,"result":{"a":"', open)).toBe(1)
    expect(respondedTo('{"id":"two","result":{"a":"', open)).toBe('two')
    expect(respondedTo('{"result":{"a":"', new Set([4]))).toBe(4)
  })

  it('belongs to none where several are open, none has its id, or it is no response', () => {
    expect(respondedTo('{"result":{"a":"', open)).toBeUndefined()
    expect(respondedTo('{"id":3,"result":{"a":"', open)).toBeUndefined()
    expect(respondedTo('{"method":"a","params":{"result":"', new Set([4]))).toBeUndefined()
    expect(respondedTo('aaaa', new Set([4]))).toBeUndefined()
  })

  it('cannot be pretended by a service', () => {
    expect(droppedExcess({ excess: 'too-long', dropped: true })).toBeUndefined()
    expect(droppedExcess(null)).toBeUndefined()
  })
})
