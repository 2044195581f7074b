/**
 * File text: the text in the bytes of a client's file, and the encoding a Windows program gave it.
 *
 * Clients parse JSON as plain UTF-8: Claude Desktop, Windsurf and Gemini CLI reject a byte-order mark, as PowerShell
 * 5.1 writes it with `-Encoding UTF8`, and Claude Desktop then drops the servers. No client needs one. So everything that
 * Gatehouse writes is UTF-8 without a mark, and a file with another encoding is not called good.
 */
import type { ConfigProblem, FileEncoding } from '@shared/clients/connection.js'

export interface FileText {
  /** Without a byte-order mark. */
  readonly text: string
  readonly encoding: FileEncoding
}

/** Maximum bytes of a configuration. */
const longest = 4 * 1024 * 1024

/** The text, or why it cannot be read. */
export function fileTextOf(bytes: Buffer): FileText | ConfigProblem {
  if (bytes.length > longest) return { kind: 'too-large' }
  const encoding = encodingOf(bytes)
  try {
    // The decoder removes the mark of its encoding.
    return { text: new TextDecoder(decoderNames[encoding], { fatal: true }).decode(bytes), encoding }
  } catch {
    return { kind: 'not-text' }
  }
}

const decoderNames: Readonly<Record<FileEncoding, string>> = {
  'utf-8': 'utf-8',
  'utf-8-bom': 'utf-8',
  'utf-16le': 'utf-16le',
  'utf-16be': 'utf-16be',
}

function encodingOf(bytes: Buffer): FileEncoding {
  const [first, second, third] = bytes
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8-bom'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  // JSON begins with ASCII, which is half zero in UTF-16 (RFC 4627, section 3).
  if (first === 0 && second !== 0 && second !== undefined) return 'utf-16be'
  if (first !== 0 && second === 0) return 'utf-16le'
  return 'utf-8'
}
