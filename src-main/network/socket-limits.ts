/**
 * Socket limits: bounds the buffered parts of an incomplete WebSocket message.
 *
 * Enforces invariant 7: each fragment costs memory of its own, however small. `maxPayload` bounds the bytes of a
 * message; this bounds its fragments.
 */

/** Maximum fragments per message. Known programs send one; some proxies cut at 4 KiB. */
const maxMessageFragments = 256
/** Maximum chunks per frame: 16 MiB in packets of a slow network. */
const maxChunks = 16_384
/** Minimum average bytes per chunk on a real network. */
const bytesOfChunk = 256

/** `ws` options for a connection with messages of at most `maxPayload` bytes. */
export const socketLimits = (maxPayload: number) =>
  ({
    maxPayload,
    maxFragments: maxMessageFragments,
    maxBufferedChunks: Math.min(maxChunks, Math.max(256, Math.ceil(maxPayload / bytesOfChunk))),
    perMessageDeflate: false,
  }) as const
