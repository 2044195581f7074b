import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keepReferences, resolveReferences } from '../../../../src-main/policy/program/setting-references.js'
import { forAll } from '../../../fixtures/properties.js'

const home = { HOST: 'ws://10.0.0.2', PORT: '8765', EMPTY: '' }
const resolved = (raw: unknown) => resolveReferences(raw, home)

describe('a reference', () => {
  it.each([
    ['${HOST}:${PORT}', 'ws://10.0.0.2:8765'],
    ['${NOWHERE:-ws://a:1}', 'ws://a:1'],
    ['${NOWHERE:-}', ''],
    ['${EMPTY:-otherwise}', ''],
    ['$${HOST}', '${HOST}'],
    ['$HOST ${not a name} ${', '$HOST ${not a name} ${'],
  ])('%s reads as %s', (raw, value) => {
    expect(resolved({ raw })).toEqual({ value: { raw: value }, missing: [] })
  })

  it('to an unset variable removes its member or list item', () => {
    const raw = {
      theme: '${THEME}',
      language: 'en',
      servers: [
        { id: 'a', address: '${A}' },
        { id: 'b', address: 'b' },
      ],
    }
    expect(resolved(raw)).toEqual({
      value: { language: 'en', servers: [{ id: 'b', address: 'b' }] },
      missing: ['THEME', 'A'],
    })
  })

  it('does not resolve inherited members of objects', () => {
    expect(resolveReferences({ a: '${constructor}' }, {}).missing).toEqual(['constructor'])
  })
})

describe('what is written back', () => {
  const raw = {
    theme: '${THEME:-dark}',
    tomorrow: { kept: '${HOST}' },
    servers: [
      { id: 'a', name: 'A', address: '${HOST}:${PORT}', note: 'mine' },
      { id: 'lost', name: 'L', address: '${NOWHERE}' },
    ],
  }
  const before = resolved(raw).value as { theme: string; servers: { id: string; name: string }[] }

  // verifies: promise 11
  it('keeps the references of what did not change, and what is not known', () => {
    expect(keepReferences(raw, before, { ...before, theme: 'light' })).toEqual({ ...raw, theme: 'light' })
  })

  it('keeps the references of an item of which something else changed, and items that cannot be read now', () => {
    const servers = before.servers.map((server) => ({ ...server, name: 'B' }))
    expect(keepReferences(raw, before, { ...before, servers })).toMatchObject({
      servers: [{ id: 'a', name: 'B', address: '${HOST}:${PORT}', note: 'mine' }, { id: 'lost' }],
    })
  })

  it('drops an item that was removed', () => {
    expect(keepReferences(raw, before, { ...before, servers: [] })).toMatchObject({ servers: [{ id: 'lost' }] })
  })

  it('takes what looks like a reference for the text it is', () => {
    const next = { ...before, theme: 'a ${HOST}' }
    expect(resolved(keepReferences(raw, before, next)).value).toMatchObject({ theme: 'a ${HOST}' })
  })

  it('reads as it should, whatever was written and whatever is changed', () => {
    const text = fc.oneof(fc.string(), fc.constantFrom('${HOST}', '$${HOST}', '${EMPTY}', '${NO:-x}', '$', '${'))
    const item = fc.record({ id: fc.constantFrom('a', 'b', 'c'), name: text })
    const part = fc.dictionary(
      fc.constantFrom('x', 'y', 'z'),
      fc.oneof(text, fc.integer(), fc.array(text), fc.boolean()),
    )
    const document = fc.record({
      theme: text,
      servers: fc.uniqueArray(item, { selector: ({ id }) => id }),
      nested: part,
    })
    forAll(document, document, (written, next) => {
      const kept = keepReferences(written, resolved(written).value, next)
      expect(resolved(kept).value).toMatchObject({ theme: next.theme, servers: next.servers, nested: next.nested })
    })
  })
})
