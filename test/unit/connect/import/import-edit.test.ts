import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ClientFormat, readList, strictFormat as strict } from '../../../../src-main/connect/client-format.js'
import { editToUseGatehouse } from '../../../../src-main/connect/import/import-edit.js'
import { forAll } from '../../../fixtures/properties.js'

const vscode: ClientFormat = { list: ['servers'], comments: true, trailingCommas: true }
const bridge = { command: '/opt/gatehouse', args: ['bridge.cjs'], env: {} }

const edited = (text: string, names: readonly string[], format = strict) => {
  const edit = editToUseGatehouse(text, format, names, bridge)
  return edit.kind === 'change' ? edit.text : edit
}

describe("the servers of a client's configuration", () => {
  it('replace them with Gatehouse, and leave everything else unchanged', () => {
    const text = `{\n    "theme":   "dark",\n    "mcpServers": {\n        "a": { "command": "x" },\n        "b": { "command": "y" }\n    },\n    "list": [1,2]\n}\n`
    const result = edited(text, ['a', 'b'])
    expect(result).toContain('    "theme":   "dark",')
    expect(result).toContain('    "list": [1,2]')
    expect(JSON.parse(result as string)).toEqual({ theme: 'dark', mcpServers: { gatehouse: bridge }, list: [1, 2] })
  })

  it('that do not move stay, and so do comments where the client allows them', () => {
    const text =
      '{\n  // mine\n  "servers": {\n    "a": {}, // first\n    "b": { "url": "x" },\n  },\n  "inputs": []\n}'
    const result = edited(text, ['a'], vscode) as string
    expect(result).toContain('// mine')
    const read = readList(result, vscode)
    expect(read.ok && read.servers).toEqual({ b: { url: 'x' }, gatehouse: bridge })
  })

  it('are left alone in a file with a mistake, which is named', () => {
    expect(editToUseGatehouse('{\n  "mcpServers": {,}\n}', strict, [], bridge)).toEqual({
      kind: 'refused',
      problem: { kind: 'broken', line: 2, column: 18 },
    })
    expect(editToUseGatehouse('{ // no\n}', strict, [], bridge)).toMatchObject({ problem: { kind: 'broken' } })
    expect(editToUseGatehouse('[]', strict, [], bridge)).toMatchObject({ problem: { kind: 'not-object' } })
    expect(editToUseGatehouse('{"mcpServers":[]}', strict, [], bridge)).toMatchObject({
      problem: { kind: 'not-servers' },
    })
    expect(editToUseGatehouse('{"a":'.repeat(5_000), strict, [], bridge)).toMatchObject({ kind: 'refused' })
  })

  it('lose nothing that is not moved, for any file', () => {
    const name = fc.string({ minLength: 1, maxLength: 8 })
    const servers = fc.dictionary(name, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 6 })
    const others = fc.dictionary(name, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 })
    const file = fc.record({ servers, others, indent: fc.constantFrom(undefined, 2, 4, '\t') })
    forAll(file, fc.nat(), ({ servers, others, indent }, seed) => {
      const root = { ...others, mcpServers: servers }
      const text = JSON.stringify(root, null, indent)
      const moving = Object.keys(servers).filter((one, index) => one !== 'gatehouse' && (seed >> index) % 2 === 1)
      const edit = editToUseGatehouse(text, strict, moving, bridge)
      // A file that cannot be edited safely, for example with a name twice, is refused as a whole.
      if (edit.kind !== 'change') return expect(edit.kind).not.toBe('same')
      const kept = Object.fromEntries(Object.entries(servers).filter(([one]) => !moving.includes(one)))
      expect(JSON.parse(edit.text)).toEqual(
        JSON.parse(JSON.stringify({ ...root, mcpServers: { ...kept, gatehouse: bridge } })),
      )
    })
  })
})
