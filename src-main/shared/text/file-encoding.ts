/**
 * File encoding: the text in the bytes of a file, and the encoding a Windows program gave it.
 *
 * PowerShell 5.1 writes UTF-8 with a byte-order mark (`-Encoding UTF8`) or UTF-16 (`>`). Another encoding is never guessed.
 */

/** Every encoding but `utf-8` is one that the clients of AI cannot be trusted to read. */
export type FileEncoding = 'utf-8' | 'utf-8-bom' | 'utf-16le' | 'utf-16be'
export type OtherEncoding = Exclude<FileEncoding, 'utf-8'>

/** The same in every language. */
export const encodingNames: Readonly<Record<OtherEncoding, string>> = {
  'utf-8-bom': 'UTF-8 BOM',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
}

export interface DecodedText {
  /** Without a byte-order mark. */
  readonly text: string
  readonly encoding: FileEncoding
}

/** Undefined for bytes in none of these encodings. */
export function decodedText(bytes: Uint8Array): DecodedText | undefined {
  const encoding = encodingOf(bytes)
  try {
    // The decoder removes the mark of its encoding.
    const decoder = new TextDecoder(encoding === 'utf-8-bom' ? 'utf-8' : encoding, { fatal: true })
    return { text: decoder.decode(bytes), encoding }
  } catch {
    return undefined
  }
}

function encodingOf([first, second, third]: Uint8Array): FileEncoding {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8-bom'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  // JSON and settings begin with ASCII, which is half zero in UTF-16 (RFC 4627, section 3).
  if (first === 0 && second !== 0 && second !== undefined) return 'utf-16be'
  return first !== 0 && second === 0 ? 'utf-16le' : 'utf-8'
}
