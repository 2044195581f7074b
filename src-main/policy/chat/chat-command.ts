/**
 * Chat command: parses commands to the AI in a player's chat message. See docs/protocol.md#bedrock-login and
 * docs/protocol.md#chat-commands.
 *
 * Enforces invariant 5: a line is bounded before it is matched, and matched by its first word alone, so the time is
 * linear whatever a player writes. A line that only resembles a command is not one. The gateway removes logins from the
 * chat before it is delivered. No line answers an approval.
 */

/** Characters of a line that are read; Minecraft's own limit is 256. */
export const maxLineLength = 512

export type ChatCommand =
  | { readonly kind: 'ask'; readonly text: string }
  | { readonly kind: 'help' | 'stop' | 'new' | 'status' | 'more' }
  | WrongChatCommand

/** A question without text, or a command that does not exist: the player gets help. */
export interface WrongChatCommand {
  readonly kind: 'incomplete' | 'unknown'
  readonly isChinese: boolean
}

type Plain = Extract<ChatCommand, { kind: 'help' | 'stop' | 'new' | 'status' | 'more' }>['kind']

const plainCommands: Readonly<Record<string, Plain>> = {
  help: 'help',
  帮助: 'help',
  stop: 'stop',
  停止: 'stop',
  new: 'new',
  新对话: 'new',
  status: 'status',
  状态: 'status',
  more: 'more',
  更多: 'more',
}

/** Chinese keyboards write full-width characters. */
const hashes = new Set(['#', '＃'])
const ats = new Set(['@', '＠'])

/** @param name the name of the AI in chat, without the `#` */
export function parseChatCommand(message: string, name: string): ChatCommand | undefined {
  const line = message.slice(0, maxLineLength).trim()
  const sign = line.charAt(0)
  if (hashes.has(sign)) return hashCommand(line.slice(1))
  if (!ats.has(sign)) return gptQuestion(line)
  const [first, rest] = firstWord(line.slice(1))
  if (!isSameWord(first, name)) return undefined
  return rest === '' ? wrong('incomplete', name) : { kind: 'ask', text: rest }
}

/** `GPT 聊天 你好`: Chinese is written without spaces, so `GPT聊天你好` is the same. */
function gptQuestion(line: string): ChatCommand | undefined {
  if (!isSameWord(line.slice(0, 3), 'gpt')) return undefined
  const rest = line.slice(3).trimStart()
  if (!rest.startsWith('聊天')) return undefined
  const text = rest
    .slice(2)
    .replace(/^[\s:：,，]/u, '')
    .trim()
  return text === '' ? wrong('incomplete', line) : { kind: 'ask', text }
}

function hashCommand(line: string): ChatCommand | undefined {
  const [word, rest] = firstWord(line)
  const command = word.toLowerCase()
  const plain = Object.hasOwn(plainCommands, command) ? plainCommands[command] : undefined
  if (plain && rest === '') return { kind: plain }
  return command !== '' && line.startsWith(word) && commandWord.test(command) ? wrong('unknown', command) : undefined
}

/** A word as a command has it; `#1` and `#!` are not. */
const commandWord = /^\p{L}{2,16}$/u

const wrong = (kind: WrongChatCommand['kind'], text: string): WrongChatCommand => ({
  kind,
  isChinese: /\p{Script=Han}/u.test(text),
})

function firstWord(text: string): readonly [string, string] {
  const trimmed = text.trim()
  const end = trimmed.search(/\s/u)
  return end < 0 ? [trimmed, ''] : [trimmed.slice(0, end), trimmed.slice(end).trim()]
}

const isSameWord = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()
