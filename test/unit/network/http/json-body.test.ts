import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { GatewayError } from '@contract/gateway-error.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maxBodyBytes } from '../../../../src-main/network/http/body-quota.js'
import { hasJsonContentType, readJsonBody as read, refusalOfBody } from '../../../../src-main/network/http/json-body.js'
import { times } from '../../../fixtures/properties.js'

const bodyOf = (chunks: readonly Uint8Array[]) => withHeaders(Readable.from(chunks.map((chunk) => Buffer.from(chunk))))
const withHeaders = (body: Readable, headers: object = {}) =>
  Object.assign(body, { headers: { 'content-type': 'application/json', ...headers } }) as IncomingMessage
const readJsonBody = (request: IncomingMessage) => read(request, () => 'free')

describe('a request body', () => {
  it('is read from any chunks, also when a character is split', () =>
    times(50).forAllAsync(fc.jsonValue(), fc.integer({ min: 1, max: 7 }), async (value, size) => {
      const bytes = Buffer.from(JSON.stringify(value))
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
        bytes.subarray(at * size, (at + 1) * size),
      )
      expect(await readJsonBody(bodyOf(chunks))).toEqual({ ok: true, value: JSON.parse(bytes.toString()) })
    }))

  it('that is invalid JSON gets that error', async () => {
    expect(await readJsonBody(bodyOf([Buffer.from('{')]))).toEqual({ ok: false, why: 'not-json' })
    expect(await readJsonBody(bodyOf([]))).toEqual({ ok: false, why: 'not-json' })
  })

  it('that is too large gets that error', async () => {
    expect(await readJsonBody(bodyOf([Buffer.alloc(maxBodyBytes, ' '), Buffer.from(' ')]))).toEqual({
      ok: false,
      why: 'too-large',
    })
  })

  it('has the limit of its route', async () => {
    expect(await read(bodyOf([Buffer.from('[1,'), Buffer.from('2]')]), () => 'free', 4)).toEqual({
      ok: false,
      why: 'too-large',
    })
    expect(refusalOfBody('too-large', 4).error.message).toContain('larger than 4 bytes')
  })

  it('with too many values is not parsed, a long text with commas is', async () => {
    const lists = `[${'[],'.repeat(25_000)}[]]`
    expect(await readJsonBody(bodyOf([Buffer.from(lists)]))).toEqual({ ok: false, why: 'too-many' })
    const prose = JSON.stringify(['one, "two", [three], {four}\\, '.repeat(5_000)])
    expect(await readJsonBody(bodyOf([Buffer.from(prose)]))).toEqual({ ok: true, value: JSON.parse(prose) })
  })

  it('with a too large declared length is not read', async () => {
    const body = withHeaders(Readable.from([Buffer.from('5')]), { 'content-length': `${maxBodyBytes + 1}` })
    expect(await readJsonBody(body)).toEqual({ ok: false, why: 'too-large' })
    expect(body.readableDidRead).toBe(false)
  })

  it('reserves quota by its declared length, or as it arrives where none is declared', async () => {
    const asked: number[] = []
    const hold = (bytes: number) => {
      asked.push(bytes)
      return bytes > 5 ? ('all-taken' as const) : ('free' as const)
    }
    const announced = withHeaders(Readable.from([Buffer.from('123456')]), { 'content-length': '6' })
    expect(await read(announced, hold)).toEqual({ ok: false, why: 'all-taken' })
    expect(announced.readableDidRead).toBe(false)
    expect(await read(bodyOf([Buffer.from('1234'), Buffer.from('56')]), hold)).toEqual({ ok: false, why: 'all-taken' })
    expect(asked).toEqual([6, 0, 4, 6])
  })

  it('that is not accepted gets advice', () => {
    for (const why of [
      'too-large',
      'own-share-taken',
      'all-taken',
      'too-deep',
      'too-many',
      'too-many-members',
      'too-many-digits',
      'too-many-shapes',
      'other-type',
      'not-json',
    ] as const) {
      const { error } = refusalOfBody(why)
      expect(error.suggestion).not.toBe(new GatewayError(error.code).suggestion)
    }
  })

  it('that is aborted is an error', async () => {
    const broken = withHeaders(new Readable({ read() {} }))
    const reading = readJsonBody(broken)
    broken.destroy(new Error('reset'))
    await expect(reading).rejects.toThrow('reset')
  })
})

describe('a body is recognized as JSON', () => {
  it.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset=utf-8',
  ])('by %s', (type) => expect(hasJsonContentType({ headers: { 'content-type': type } })).toBe(true))

  it.each([
    'text/plain',
    'text/plain; application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=a',
    'application/jsonp',
    'application/json+evil',
    '',
  ])('not by "%s"', (type) => expect(hasJsonContentType({ headers: { 'content-type': type } })).toBe(false))

  it('not without a content type', () => expect(hasJsonContentType({ headers: {} })).toBe(false))
})
