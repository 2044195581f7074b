/**
 * File text: the text of a client's file, bounded.
 *
 * Clients parse JSON as plain UTF-8. Claude Desktop, Windsurf and Gemini CLI reject a byte-order mark, and Claude Desktop
 * then drops the servers. No client needs one. So everything that Gatehouse writes is UTF-8 without a mark, and a file in
 * another encoding is not called good.
 */
import type { ConfigProblem } from '@shared/clients/connection.js'
import { type DecodedText, decodedText } from '@shared/text/file-encoding.js'

/** Maximum bytes of a configuration. */
const longest = 4 * 1024 * 1024

/** The text, or why it cannot be read. */
export const fileTextOf = (bytes: Buffer): DecodedText | ConfigProblem =>
  bytes.length > longest ? { kind: 'too-large' } : (decodedText(bytes) ?? { kind: 'not-text' })
