import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boundedBytes, boundedEvents } from '../../../src-main/network/bounded-stream.js'
import { messageEvents } from '../../../src-main/providers/mcp-service/connection/bounded-fetch.js'
import { droppedExcess, respondedTo } from '../../../src-main/providers/mcp-service/connection/message-bounds.js'
import { times } from '../../fixtures/properties.js'
import { cut, cuts } from '../bridge/chunking.js'

async function through(chunks: readonly Uint8Array[], { most = 5_000_000, id = 7 as number | undefined } = {}) {
  const source = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })
  return new Response(source.pipeThrough(boundedEvents(messageEvents(most, id)))).text()
}

const lists = `{"a":[${'[],'.repeat(100_000)}0]}`
const refusal = (text: string) => {
  const { id, error } = JSON.parse(text.slice('data: '.length))
  return { id, excess: droppedExcess(error.data) }
}

describe('a stream of events', () => {
  it('passes on every event, however it is cut and its lines end', async () => {
    const ends = fc.constantFrom('\n', '\r\n', '\r')
    await times(50).forAllAsync(fc.array(fc.string()), ends, cuts, async (texts, end, at) => {
      const written = (end: string) =>
        texts.map((text) => `id: 1${end}event: a${end}data: ${JSON.stringify(text)}${end}data: b${end}${end}`).join('')
      // The last byte may be the first half of a line end, so a comment follows.
      expect(await through(cut(Buffer.from(`${written(end)}: end${end}`), at))).toBe(written('\n'))
    })
  })

  it.each(['\n\n', '\r\n\r\n'])('holds nothing back of an event that is whole, which ends with %j', async (end) => {
    const { readable, writable } = boundedEvents(messageEvents(1_000, 7))
    void writable.getWriter().write(Buffer.from(`data: 1${end}`))
    const { value } = await readable.getReader().read()
    expect(Buffer.from(value ?? []).toString()).toBe('data: 1\n\n')
  })

  it('passes on in its place when to connect again, within what a timer can wait', async () => {
    const sent =
      'data: 1\n\nid: 2\nretry: 3000\ndata: 2\n\nretry: 0\n\nretry: 99999999999999999999999\n\nretry: soon\n\n'
    expect(await through([Buffer.from(sent)])).toBe(
      'data: 1\n\nretry: 3000\n\nid: 2\ndata: 2\n\nretry: 100\n\nretry: 3600000\n\n',
    )
  })

  it('passes on few events in one turn of the event loop', async () => {
    const source = new Response('data: a\n\n'.repeat(200)).body as ReadableStream<Uint8Array>
    let [turns, isDone] = [0, false]
    const count = () => {
      turns += 1
      if (!isDone) setImmediate(count)
    }
    count()
    await new Response(source.pipeThrough(boundedEvents(messageEvents(1_000, 7)))).text()
    isDone = true
    expect(turns).toBeGreaterThanOrEqual(10)
  })

  it.each([
    ['alone', `data: ${lists}\n\n`],
    ['behind a quote in another field', `id: "\ndata: ${lists}\n\n`],
    ['behind a byte order mark', `\uFEFFdata: ${lists}\n\n`],
    ['in lines of its own', `data: ${lists.replaceAll('[],0', '[],\rdata:0')}\r\r`],
  ])('fails its request for an event of too many values, %s', async (_where, sent) => {
    expect(refusal(await through([Buffer.from(sent)]))).toEqual({ id: 7, excess: 'too-many' })
  })

  it('fails its request for an event that is too long, and ends where there is no request', async () => {
    const long = [Buffer.from('data: "'), Buffer.alloc(600, 0x61), Buffer.alloc(600, 0x61)]
    expect(refusal(await through(long, { most: 1_000 }))).toEqual({ id: 7, excess: 'too-long' })
    const source = new Response(Buffer.concat(long)).body as ReadableStream<Uint8Array>
    await expect(
      new Response(source.pipeThrough(boundedEvents(messageEvents(1_000, undefined)))).text(),
    ).rejects.toThrow('8388608 bytes')
  })
})

describe('a body', () => {
  const bodyOf = (text: string) => new Response(text).body as ReadableStream<Uint8Array>
  const failure = () => new RangeError('too large')

  it('is passed on as it is, up to its limit', async () => {
    let [chunks, ends] = [0, 0]
    const bounds = { most: 5, failure, onChunk: () => void chunks++, onEnd: () => void ends++ }
    expect(await new Response(boundedBytes(bodyOf('abcde'), bounds)).text()).toBe('abcde')
    expect([chunks, ends]).toEqual([1, 1])
    await expect(new Response(boundedBytes(bodyOf('abcdef'), bounds)).text()).rejects.toThrow('too large')
  })

  it('that nobody reads any more is cancelled at its source', async () => {
    let reason: unknown
    const source = new ReadableStream<Uint8Array>({
      cancel(why) {
        reason = why
      },
    })
    await boundedBytes(source, { most: 5, failure }).cancel('enough')
    expect(reason).toBe('enough')
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
