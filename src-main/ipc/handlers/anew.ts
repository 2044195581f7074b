/**
 * Anew, for the window: it has let go of all it had drawn, and asks what the little that it keeps may be shown as now.
 *
 * Guards invariant 8 on a stream: what it keeps, where a person was and what they typed, goes through the veil once more. That
 * it asks is how the program knows that the page has let go of the rest.
 */
import type { StreamSafe } from '../../gateway/stream-safe.js'
import type { Handlers } from '../answer.js'

/** @param onAnew called when the window says that it has begun anew */
export const anewHandlers = (stream: Pick<StreamSafe, 'cover'>, onAnew: () => void): Pick<Handlers, 'stream:anew'> => ({
  'stream:anew': ({ texts }) => {
    onAnew()
    const { restore } = stream.cover()
    // A list of texts might look like a place; members of their own do not.
    return texts.map((text) => ({ text: restore(text) ?? null }))
  },
})
