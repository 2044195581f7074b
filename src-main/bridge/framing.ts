/**
 * Framing of the client's streams. Default: one message a line (docs/protocol.md#mcp-bridge); frames with a
 * `Content-Length` on request (docs/protocol.md#mcp-legacy-framing).
 */

import { type Incoming, LineReader } from '@contract/text/line-reader.js'
import { FrameReader } from './frame-reader.js'

export interface Framing {
  /** @param limit maximum bytes of a message */
  readonly reader: (limit: number) => { push(chunk: Buffer): Iterable<Incoming> }
  /** A framed message, as text. */
  readonly framed: (text: string) => string
}

export type FramingName = 'lines' | 'content-length'

export const framings: Readonly<Record<FramingName, Framing>> = {
  lines: { reader: (limit) => new LineReader(limit), framed: (text) => `${text}\n` },
  'content-length': {
    reader: (limit) => new FrameReader(limit),
    framed: (text) => `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  },
}
