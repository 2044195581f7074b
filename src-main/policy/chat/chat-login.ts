/**
 * Chat login: recognizes `#login KEY` and `#登录 KEY` in a chat message. See docs/protocol.md#bedrock-login.
 *
 * A message that only resembles a login counts as one, because it may contain the key. The time is linear in the length
 * of the message.
 */

/** Characters of a message that are read; a chat message has 256 at most, and some servers allow 512. */
const maxMessageLength = 1_024

const words = ['#login', '#登录', '#登錄', '#登陆', '#登入'] as const

/** The message without format codes, with ASCII spaces and half-width characters. */
export const plainLine = (message: string): string =>
  message
    .slice(0, maxMessageLength)
    .normalize('NFKC')
    .replace(/§./gu, '')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()

/** The text after the login command, possibly empty; undefined when the message is not a login. */
export function loginKeyIn(message: string): string | undefined {
  const text = plainLine(message)
  if (!text.startsWith('#')) return undefined
  const command = `#${text.slice(1).trimStart()}`
  const lower = command.slice(0, 16).toLowerCase()
  const word = words.find((one) => lower.startsWith(one))
  return word === undefined ? undefined : normalizedKey(command.slice(word.length))
}

/** A key in the form used for comparison: upper case, without spaces and hyphens. */
export const normalizedKey = (key: string): string => key.replace(/[\s-]/gu, '').toUpperCase()

/** Whether a text contains the key, whatever signs stand between its characters. @param key normalized */
export function containsKey(text: string, key: string): boolean {
  const bare = withoutSigns(key)
  const read = text.slice(0, maxMessageLength).normalize('NFKC').replace(/§./gu, '')
  return (
    (key !== '' && normalizedKey(read).includes(key)) ||
    (bare !== '' && withoutSigns(read.toUpperCase()).includes(bare))
  )
}

const withoutSigns = (text: string): string => text.replace(/[^\p{L}\p{Nd}]/gu, '')
