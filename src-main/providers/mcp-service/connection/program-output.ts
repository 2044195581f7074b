/**
 * Program output: the messages in one line that a program wrote.
 *
 * Real programs write more than messages: a byte-order mark, colours, a prompt, log lines, several messages in an
 * array. Text before a message is tolerated only where the message answers an open request, because a log line may
 * quote any message.
 */
import { isObject, parseJson } from '@contract/json/json-object.js'
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/client'
import { excessOf, type MessageExcess } from './message-bounds.js'

/** Maximum characters of text before a message, and logged characters of other output. */
export const maxBegin = 1_000
/** Maximum messages of one array. */
const maxBatch = 100

export interface OutputLine {
  readonly messages: readonly JSONRPCMessage[]
  /** Text for the log. */
  readonly other: string
  /** Why a message was dropped. */
  readonly excess?: MessageExcess
}

type IsOpen = (id: RequestId) => boolean

const nothing: OutputLine = { messages: [], other: '' }

/** @param isOpen whether a request has no response yet */
export function readLine(line: string, isOpen: IsOpen): OutputLine {
  const text = line.slice(marksBefore(line))
  if (text === '') return nothing
  if (text.startsWith('{') || text.startsWith('[')) {
    const read = messagesIn(text, isOpen)
    if (read) return read
  }
  const from = text.slice(0, maxBegin).indexOf('{"')
  const found = from > 0 ? messagesIn(text.slice(from), isOpen) : undefined
  const [response] = found?.messages ?? []
  return found && response && !('method' in response) && response.id !== undefined && isOpen(response.id)
    ? { messages: found.messages, other: text.slice(0, from) }
    : { messages: [], other: line.slice(0, maxBegin) }
}

/** Undefined when it is anything but a message, or an array of them as in revision 2025-03-26. */
function messagesIn(text: string, isOpen: IsOpen): OutputLine | undefined {
  const excess = excessOf(text)
  if (excess) return { messages: [], other: '', excess }
  const value = parseJson(text)
  const all = (Array.isArray(value) ? value : [value]).slice(0, maxBatch + 1)
  const messages = all.flatMap((one) => messageOf(one, isOpen) ?? [])
  const isBatch = messages.length === all.length && messages.length > 0 && messages.length <= maxBatch
  return isBatch ? { messages, other: '' } : undefined
}

/** Some servers omit the version, or return a number as text; in the response to an open request both are clear. */
function messageOf(value: unknown, isOpen: IsOpen): JSONRPCMessage | undefined {
  if (!isObject(value)) return undefined
  const { jsonrpc, id } = value
  if (jsonrpc !== '2.0' && jsonrpc !== undefined) return undefined
  if ('method' in value) return jsonrpc === undefined ? undefined : (value as unknown as JSONRPCMessage)
  const sent = typeof id === 'string' && !isOpen(id) && isOpen(Number(id)) ? Number(id) : id
  if (jsonrpc === undefined && !((typeof sent === 'number' || typeof sent === 'string') && isOpen(sent)))
    return undefined
  return { ...value, jsonrpc: '2.0', ...(id !== undefined && { id: sent }) } as unknown as JSONRPCMessage
}

const byteOrderMark = 0xfeff
const escapeCode = 0x1b

/** The length of what terminals and editors put before a message: marks, white space, and codes of colours. */
function marksBefore(line: string): number {
  let at = 0
  for (; at < line.length; at += 1) {
    const code = line.charCodeAt(at)
    if (code === escapeCode && line[at + 1] === '[') at = endOfColour(line, at + 2)
    else if (code > 0x20 && code !== byteOrderMark) return at
  }
  return at
}

/** The index of the final byte of an escape sequence. */
function endOfColour(line: string, from: number): number {
  let at = from
  while (at < line.length && line.charCodeAt(at) < 0x40) at += 1
  return at
}
