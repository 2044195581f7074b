import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BridgeCommand } from '../../../src-main/connect/bridge-command.js'
import { entryIn, withEntry } from '../../../src-main/connect/config-edit.js'
import { lineDifference } from '../../../src-main/connect/line-difference.js'
import { forAll, times } from '../../fixtures/properties.js'

const entry: BridgeCommand = {
  command: '/opt/Gatehouse/gatehouse',
  args: ['/opt/Gatehouse/resources/app.asar/dist/stdio-bridge.cjs', '--profile', '/home/ada/.config/Gatehouse'],
}

const textAfter = (before: string | undefined): string => {
  const edit = withEntry(before, entry)
  if (edit.kind !== 'change') throw new Error(JSON.stringify(edit))
  return edit.text
}
const problemOf = (before: string) => {
  const edit = withEntry(before, entry)
  return edit.kind === 'refused' ? edit.problem : undefined
}

describe('our entry in a configuration', () => {
  it.each([undefined, '', ' \n'])('makes a file of its own where there is none (%j)', (before) => {
    expect(textAfter(before)).toBe(`${JSON.stringify({ mcpServers: { gatehouse: entry } }, null, 2)}\n`)
  })

  it('is added beside other servers, and leaves every line of theirs unchanged', () => {
    const before =
      '{\n    "theme":   "dark",\n    "mcpServers": {\n        "files": { "command": "npx",  "args": [] }\n    }\n}\n'
    const after = textAfter(before)
    expect(JSON.parse(after)).toEqual({
      theme: 'dark',
      mcpServers: { files: { command: 'npx', args: [] }, gatehouse: entry },
    })
    expect(after).toContain('    "theme":   "dark",\n')
    expect(after).toContain('        "files": { "command": "npx",  "args": [] }')
    expect(after).toContain('        "gatehouse": {\n            "command"')
  })

  it('keeps the line ends and the tabs of Windows', () => {
    const after = textAfter('{\r\n\t"mcpServers": {}\r\n}\r\n')
    expect(after.startsWith('{\r\n\t"mcpServers"')).toBe(true)
    expect(after).toContain('\r\n\t\t"gatehouse"')
    expect(after.replaceAll('\r\n', '')).not.toContain('\n')
  })

  it('replaces an entry that points elsewhere', () => {
    const before = JSON.stringify({ mcpServers: { gatehouse: { command: 'old' }, files: {} } }, null, 2)
    expect(JSON.parse(textAfter(before))).toEqual({ mcpServers: { gatehouse: entry, files: {} } })
  })

  it('changes nothing where it exists already, in any order', () => {
    const { command, args } = entry
    expect(withEntry(JSON.stringify({ mcpServers: { gatehouse: { args, command } } }), entry).kind).toBe('same')
  })

  it.each([
    ['{\n  "a": 1,\n  "b" 2\n}', 3, 7],
    ['{\n  "a": 1,\n}', 3, 1],
    ['// mine\n{}', 1, 1],
    ['{"a": 1', 1, 8],
  ])('is not added to invalid JSON, and reports the position: %j', (before, line, column) => {
    expect(problemOf(before)).toEqual({ kind: 'broken', line, column })
  })

  it.each(['[]', 'null', '"text"', '7'])('is not added to %s', (before) =>
    expect(problemOf(before)).toEqual({ kind: 'not-object' }),
  )

  it.each(['[]', 'null', '"text"'])('is not added when servers are %s', (value) => {
    expect(problemOf(`{"mcpServers": ${value}}`)).toEqual({ kind: 'not-servers' })
  })

  it('is not added to a text with a duplicate key', () => {
    expect(problemOf('{"mcpServers": {"a": {}}, "mcpServers": {"b": {}}}')).toEqual({ kind: 'unclear' })
  })

  it('leaves everything else unchanged, and is found again', () => {
    const name = fc.oneof(fc.string(), fc.constantFrom('gatehouse', 'mcpServers', '__proto__', '"', '\u2028'))
    const others = fc.dictionary(name, fc.jsonValue({ maxDepth: 2 }), { noNullPrototype: true })
    const style = fc.constantFrom<string | number | undefined>(undefined, 1, 2, 4, '\t')
    times(200).forAll(
      others,
      fc.option(others, { nil: undefined }),
      style,
      fc.boolean(),
      (root, servers, indent, crlf) => {
        const { mcpServers: _, ...rest } = root
        const value = servers ? { ...rest, mcpServers: servers } : rest
        const json = JSON.stringify(value, null, indent)
        const before = crlf ? json.replaceAll('\n', '\r\n') : json
        const edit = withEntry(before, entry)
        if (edit.kind === 'refused') return false
        const after = edit.kind === 'same' ? before : edit.text
        expect(JSON.parse(after)).toEqual({
          ...JSON.parse(before),
          mcpServers: { ...JSON.parse(JSON.stringify(servers ?? {})), gatehouse: entry },
        })
        expect(entryIn(after)).toEqual(entry)
        expect(withEntry(after, entry).kind).toBe('same')
        return true
      },
    )
  })

  it('is added or refused, and nothing is thrown, for any text', () =>
    forAll(fc.oneof(fc.string(), fc.json()), (text) => {
      const edit = withEntry(text, entry)
      if (edit.kind === 'change') expect(entryIn(edit.text)).toEqual(entry)
    }))
})

describe('the difference that is shown', () => {
  it('is what changes, with a few lines around it', () => {
    const before = '1\n2\n3\n4\n5\n6\n7\n8\n'
    const after = '1\n2\n3\n4\nfour and a half\n5!\n6\n7\n8\n'
    expect(lineDifference(before, after).map(({ kind, text }) => `${kind} ${text}`)).toEqual([
      'same 2',
      'same 3',
      'same 4',
      'removed 5',
      'added four and a half',
      'added 5!',
      'same 6',
      'same 7',
      'same 8',
    ])
  })

  it('shows the text before and after, for any two texts', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 8 })
    forAll(lines, lines, (was, is) => {
      const shown = lineDifference(was.join('\n'), is.join('\n'))
      const removed = shown.filter(({ kind }) => kind === 'removed').length
      const added = shown.filter(({ kind }) => kind === 'added').length
      expect(is.length - was.length).toBe(added - removed)
      expect(removed + added === 0).toBe(was.join('\n') === is.join('\n'))
    })
  })
})
