import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { redactKeys } from '../../../../src-main/policy/redaction/redaction.js'
import { redactTexts, withoutTextKeys } from '../../../../src-main/policy/redaction/text-keys.js'
import { forAll } from '../../../fixtures/properties.js'

describe('a text with a key', () => {
  it.each([
    ['export PASSWORD=hunter2', 'export PASSWORD=[redacted]'],
    ['login --password hunter2 --user ada', 'login --password [redacted] --user ada'],
    ['login --password=hunter2', 'login --password=[redacted]'],
    ['Authorization: Basic dXNlcjpwYXNz', 'Authorization: Basic [redacted]'],
    ['curl -H "X-Api-Key: hunter2" x', 'curl -H "X-Api-Key: [redacted]" x'],
    ['got Bearer abcdefghijkl, refused', 'got Bearer [redacted] refused'],
    ['postgres://admin:hunter2@db/x', 'postgres://admin:…@db/x'],
    ['cannot reach jdbc:postgres://admin:hunter2@a:1,b:2/x today', 'cannot reach jdbc:postgres://…@a:1,b:2/x today'],
    ['GET https://a.example/mcp?token=hunter2 failed', 'GET https://a.example/mcp?token=… failed'],
    ['wrong key (ghp_0123456789abcdef).', 'wrong key ([redacted]).'],
    ['{"apiKey":"hunter2"}', '[redacted]'],
  ])('loses the key alone: %s', (text, shown) => {
    expect(withoutTextKeys(text)).toBe(shown)
    expect(redactKeys([text])).toEqual(['[redacted]'])
  })

  it.each([
    'Unexpected token: } in JSON at position 12',
    'connect ECONNREFUSED 127.0.0.1:25575',
    "ENOENT: no such file or directory, open '/home/ada/.config/Gatehouse/services.json'",
    'https://a.example/mcp/v1',
    'setblock 10 64 -3 minecraft:oak_planks',
    'at McpServices.apply (src-main/providers/mcp-service/mcp-services.ts:129:7)',
    'Basic rules of the house',
  ])('that is none stays: %s', (text) => expect(withoutTextKeys(text)).toBe(text))

  it('is found at any place, and identifiers stay', () => {
    const id = '0198f3c2-9999-4e75-a5bd-0f9aabbccdde'
    expect(redactTexts({ requestId: id, list: [{ error: `x ${id}` }], port: 1 }, 100)).toEqual({
      ...{ requestId: id, port: 1 },
      list: [{ error: 'x [redacted]' }],
    })
    expect(redactTexts({ requestId: 'ghp_0123456789abcdef' }, 100)).toEqual({ requestId: '[redacted]' })
  })

  it('never shows a password, whatever stands around it', () => {
    const words = fc.array(fc.constantFrom('run', '-v', '"x"', '/srv', 'a=b', "'"), { maxLength: 4 })
    const form = fc.constantFrom('TOKEN=', '--password ', 'Authorization: Bearer ', 'redis://:', 'https://u:')
    forAll(words, form, words, (before, form, after) => {
      const end = form.includes('://') ? '@db/0' : ''
      const text = [...before, `${form}hunter2hunter${end}`, ...after].join(' ')
      expect(withoutTextKeys(text)).not.toContain('hunter2')
      expect(redactKeys(text)).toBe('[redacted]')
    })
  })
})
