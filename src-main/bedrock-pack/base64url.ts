/** Base64url of ASCII text. The game's script engine has no function for it. */
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

export function base64url(ascii: string): string {
  let encoded = ''
  for (let at = 0; at < ascii.length; at += 3) {
    const [one = 0, two = 0, three = 0] = [0, 1, 2].map((step) => ascii.charCodeAt(at + step) || 0)
    const bits = (one << 16) | (two << 8) | three
    const letters = Math.min(3, ascii.length - at) + 1
    for (let letter = 0; letter < letters; letter++) encoded += alphabet.charAt((bits >> (18 - 6 * letter)) & 63)
  }
  return encoded
}
