/**
 * Address of Streamer.bot: whether a text can be one.
 *
 * Guards invariant 7: it is on this computer or in a private network, as nothing encrypts what is sent. A name is
 * checked again by its addresses when it is connected to.
 */

export const normalStreamerBotAddress = 'ws://127.0.0.1:8080/'
export const maxStreamerBotAddress = 256

/** The address as it is kept; undefined for any other text. */
export function streamerBotAddress(text: string): string | undefined {
  const written = text.trim()
  if (written.length > maxStreamerBotAddress) return undefined
  const whole = written.includes('://') ? written : `ws://${written}`
  if (!URL.canParse(whole)) return undefined
  const url = new URL(whole)
  if (url.protocol !== 'ws:' || url.hostname === '' || url.username !== '' || url.password !== '') return undefined
  url.hash = ''
  return url.href
}
