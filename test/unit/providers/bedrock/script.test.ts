import { checksumOf, parseScriptPiece, piecesOf, plainJson } from '@contract/bedrock-script.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { base64url } from '../../../../src-main/bedrock-pack/base64url.js'
import { Emitter } from '../../../../src-main/gateway/ports/emitter.js'
import type { BedrockEvent, BedrockLink } from '../../../../src-main/providers/bedrock/link.js'
import { ScriptApi, ScriptResponseReader } from '../../../../src-main/providers/bedrock/script/script-api.js'
import { FakeClock } from '../../../fakes/fake-clock.js'
import { forAll } from '../../../fixtures/properties.js'

const requestId = '0123456789abcdef0123456789abcdef'

const dataOf = (data: unknown, statusCode = 0) =>
  base64url(plainJson({ body: { statusCode, statusMessage: 'x', data }, header: { requestId } }))

const pieces = (data: unknown) => piecesOf(requestId, dataOf(data)).flatMap((text) => parseScriptPiece(text) ?? [])

describe('pieces of a script answer', () => {
  it('give back any answer in any order', () =>
    forAll(fc.dictionary(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' })), fc.nat(), (data, seed) => {
      const all = pieces(data)
      const turned = [...all.slice(seed % all.length), ...all.slice(0, seed % all.length)]
      const answer = new ScriptResponseReader()
      const [last] = turned.map((piece) => answer.add(piece)).slice(-1)
      expect(last).toMatchObject({ kind: 'whole', statusCode: 0 })
      expect(last?.kind === 'whole' && JSON.stringify(last.data)).toBe(JSON.stringify(data))
    }))

  it('contain no selectors and fit into a command', () =>
    forAll(fc.string({ unit: 'binary' }), (text) => {
      const json = plainJson({ text })
      expect(json).toMatch(/^[\x20-\x3f\x41-\x7e]*$/u)
      expect(JSON.parse(json)).toEqual({ text })
      for (const piece of piecesOf(requestId, dataOf({ text }))) expect(piece.length).toBeLessThan(440)
    }))

  it('are refused when a part was changed or the counts differ', () => {
    const [first, ...rest] = pieces({ text: 'x'.repeat(1_000) })
    if (!first) throw new Error('no piece')
    const answer = new ScriptResponseReader()
    answer.add({ ...first, data: 'AAAA' })
    expect(rest.map((piece) => answer.add(piece)).at(-1)).toEqual({ kind: 'damaged' })
    const other = new ScriptResponseReader()
    other.add(first)
    expect(other.add({ ...first, number: 2, count: 50 })).toEqual({ kind: 'damaged' })
  })

  it('are not read out of other texts', () => {
    for (const text of [
      '',
      'GHSCRIPT|',
      `GHSCRIPT|${requestId}|2/1|00000000|AA`,
      `GHSCRIPT|${requestId}|1/61|00000000|AA`,
    ])
      expect(parseScriptPiece(text)).toBeUndefined()
    forAll(fc.string(), (text) => parseScriptPiece(text) === undefined)
  })
})

/** A link whose commands succeed, and whose events the test sends. */
function scene() {
  const [received, closed, commands] = [new Emitter<BedrockEvent>(), new Emitter<void>(), [] as string[]]
  const clock = new FakeClock()
  const link: BedrockLink = {
    id: 'one',
    async run(command) {
      commands.push(command)
      return { statusCode: 0, statusMessage: '', body: {} }
    },
    onDidChat: new Emitter<never>().on,
    onDidReceive: received.on,
    onDidClose: closed.on,
  }
  const api = new ScriptApi(link, clock)
  const idAsked = () => /"requestId":"([0-9a-f]{32})"/u.exec(commands.at(-1) ?? '')?.[1] ?? ''
  const sendMessage = (message: string, type = 'tell') =>
    received.emit({ name: 'PlayerMessage', body: { message, sender: 'Steve', receiver: 'Steve', type } })
  return { api, clock, closed, commands, idAsked, sendMessage }
}

describe('the script API', () => {
  const answer = (id: string) =>
    base64url(plainJson({ body: { statusCode: 0, statusMessage: '', data: { day: 3 } }, header: { requestId: id } }))

  it('sends what the specification writes, and resolves with the data', async () => {
    const { api, commands, idAsked, sendMessage } = scene()
    const asked = api.call('getPlayerInfo', { playerName: '小明' })
    expect(commands).toEqual([
      expect.stringMatching(/^scriptevent gatehouse:getPlayerInfo \{"requestId":"[0-9a-f]{32}",/u),
    ])
    for (const piece of piecesOf(idAsked(), answer(idAsked()))) sendMessage(piece)
    expect(await asked).toEqual({ day: 3 })
  })

  it('accepts no piece from chat, and none of another request', async () => {
    const { api, clock, idAsked, sendMessage } = scene()
    const asked = api.call('getWorldInfo', {})
    for (const piece of piecesOf(idAsked(), answer(idAsked()))) sendMessage(piece, 'chat')
    for (const piece of piecesOf(requestId, answer(requestId))) sendMessage(piece)
    clock.advance(5_000)
    await expect(asked).rejects.toMatchObject({ code: 'SYSTEM.TIMEOUT' })
  })

  it('ends with the connection, and takes at most sixteen requests at once', async () => {
    const { api, closed } = scene()
    const all = Array.from({ length: 17 }, () => api.call('getWorldInfo', {}).catch(({ code }) => code))
    closed.emit()
    expect(await Promise.all(all)).toEqual([...Array(16).fill('SYSTEM.TIMEOUT'), 'SYSTEM.RATE_LIMITED'])
  })

  it('fails on damaged pieces', async () => {
    const { api, idAsked, sendMessage } = scene()
    const asked = api.call('getWorldInfo', {})
    sendMessage(`GHSCRIPT|${idAsked()}|1/1|00000000|AAAA`)
    await expect(asked).rejects.toMatchObject({ code: 'PROTOCOL.INVALID_RESPONSE' })
    expect(checksumOf('AAAA')).not.toBe('00000000')
  })
})
