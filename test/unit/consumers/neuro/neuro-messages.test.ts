import { readFileSync } from 'node:fs'
import path from 'node:path'
import { checkNeuroAddress } from '@shared/features/neuro.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { argumentsIn, gameMessage, neuroMessageIn } from '../../../../src-main/consumers/neuro/neuro-messages.js'
import { forAll } from '../../../fixtures/properties.js'

interface RandyRecord {
  readonly frames: readonly {
    readonly from: string
    readonly kind: string
    readonly arguments?: object | null
  }[]
}

const record = JSON.parse(
  readFileSync(path.resolve(import.meta.dirname, '../../../fixtures/neuro/randy-record.json'), 'utf8'),
) as RandyRecord

describe('a message of an AI VTuber', () => {
  it.each(record.frames)('is read as Randy sent it: $from', ({ from, kind, arguments: given }) => {
    const message = neuroMessageIn(from)
    expect(message.kind).toBe(kind)
    if (message.kind === 'action') expect(argumentsIn(message.data) ?? null).toEqual(given)
  })

  it('never throws, whatever arrives, and bounds what is kept of it', () => {
    forAll(fc.oneof(fc.string(), fc.json()), (text) => {
      const message = neuroMessageIn(text)
      if (message.kind === 'unknown') expect(message.what.length).toBeLessThanOrEqual(64)
    })
    const command = fc.constantFrom('action', 'startup', 'shutdown/graceful', 'x'.repeat(500))
    forAll(command, fc.jsonValue(), (name, data) => {
      const message = neuroMessageIn(JSON.stringify({ command: name, data }))
      if (message.kind === 'unknown') expect(message.what.length).toBeLessThanOrEqual(64)
      if (message.kind === 'startup') expect(message.character.length).toBeLessThanOrEqual(64)
    })
  })

  it.each([
    // SPECIFICATION.md, *Action*: "If you did not provide a schema, this parameter will usually be undefined".
    [undefined, {}],
    [null, {}],
    ['', {}],
    ['null', {}],
    ['{"a":1}', { a: 1 }],
    ['[]', undefined],
    ['"text"', undefined],
    [{ a: 1 }, undefined],
    [`{"a":${'['.repeat(200)}${']'.repeat(200)}}`, undefined],
  ])('has arguments as JSON in a text: %j', (data, expected) => {
    expect(argumentsIn(data)).toEqual(expected)
  })

  it('is answered with the name of the game', () => {
    expect(gameMessage('startup')).toBe('{"command":"startup","game":"Minecraft"}')
  })
})

describe('the address of an AI VTuber', () => {
  it.each([
    [' ws://localhost:8000 ', 'ws://localhost:8000/'],
    ['wss://vtuber.lan/neuro#x', 'wss://vtuber.lan/neuro'],
  ])('is kept in its usual form: %s', (text, address) => {
    expect(checkNeuroAddress(text)).toEqual({ ok: true, address })
  })

  it.each([
    ['localhost:8000', 'not-an-address'],
    ['http://localhost:8000', 'not-an-address'],
    ['', 'not-an-address'],
    ['ws://ada:secret@localhost:8000', 'has-password'],
    ['ws://localhost:8000/?token=secret', 'has-query'],
    [`ws://localhost/${'x'.repeat(600)}`, 'too-long'],
  ])('has no place for a secret, and no other protocol: %s', (text, problem) => {
    expect(checkNeuroAddress(text)).toEqual({ ok: false, problem })
  })
})
