import { describe, expect, it } from 'vitest'
import { type Message, parseMessage } from '../../../src-main/bridge/message.js'
import { modernHeaders } from '../../../src-main/bridge/modern-era.js'

const message = (method: string, params: object = {}, version: unknown = '2026-07-28'): Message => {
  const _meta = { 'io.modelcontextprotocol/protocolVersion': version }
  const parsed = parseMessage(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } }))
  if (parsed === undefined) throw new Error('no message')
  return parsed
}
const nameHeader = (name: string) => modernHeaders(message('tools/call', { name }))?.['Mcp-Name']

describe('a message of the stateless era', () => {
  it('repeats its version, method and name in headers', () => {
    expect(modernHeaders(message('server/discover'))).toEqual({
      'MCP-Protocol-Version': '2026-07-28',
      'Mcp-Method': 'server/discover',
    })
    expect(nameHeader('world_time_get')).toBe('world_time_get')
    expect(modernHeaders(message('prompts/get', { name: 'p' }))?.['Mcp-Name']).toBe('p')
    expect(modernHeaders(message('resources/read', { uri: 'a:b' }))?.['Mcp-Name']).toBe('a:b')
  })

  it('encodes a name that HTTP could not carry', () => {
    expect(nameHeader('世界')).toBe('=?base64?5LiW55WM?=')
    for (const name of ['', ' a', 'a\r\nX-Evil: 1', '=?base64?eA==?='])
      expect(nameHeader(name)).toMatch(/^=\?base64\?\S*\?=$/)
  })
})

describe('a message of the era with sessions', () => {
  it('gets no such headers', () => {
    expect(modernHeaders({ ...message('tools/list'), params: {} } as Message)).toBeUndefined()
    expect(modernHeaders(message('tools/list', {}, 7))).toBeUndefined()
    expect(modernHeaders({ kind: 'response', id: 1, result: {}, error: undefined, text: '' })).toBeUndefined()
  })
})
