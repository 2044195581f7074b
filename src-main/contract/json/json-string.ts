/** JSON string: finds the end of a string in a JSON text, in linear time and without parsing. */

const backslash = 0x5c

/** The offset of the closing quote; the end of the text when there is none. @param start offset of the opening quote */
export function endOfString(text: string, start: number): number {
  for (let from = start + 1; ; ) {
    const end = text.indexOf('"', from)
    if (end < 0) return text.length
    let escapes = 0
    while (text.charCodeAt(end - escapes - 1) === backslash) escapes++
    if (escapes % 2 === 0) return end
    from = end + 1
  }
}
