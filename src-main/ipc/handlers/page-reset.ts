/**
 * Page reset, for the window: it has discarded all data, and requests its few remaining texts again.
 *
 * Guards invariant 8 on a stream: the remaining texts (the open screen, typed text) are redacted again. The request also
 * confirms that everything else is discarded.
 */
import type { StreamSafe } from '../../gateway/feeds/stream-safe.js'
import type { Handlers } from '../request-handling.js'

/** @param onPageReset called when the window confirms its reset */
export const pageResetHandlers = (
  stream: Pick<StreamSafe, 'mask'>,
  onPageReset: () => void,
): Pick<Handlers, 'stream:page-reset'> => ({
  'stream:page-reset': ({ texts }) => {
    onPageReset()
    const { restore } = stream.mask()
    // A list of texts could be redacted as a position, so each text is a member of an object.
    return texts.map((text) => ({ text: restore(text) ?? null }))
  },
})
