import fc from 'fast-check'
import { parse } from 'jsonc-parser'
import { describe, expect, it } from 'vitest'
import { withMember, withoutMember } from '../../../src-main/connect/json-text.js'
import { forAll } from '../../fixtures/properties.js'

const parsed = (text: string): unknown => parse(text, [], { allowTrailingComma: true })

const withComments = `{
  // of the file
  "servers": {
    "a": { "command": "x" }, // about a
    // before b
    "b": { "command": "y" }, /* about b */
    // before c
    "c": { "command": "z" }
    // at the end
  }
}
`

describe('a member that is set', () => {
  it('stands after the last one, whose comment stays on its line', () => {
    expect(withMember('{\n  "a": 1 // about a\n}', ['b'], 2)).toBe('{\n  "a": 1, // about a\n  "b": 2\n}')
    expect(withMember('{\n  "a": 1, // about a\n}', ['b'], 2)).toBe('{\n  "a": 1, // about a\n  "b": 2\n}')
    expect(withMember('{\n  // nothing yet\n}', ['b'], 2)).toBe('{\n  "b": 2\n  // nothing yet\n}')
  })

  it('gets the objects around it that are missing', () => {
    expect(withMember('{}', ['mcp', 'servers', 'x'], 1)).toBe('{"mcp":{"servers":{"x":1}}}')
    expect(withMember('{\n\t"mcp": {}\n}', ['mcp', 'servers', 'x'], 1)).toBe(
      '{\n\t"mcp": {\n\t\t"servers": {\n\t\t\t"x": 1\n\t\t}\n\t}\n}',
    )
  })
})

describe('a member that is removed', () => {
  it.each(['a', 'b', 'c'])('takes no comment of another one along (%s)', (name) => {
    const text = withoutMember(withComments, ['servers', name])
    const others = ['a', 'b', 'c'].filter((one) => one !== name)
    for (const one of others) {
      expect(text).toContain(`"${one}": {`)
      if (one !== 'c') expect(text).toContain(`about ${one}`)
      if (one !== 'a') expect(text).toContain(`// before ${one}`)
    }
    expect(text).toContain('// of the file')
    expect(text).toContain('// at the end')
    const { [name]: _, ...kept } = (parsed(withComments) as { servers: Record<string, unknown> }).servers
    expect(parsed(text)).toEqual({ servers: kept })
    expect(text).not.toMatch(/,\s*(?:\/\/[^\n]*\s*)*\}/u)
  })

  it('leaves the rest of a text as it is, for any text with comments', () => {
    const comment = fc.constantFrom('', ' // a "note": {', ' /* , } */')
    const member = fc.record({ value: fc.jsonValue({ maxDepth: 1 }), after: comment, before: comment })
    const members = fc.uniqueArray(fc.tuple(fc.string({ maxLength: 4 }), member), {
      ...{ minLength: 1, maxLength: 5, selector: ([name]) => name },
    })
    forAll(members, fc.nat(), fc.boolean(), fc.constantFrom('\n', '\r\n'), (given, seed, trailing, end) => {
      const named = given.filter(([name]) => name !== '__proto__')
      fc.pre(named.length > 0)
      const lines = named.map(([name, { value, after, before }], index) => {
        const comma = trailing || index < named.length - 1 ? ',' : ''
        return `${before === '' ? '' : `  ${before}${end}`}  ${JSON.stringify(name)}: ${JSON.stringify(value)}${comma}${after}`
      })
      const text = `{${end}${lines.join(end)}${end}}${end}`
      const [removed] = named[seed % named.length] as [string, unknown]
      const rest = named.filter(([name]) => name !== removed)
      const edited = withoutMember(text, [removed])
      expect(parsed(edited)).toEqual(JSON.parse(JSON.stringify(Object.fromEntries(rest.map(([n, m]) => [n, m.value])))))
      const comments = (source: string) => source.split(/\/\/ a|\/\* ,/u).length
      const own = named.find(([name]) => name === removed)?.[1].after === '' ? 0 : 1
      expect(comments(edited)).toBeGreaterThanOrEqual(comments(text) - own)
      const added = withMember(text, ['new one'], { x: 1 })
      expect(parsed(added)).toEqual({ ...(parsed(text) as object), 'new one': { x: 1 } })
      expect(comments(added)).toBe(comments(text))
    })
  })
})
