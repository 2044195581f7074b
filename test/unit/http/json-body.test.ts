import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maxBodyBytes, readJsonBody, saysJson } from '../../../src-main/http/json-body.js'

const bodyOf = (chunks: readonly Uint8Array[]) =>
  Readable.from(chunks.map((chunk) => Buffer.from(chunk))) as IncomingMessage

describe('a body', () => {
  it('is read however it is cut, in the middle of a character too', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), fc.integer({ min: 1, max: 7 }), async (value, size) => {
        const bytes = Buffer.from(JSON.stringify(value))
        const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
          bytes.subarray(at * size, (at + 1) * size),
        )
        expect(await readJsonBody(bodyOf(chunks))).toEqual({ ok: true, value: JSON.parse(bytes.toString()) })
      }),
      { numRuns: 50 },
    )
  })

  it('that is no JSON is said to be none', async () => {
    expect(await readJsonBody(bodyOf([Buffer.from('{')]))).toEqual({ ok: false, why: 'not-json' })
    expect(await readJsonBody(bodyOf([]))).toEqual({ ok: false, why: 'not-json' })
  })

  it('that is too large is said to be so', async () => {
    expect(await readJsonBody(bodyOf([Buffer.alloc(maxBodyBytes, ' '), Buffer.from(' ')]))).toEqual({
      ok: false,
      why: 'too-large',
    })
  })

  it('that breaks off is an error', async () => {
    const broken = new Readable({ read() {} })
    const reading = readJsonBody(broken as IncomingMessage)
    broken.destroy(new Error('reset'))
    await expect(reading).rejects.toThrow('reset')
  })
})

describe('a body is said to be JSON', () => {
  it.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset=utf-8',
  ])('by %s', (type) => expect(saysJson({ headers: { 'content-type': type } })).toBe(true))

  it.each([
    'text/plain',
    'text/plain; application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=a',
    'application/jsonp',
    'application/json+evil',
    '',
  ])('not by "%s"', (type) => expect(saysJson({ headers: { 'content-type': type } })).toBe(false))

  it('not by nothing', () => expect(saysJson({ headers: {} })).toBe(false))
})
