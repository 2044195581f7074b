/**
 * Framing: how messages lie in the client's streams. Lines are the default (docs/protocol.md#mcp-bridge); frames with a
 * `Content-Length` are read and written only where they are asked for (docs/protocol.md#mcp-legacy-framing).
 */
import { FrameReader } from './frame-reader.js'
import { LineReader } from './line-reader.js'

/** What a reader finds in the client's bytes. */
export type Incoming =
  | { readonly kind: 'message'; readonly bytes: Buffer }
  /** One over the limit; it was skipped. */
  | {
      readonly kind: 'too-long'
      /** Its first bytes, where they are known: they may say what it was. */
      readonly head?: Buffer
    }
  /** Bytes that belong to no frame; they are skipped up to the next. */
  | { readonly kind: 'unframed' }

export interface Framing {
  /** @param limit bytes of one message */
  readonly reader: (limit: number) => { push(chunk: Buffer): Iterable<Incoming> }
  /** The bytes of a message, as text. */
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
