/**
 * Game decision: recognizes `#approve 4821`, `#deny 4821` and `#link 482193`, in English and Chinese, in a chat
 * message.
 *
 * Guards invariant 6: a message that only resembles an answer counts as one, so that no AI reads it. Takes time linear
 * in the message.
 */
import { plainLine } from '../chat/chat-login.js'
import { spellsDigits } from './spelled-digits.js'

export interface GameDecision {
  readonly kind: 'approve' | 'deny' | 'link'
  /** The digits after the keyword, without spaces; empty when there is no code. */
  readonly code: string
}

const words: Readonly<Record<string, GameDecision['kind']>> = {
  approve: 'approve',
  同意: 'approve',
  批准: 'approve',
  deny: 'deny',
  拒绝: 'deny',
  拒絕: 'deny',
  link: 'link',
  绑定: 'link',
  綁定: 'link',
}

/** Characters of a code that are read. */
const maxCodeLength = 16

/** The answer in a message; undefined when there is none. */
export function parseGameDecision(message: string): GameDecision | undefined {
  const text = plainLine(message)
  if (!text.startsWith('#')) return undefined
  const command = text.slice(1).trimStart()
  const lower = command.slice(0, 16).toLowerCase()
  const word = Object.keys(words).find((one) => lower.startsWith(one))
  const kind = word === undefined ? undefined : words[word]
  if (word === undefined || kind === undefined) return undefined
  const rest = command.slice(word.length).replace(/[\s:：-]/gu, '')
  return { kind, code: /^\d*/u.exec(rest.slice(0, maxCodeLength))?.[0] ?? '' }
}

/** Whether a text contains a code, in any spelling. */
export const containsCode = (text: string, code: string): boolean => spellsDigits(text, code)
