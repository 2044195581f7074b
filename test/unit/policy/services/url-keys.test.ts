import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withoutUrlKeys } from '../../../../src-main/policy/services/url-keys.js'
import { forAll, times } from '../../../fixtures/properties.js'

const id = '3f2b8c1e-9d4a-4f6b-8e21-7a5c0d9b1e44'

describe('an address without its keys', () => {
  it.each([
    ['https://token-of-mine@example.org/mcp', 'https://…@example.org/mcp'],
    ['https://me:word@example.org/mcp', 'https://me:…@example.org/mcp'],
    ['https://example.org/mcp?api_key=abc', 'https://example.org/mcp?api_key=…'],
    ['https://example.org/mcp?t=sk-0123456789ab', 'https://example.org/mcp?t=…'],
    ['https://example.org/mcp?id=3f2a91c04b7d4e5f8a6b&q=1', 'https://example.org/mcp?id=…&q=1'],
    [
      'https://www.mcp.run/api/mcp/sse?nonce=ab&username=ada&sig=cd',
      'https://www.mcp.run/api/mcp/sse?nonce=…&username=ada&sig=…',
    ],
    ['https://example.org/mcp#access_token=abc', 'https://example.org/mcp#…'],
  ])('%s reads as %s', (url, shown) => expect(withoutUrlKeys(url)).toBe(shown))

  it.each([
    [
      `https://mcp.zapier.com/api/mcp/s/NmQ3YzI0ZjItOTk5OS00ZTc1LWE1YmQ6MGY5/mcp`,
      'https://mcp.zapier.com/api/mcp/s/…/mcp',
    ],
    [`https://n8n.example.org/mcp/${id}/sse`, 'https://n8n.example.org/mcp/…/sse'],
    [
      `https://backend.composio.dev/v3/mcp/${id}/mcp?user_id=ada`,
      'https://backend.composio.dev/v3/mcp/…/mcp?user_id=ada',
    ],
    ['https://mcp.composio.dev/gmail/tinkling-faint-car-f6g1zk', 'https://mcp.composio.dev/gmail/…'],
    ['https://mcp.composio.dev/gmail/short-lazy-piano', 'https://mcp.composio.dev/gmail/…'],
    [`https://mcp.pipedream.net/${id}/slack`, 'https://mcp.pipedream.net/…/slack'],
    [`https://eu2.make.com/mcp/api/v1/u/${id}/sse`, 'https://eu2.make.com/mcp/api/v1/u/…/sse'],
    ['https://hook.eu1.make.com/k3v9x1q8z7w2m4n6b5c0d1f2g3h4j5l6', 'https://hook.eu1.make.com/…'],
    ['https://ha.example.org/private_zctpwlX7ZkIAr7oqdfLPxw', 'https://ha.example.org/…'],
    ['https://ha.example.org/api/webhook/my-own-hook-name', 'https://ha.example.org/api/webhook/…'],
    ['https://api.telegram.org/bot123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11/x', 'https://api.telegram.org/…/x'],
    ['http://127.0.0.1:8080/eyJhbGciOiJIUzI1NiJ9.e30.abc/mcp', 'http://127.0.0.1:8080/…/mcp'],
  ])('has no key in its path: %s reads as %s', (url, shown) => {
    expect(withoutUrlKeys(url)).toBe(shown)
    expect(withoutUrlKeys(url, { path: false })).toBe(url)
  })

  it.each([
    'https://example.org/mcp?q=minecraft+redstone&page=2&since=2026-11-22',
    'https://example.org/mcp?scope=read-everything-here&version=1.2.3',
    'https://example.org/a/very/long/path/of/words-and-numbers-0123456789',
    'https://example.org/api/v1/mcp',
    'https://mcp.zapier.com/api/v1/connect',
    'https://mcp.make.com/sse',
    'https://api.githubcopilot.com/mcp/x/pull_requests/readonly',
    'https://mcp.deepwiki.com/sse',
    'https://server.smithery.ai/@modelcontextprotocol/server-filesystem/mcp',
    'https://gitmcp.io/microsoft/playwright-mcp',
    'https://learn.microsoft.com/api/mcp',
    'https://example.org/webhook/mcp',
    'http://localhost:3000/servers/minecraft-1.21.9/mcp',
    'https://huggingface.co/mcp?login',
    'postgres://someone@localhost/database',
    'no address',
  ])('%s stays as it is', (url) => expect(withoutUrlKeys(url)).toBe(url))

  it('has no UUID anywhere, and its ordinary segments, whatever the address', () => {
    const segment = fc.constantFrom('mcp', 'api', 'v1', 'sse', 's', 'servers', 'minecraft-tools')
    const path = fc.array(segment, { maxLength: 4 })
    forAll(fc.uuid({ version: 4 }), path, path, (secret, before, after) => {
      const url = `https://example.org/${[...before, secret, ...after].join('/')}`
      expect(withoutUrlKeys(url)).toBe(`https://example.org/${[...before, '…', ...after].join('/')}`)
    })
  })

  it('is never an error, and the same when it is shown again', () =>
    times(40).forAll(fc.oneof(fc.webUrl({ withFragments: true, withQueryParameters: true }), fc.string()), (url) => {
      const shown = withoutUrlKeys(url)
      expect(withoutUrlKeys(shown)).toBe(shown)
    }))
})
