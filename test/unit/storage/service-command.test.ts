import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseServiceCommand } from '../../../src-main/storage/service-command.js'

const draft = { type: 'stdio', command: 'npx', args: ['files'], env: {} }

describe('a command about a service', () => {
  it.each([
    { act: 'list' },
    { act: 'add', name: 'Files', draft },
    { act: 'add', name: 'Web', draft: { type: 'http', url: 'https://example.org/mcp', headers: { A: 'b' } } },
    { act: 'add', name: 'Files', draft: { ...draft, startTimeout: 600_000 } },
    { act: 'stop', name: 'Files' },
    { act: 'log', name: 'Files' },
    { act: 'import', file: 'claude-desktop', confirmed: false },
    { act: 'undo-import', file: '/x.json', confirmed: true },
  ])('is accepted unchanged: %j', (order) => {
    expect(parseServiceCommand({ kind: 'service', ...order })).toEqual({ kind: 'service', ...order })
  })

  it.each([
    { act: 'accept', name: 'Files' },
    { act: 'list', name: 'Files' },
    { act: 'stop' },
    { act: 'stop', name: '' },
    { act: 'stop', name: 'x'.repeat(65) },
    { act: 'stop', name: 'Files', more: true },
    { act: 'add', name: 'Files' },
    { act: 'add', name: 'Files', draft: { ...draft, args: [1] } },
    { act: 'add', name: 'Files', draft: { ...draft, env: { A: 1 } } },
    { act: 'add', name: 'Files', draft: { ...draft, shell: true } },
    { act: 'add', name: 'Files', draft: { ...draft, startTimeout: 999 } },
    { act: 'add', name: 'Files', draft: { ...draft, startTimeout: 600_001 } },
    { act: 'add', name: 'Files', draft: { type: 'embedded', module: 'x.js' } },
    { act: 'import', file: 'x' },
  ])('is rejected when it is invalid: %j', (order) => {
    expect(parseServiceCommand({ kind: 'service', ...order })).toBeUndefined()
  })

  it('is valid or rejected, for any content', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('kind', 'act', 'name', 'draft', 'file', 'confirmed'), fc.jsonValue()),
        (value) => {
          const order = parseServiceCommand(value)
          expect(order === undefined || order.kind === 'service').toBe(true)
        },
      ),
    )
  })
})
