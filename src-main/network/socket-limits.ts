/**
 * Socket limits: what the other end of a WebSocket can make us keep before a message is whole.
 *
 * Guards invariant 7: each piece of an unfinished message costs memory of its own, however small it is. The bytes of one
 * message are bounded by `maxPayload`, and its pieces here.
 */

/** Pieces that a message may be sent in. Programs we know send one; some proxies cut at 4 KiB. */
const mostFragments = 256
/** Chunks that the bytes of one frame may arrive in: 16 MiB in packets of a slow network. */
const mostChunks = 16_384
/** Bytes that a chunk has at least, on average, when a network carries it and nobody plays. */
const bytesOfChunk = 256

/** Options of `ws` for a connection whose messages have at most so many bytes. */
export const socketLimits = (maxPayload: number) =>
  ({
    maxPayload,
    maxFragments: mostFragments,
    maxBufferedChunks: Math.min(mostChunks, Math.max(256, Math.ceil(maxPayload / bytesOfChunk))),
    perMessageDeflate: false,
  }) as const
