import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { containsGenerated, isGenerated } from '../../../../src-main/policy/services/generated-text.js'
import { forAll } from '../../../fixtures/properties.js'

const letters = 'abcdefghijklmnopqrstuvwxyz'
const digits = '0123456789'
const alphabets = {
  hex: `${digits}abcdef`,
  base32: `${letters.toUpperCase()}234567`,
  base36: letters + digits,
  base62: letters + letters.toUpperCase() + digits,
  base64url: `${letters}${letters.toUpperCase()}${digits}-_`,
}

/** The same texts at each run. */
const generated = (alphabet: string, length: number, index: number): string => {
  const bytes = createHash('sha512').update(`${alphabet} ${length} ${index}`).digest()
  return Array.from({ length }, (_, at) => alphabet[(bytes[at] ?? 0) % alphabet.length]).join('')
}

describe('a generated text', () => {
  it.each(Object.entries(alphabets))('of %s is recognised, but for a few of a hundred', (_, alphabet) => {
    for (const length of [20, 22, 32, 40]) {
      const missed = Array.from({ length: 2_000 }, (_, index) => generated(alphabet, length, index)).filter(
        (text) => !isGenerated(text),
      )
      expect(missed.length).toBeLessThan(60)
    }
  })

  it('is every UUID, in any case, with or without hyphens', () => {
    forAll(fc.uuid({ version: 4 }), (id) => {
      expect(isGenerated(id)).toBe(true)
      expect(isGenerated(id.toUpperCase())).toBe(true)
    })
    expect(isGenerated('3f2b8c1e9d4a4f6b8e217a5c0d9b1e44')).toBe(true)
  })

  it.each(['NmQ3YzI0ZjItOTk5OS00ZTc1LWE1YmQ6MGY5', 'private_zctpwlX7ZkIAr7oqdfLPxw', 'a1b2-c3d4-e5f6-g7h8-i9j0'])(
    '%s is recognised',
    (text) => expect(isGenerated(text)).toBe(true),
  )

  it.each([
    'words-and-numbers-0123456789',
    'claude-3-5-sonnet-20241022',
    'mcp-server-2026.11.22-beta1',
    'x86_64-unknown-linux-gnu',
    '2026-11-22T10-30-00Z',
    'getMinecraftServerStatusById',
    'WorldGuardExtraFlagsPluginForPaper',
    'spigot-1.8.8-R0.1-SNAPSHOT',
    'STDIO_TRANSPORT_MODE',
    '1234567890123456789',
    'C:UsersadaServer',
    '我的服务器我的服务器我的服务器',
    'a b c d e f g h i j k l m',
  ])('%s is written by a person', (text) => expect(isGenerated(text)).toBe(false))

  it('is not a text of words, whatever joins them', () => {
    const word = fc.constantFrom('server', 'minecraft', 'world', 'tools', 'api', 'v2', 'mcp', 'Paper', 'data', '2026')
    forAll(fc.array(word, { minLength: 1, maxLength: 8 }), fc.constantFrom('-', '_', '.'), (words, mark) => {
      expect(isGenerated(words.join(mark))).toBe(false)
    })
  })

  it('is found in a longer text', () => {
    expect(containsGenerated('/s/NmQ3YzI0ZjItOTk5OS00ZTc1LWE1YmQ6/mcp?x=')).toBe(true)
    expect(containsGenerated('https://example.org/api/v1/mcp')).toBe(false)
  })
})
