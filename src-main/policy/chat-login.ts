/**
 * Chat login: recognizes `#login KEY` and `#登录 KEY` in a chat message. See docs/protocol.md#bedrock-login.
 *
 * A message that only looks like a login counts as one, because it may hold the key. Takes time linear in the message.
 */

/** Characters of a message that are read; a chat message has 256 at most, and some servers allow 512. */
const maxMessageLength = 1_024

const words = ['#login', '#登录', '#登錄', '#登陆', '#登入'] as const

/** The message without format codes and with plain spaces, full-width characters as plain ones. */
export const plainLine = (message: string): string =>
  message
    .slice(0, maxMessageLength)
    .normalize('NFKC')
    .replace(/§./gu, '')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()

/** What stands behind the login command, possibly empty; undefined when the message is no login. */
export function loginKeyIn(message: string): string | undefined {
  const text = plainLine(message)
  if (!text.startsWith('#')) return undefined
  const command = `#${text.slice(1).trimStart()}`
  const lower = command.slice(0, 16).toLowerCase()
  const word = words.find((one) => lower.startsWith(one))
  return word === undefined ? undefined : normalizedKey(command.slice(word.length))
}

/** A key as it is compared: without spaces and hyphens, upper case. */
export const normalizedKey = (key: string): string => key.replace(/[\s-]/gu, '').toUpperCase()

/** Whether a text holds the key, however it is spaced. @param key normalized */
export const holdsKey = (text: string, key: string): boolean =>
  key.length > 0 && normalizedKey(text.slice(0, maxMessageLength).normalize('NFKC')).includes(key)
