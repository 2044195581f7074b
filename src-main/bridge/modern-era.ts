/**
 * The stateless era of MCP (revision 2026-07-28): a message that names its protocol version needs no session, but HTTP
 * headers that repeat parts of its body.
 */
import { type Message, objectAt } from './message.js'

const versionKey = 'io.modelcontextprotocol/protocolVersion'

/** The member of `params` that the `Mcp-Name` header repeats. */
const nameSources: ReadonlyMap<string, string> = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
  ['tasks/get', 'taskId'],
  ['tasks/update', 'taskId'],
  ['tasks/cancel', 'taskId'],
])

/** The headers a modern message needs, or `undefined` if the message is of the era with sessions. */
export const modernHeaders = (message: Message): Record<string, string> | undefined => {
  if (message.kind === 'response') return undefined
  const version = objectAt(message.params, '_meta')[versionKey]
  if (typeof version !== 'string') return undefined
  const source = nameSources.get(message.method)
  const name = source === undefined ? undefined : message.params[source]
  return {
    'MCP-Protocol-Version': headerValue(version),
    'Mcp-Method': headerValue(message.method),
    ...(typeof name === 'string' && { 'Mcp-Name': headerValue(name) }),
  }
}

/** Unchanged where HTTP allows it, else in Base64 form (SEP-2243). */
const headerValue = (value: string): string => {
  const plain = /^[\x20-\x7e\t]+$/.test(value) && value === value.trim()
  const looksEncoded = value.startsWith('=?base64?') && value.endsWith('?=')
  return plain && !looksEncoded ? value : `=?base64?${Buffer.from(value, 'utf8').toString('base64')}?=`
}
