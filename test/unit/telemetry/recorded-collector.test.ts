/** The model of a collector against a record of a real one: what both read from the same requests of the program. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { decoded, type SignalName } from '../../fakes/collector/otlp-messages.js'

interface Recorded {
  readonly collector: string
  readonly traces: { readonly request: string; readonly received: object }
  readonly logs: { readonly request: string; readonly received: object }
  readonly metrics: { readonly request: string; readonly received: object }
}

const file = path.join(import.meta.dirname, '../../fakes/collector/recorded.json')
const recorded = JSON.parse(readFileSync(file, 'utf8')) as Recorded

/** Ids are base64 in one and hexadecimal in the other, large numbers are texts in one, and both leave out other zeros. */
function common(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => common(item))
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(([key, member]) => [key, common(member, key)] as const)
    return Object.fromEntries(members.filter(([, member]) => member !== undefined))
  }
  if (/(?:trace|span)Id$/iu.test(name) && typeof value === 'string')
    return /^[0-9a-f]+$/u.test(value) ? value : Buffer.from(value, 'base64').toString('hex')
  if (value === 0 || value === '' || value === '0') return undefined
  return typeof value === 'string' && /^\d{1,20}$/u.test(value) ? Number(value) : value
}

describe.each(['traces', 'logs', 'metrics'] as const satisfies SignalName[])('a request with %s', (signal) => {
  it('is read by the model as a real collector read it', () => {
    const { request, received } = recorded[signal]
    expect(common(received)).toMatchObject(common(decoded(signal, Buffer.from(request, 'base64'))) as object)
  })
})

it('has nothing of the caller but its name, and no header of the program', () => {
  const text = JSON.stringify([recorded.traces.received, recorded.logs.received])
  expect(text).toContain('gatehouse.capability')
  expect(text).not.toMatch(/Bearer|authorization|127\.0\.0\.1/iu)
})
