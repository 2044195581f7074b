/** Our entry in the files of clients that use TOML, YAML or a list. */
import { parse as tomlIn, stringify as tomlOf } from '@decimalturn/toml-patch'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse as yamlIn, stringify as yamlOf } from 'yaml'
import { entryIn, withEntry } from '../../../src-main/connect/config-edit.js'
import { formatOf } from '../../../src-main/connect/program-files.js'
import { times } from '../../fixtures/properties.js'

const codex = formatOf('codex')
const continues = formatOf('continue')
const entry = { command: '/opt/gatehouse', args: ['C:\\a b', "it's", '--profile', '/p'] }
const named = { name: 'gatehouse', ...entry }

const textAfter = (before: string | undefined, given: object, format: typeof codex): string => {
  const edit = withEntry(before, given, format)
  if (edit.kind !== 'change') throw new Error(JSON.stringify(edit))
  return edit.text
}
const problemOf = (before: string, format: typeof codex) => {
  const edit = withEntry(before, entry, format)
  return edit.kind === 'refused' ? edit.problem : edit.kind
}

describe('our entry in TOML', () => {
  it('is a table at the end, and every other line stays', () => {
    const before = 'model = "gpt-5" # mine\n\n[mcp_servers.files] # other\ncommand = "npx"\n\n[tui]\nx = 1\n'
    const text = textAfter(before, entry, codex)
    expect(text.startsWith(before)).toBe(true)
    expect(text.slice(before.length).split('\n')[1]).toBe('[mcp_servers.gatehouse]')
    expect(entryIn(text, codex)).toEqual(entry)
    expect(withEntry(text, entry, codex)).toEqual({ kind: 'same' })
  })

  it('makes a file of its own where there is none', () => {
    expect(textAfter(undefined, entry, codex)).toMatch(/^\[mcp_servers\.gatehouse\]\ncommand = "\/opt\/gatehouse"\n/u)
  })

  it.each([
    'mcp_servers = { files = { command = "npx" } }\n',
    'mcp_servers.files.command = "npx"\n',
    '[mcp_servers]\nfiles = { command = "npx" }\n\n[[projects]]\nname = "a"\n',
    'when = 1979-05-27T07:32:00Z\nbig = 9007199254740993\r\n',
  ])('is added to %j, which means the same', (before) => {
    const text = textAfter(before, entry, codex)
    expect(entryIn(text, codex)).toEqual(entry)
    const { mcp_servers: servers = {}, ...rest } = tomlIn(text)
    const { mcp_servers: serversBefore = {}, ...restBefore } = tomlIn(before)
    expect(rest).toEqual(restBefore)
    expect(servers).toEqual({ ...serversBefore, gatehouse: entry })
  })

  it('replaces an earlier entry, and keeps the comments of others', () => {
    const before =
      '[mcp_servers.gatehouse]\ncommand = "old"\nargs = []\n\n# mine\n[mcp_servers.files]\ncommand = "npx" # yes\n'
    const text = textAfter(before, entry, codex)
    expect(entryIn(text, codex)).toEqual(entry)
    expect(text).toContain('# mine\n[mcp_servers.files]\ncommand = "npx" # yes')
  })

  it('is not added to a text that is no TOML, and the line is named', () => {
    expect(problemOf('a = 1\nb = [', codex)).toMatchObject({ kind: 'broken', line: 2 })
    expect(problemOf('mcp_servers = 7\n', codex)).toEqual({ kind: 'not-servers' })
    expect(problemOf(`a = ${'['.repeat(1_000)}`, codex)).toEqual({ kind: 'unclear' })
  })

  it('changes nothing else, whatever is there', () =>
    times(100).forAll(fc.dictionary(word, fc.dictionary(word, value)), (root) => {
      const before = tomlOf({ ...root, mcp_servers: { files: { command: 'npx' } } })
      const { mcp_servers: servers, ...rest } = tomlIn(textAfter(before, entry, codex))
      expect(rest).toEqual(tomlIn(tomlOf(root)))
      expect(servers).toEqual({ files: { command: 'npx' }, gatehouse: entry })
    }))
})

describe('our entry in a list of YAML', () => {
  it('is added at the end, and comments stay', () => {
    const before =
      '# mine\nname: Me\nmodels: [] # none\nmcpServers:\n  # files\n  - name: files\n    command: npx # yes\n'
    const text = textAfter(before, named, continues)
    expect(text.startsWith(before)).toBe(true)
    expect(yamlIn(text).mcpServers).toEqual([{ name: 'files', command: 'npx' }, named])
    expect(withEntry(text, named, continues)).toEqual({ kind: 'same' })
  })

  it('makes a file with what Continue needs where there is none', () => {
    const text = textAfter(undefined, named, continues)
    expect(yamlIn(text)).toEqual({ name: 'Local assistant', version: '1.0.0', schema: 'v1', mcpServers: [named] })
  })

  it.each(['name: Me\n', 'name: Me\nmcpServers:\n', 'mcpServers: []\nname: Me\n', '# nothing yet\n'])(
    'is the first in %j',
    (before) => expect(yamlIn(textAfter(before, named, continues)).mcpServers).toEqual([named]),
  )

  it('replaces an earlier entry at its place', () => {
    const before = 'mcpServers:\n  - name: gatehouse\n    command: old\n  - name: files\n    command: npx\n'
    expect(yamlIn(textAfter(before, named, continues)).mcpServers).toEqual([named, { name: 'files', command: 'npx' }])
  })

  it.each([
    ['mcpServers: {}\n', 'not-servers'],
    ['mcpServers:\n  - name: a\n  - name: a\n', 'not-servers'],
    ['- a\n', 'not-object'],
    ['a: [\n', 'broken'],
    ['a: &a [b]\nc: &c [*a, *a, *a, *a, *a]\nd: &d [*c, *c, *c, *c, *c]\ne: [*d, *d, *d, *d, *d]\n', 'unclear'],
  ])('is not added to %j', (before, kind) => expect(problemOf(before, continues)).toMatchObject({ kind }))

  it('changes nothing else, whatever is there', () =>
    times(100).forAll(fc.dictionary(word, value), (root) => {
      const text = textAfter(yamlOf({ ...root, mcpServers: [{ name: 'files' }] }), named, continues)
      expect(yamlIn(text)).toEqual({ ...root, mcpServers: [{ name: 'files' }, named] })
    }))
})

const word = fc.stringMatching(/^[a-z]{2,8}$/u)
const value = fc.oneof(fc.string(), fc.integer({ min: -1_000, max: 1_000 }), fc.boolean(), fc.array(fc.string()))
