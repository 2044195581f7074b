import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type CollectorOptions,
  type NextStep,
  ReplyCollector,
} from '../../../../src-main/providers/java/rcon/reply-collector.js'
import { piecesOf, type RconTraps, rconServers } from '../../../fakes/java/rcon-server.js'
import { forAll } from '../../../fixtures/properties.js'

const limits = { bytes: 1_048_576, packets: 1_000 }
const commandId = 11
const probeId = 12

const collector = (options: Partial<CollectorOptions> = {}) =>
  new ReplyCollector({
    commandId,
    probeId,
    probes: 'answered',
    answersEmpty: false,
    splitsMessages: false,
    limits,
    ...options,
  })

const piece = (text: string | Buffer, id = commandId) => ({ id, type: 0, body: Buffer.from(text) })

/** What a server of this kind sends, and does when a probe comes, until the reply is done. */
function replyOf(traps: RconTraps, messages: readonly string[]): NextStep {
  const replies = collector({ probes: traps.unknownType })
  const pieces = piecesOf(
    messages.map((message) => message + traps.messageEnd),
    traps,
  )
  let step = replies.begin()
  let probed = false
  for (let turn = 0; turn < 10_000 && step.kind === 'wait'; turn += 1) {
    probed ||= step.sendProbe === true
    const next = pieces.shift()
    if (next) step = replies.take(piece(next)) ?? step
    else if (probed && traps.unknownType === 'answered')
      step = replies.take(piece('Unknown request 64', probeId)) ?? step
    else if (probed && traps.unknownType === 'closes') step = replies.take(piece('', -1)) ?? step
    else step = replies.silent()
  }
  return step
}

/** No half surrogate pairs: a server cuts those itself. */
const anyText = fc
  .string({ unit: fc.constantFrom('a', 'é', '世', '\n', '§', ' '), maxLength: 3 })
  .chain((seed) =>
    fc
      .oneof(
        fc.nat({ max: 64 }),
        fc.constantFrom(1_365, 2_048, 4_095, 4_096, 4_097, 8_191, 8_192, 8_193, 20_000),
        fc.nat({ max: 20_000 }),
      )
      .map((length) => (seed === '' ? '' : seed.repeat(Math.ceil(length / seed.length)).slice(0, length))),
  )
const plainText = fc.nat({ max: 20_000 }).map((length) => 'x'.repeat(length))

describe('collecting the reply to a command', () => {
  const servers = Object.entries(rconServers)

  it.each(servers.filter(([, { pieces }]) => pieces !== 'bytes'))('takes the whole reply of %s', (_name, traps) => {
    forAll(fc.array(anyText, { maxLength: 4 }), (messages) => {
      // Nukkit answers every command with one packet.
      fc.pre(traps.unknownType !== 'ignored' || messages.length > 0)
      const text = messages.map((message) => message + traps.messageEnd).join('')
      expect(replyOf(traps, messages)).toMatchObject({ kind: 'done', text })
    })
  })

  it.each(servers.filter(([, { pieces }]) => pieces === 'bytes'))('takes the whole reply of %s', (_name, traps) => {
    forAll(fc.array(plainText, { maxLength: 4 }), (messages) => {
      const text = messages.map((message) => `${message}\n`).join('')
      expect(replyOf(traps, messages)).toMatchObject({ kind: 'done', text })
    })
  })

  it('is done at once after a short packet where a probe is answered', () => {
    const replies = collector()
    expect(replies.take(piece('There are 0'))).toEqual({ kind: 'done', text: 'There are 0', isUsable: true })
  })

  it('waits for more messages on a server that splits them', () => {
    const replies = collector({ splitsMessages: true })
    expect(replies.take(piece('one'))).toEqual({ kind: 'wait', milliseconds: 30 })
    expect(replies.take(piece('two'))).toEqual({ kind: 'wait', milliseconds: 30 })
    expect(replies.silent()).toEqual({ kind: 'done', text: 'onetwo', isUsable: true })
  })

  it('joins a character that two pieces share', () => {
    const bytes = Buffer.from(`${'x'.repeat(4_095)}世`)
    const replies = collector()
    replies.take(piece(bytes.subarray(0, 4_096)))
    replies.take(piece(bytes.subarray(4_096)))
    expect(replies.take(piece('Unknown request 64', probeId))).toMatchObject({ text: bytes.toString('utf8') })
  })

  it('sends no probe before the first packet when the server sends empty replies as a packet', () => {
    expect(collector({ answersEmpty: true }).begin()).toEqual({ kind: 'wait' })
    expect(collector().begin()).toEqual({ kind: 'wait', milliseconds: 300 })
  })

  it('never takes silence for an empty reply', () => {
    const replies = collector()
    replies.begin()
    expect(replies.silent()).toMatchObject({ sendProbe: true })
    expect(replies.silent()).toEqual({ kind: 'wait' })
  })

  it('does not call a reply whole when a server that answers probes closes the connection', () => {
    const replies = collector()
    replies.take(piece('x'.repeat(4_096)))
    expect(replies.closed()).toEqual({ kind: 'failed', why: 'closed' })
  })

  it('returns what arrived before the connection closed on a server that closes on probes', () => {
    const replies = collector({ probes: 'closes' })
    replies.take(piece('Stopping the server'))
    expect(replies.closed()).toEqual({ kind: 'done', text: 'Stopping the server', isUsable: false })
  })

  it('reports an unknown outcome when the connection closes without data', () => {
    for (const probes of ['answered', 'closes', 'ignored'] as const) {
      expect(collector({ probes }).closed()).toEqual({ kind: 'failed', why: 'closed' })
    }
  })

  it('leaves packets of other commands alone', () => {
    expect(collector().take(piece('late', 9))).toBeUndefined()
    expect(collector().take(piece('Unknown request 64', probeId))).toBeUndefined()
  })

  it('stops at a login that the server forgot', () => {
    expect(collector().take(piece('', -1))).toEqual({ kind: 'failed', why: 'denied' })
  })

  it('stops at too many bytes and at too many packets', () => {
    const large = collector()
    let step: NextStep | undefined
    for (let count = 0; count < 300 && step?.kind !== 'failed'; count += 1) step = large.take(piece('x'.repeat(4_096)))
    expect(step).toEqual({ kind: 'failed', why: 'too-large' })
    const many = collector({ probes: 'closes' })
    for (let count = 0; count < 1_001; count += 1) step = many.take(piece(''))
    expect(step).toEqual({ kind: 'failed', why: 'too-large' })
  })
})
