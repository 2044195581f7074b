import { describe, expect, it } from 'vitest'
import { withoutUrlKeys } from '../../../../src-main/policy/services/service-keys.js'

describe('an address without its keys', () => {
  it.each([
    ['https://token-of-mine@example.org/mcp', 'https://…@example.org/mcp'],
    ['https://me:word@example.org/mcp', 'https://me:…@example.org/mcp'],
    ['https://example.org/mcp?api_key=abc', 'https://example.org/mcp?api_key=…'],
    ['https://example.org/mcp?t=sk-0123456789ab', 'https://example.org/mcp?t=…'],
    ['https://example.org/mcp?id=3f2a91c04b7d4e5f8a6b&q=1', 'https://example.org/mcp?id=…&q=1'],
  ])('%s reads as %s', (url, shown) => expect(withoutUrlKeys(url)).toBe(shown))

  it.each([
    'https://example.org/mcp?q=minecraft+redstone&page=2&since=2026-11-22',
    'https://example.org/mcp?scope=read-everything-here&version=1.2.3',
    'https://example.org/a/very/long/path/of/words-and-numbers-0123456789',
    'postgres://someone@localhost/database',
    'no address',
  ])('%s stays as it is', (url) => expect(withoutUrlKeys(url)).toBe(url))
})
