/**
 * Page reset, for the window: it has discarded all data, and asks how to show the few texts that it keeps.
 *
 * Guards invariant 8 on a stream: the kept texts (the open screen, typed text) are redacted again. The request also
 * confirms that everything else is discarded.
 */
import type { StreamSafe } from '../../gateway/feeds/stream-safe.js'
import type { Handlers } from '../answer.js'

/** @param onPageReset called when the window confirms its reset */
export const pageResetHandlers = (
  stream: Pick<StreamSafe, 'mask'>,
  onPageReset: () => void,
): Pick<Handlers, 'stream:page-reset'> => ({
  'stream:page-reset': ({ texts }) => {
    onPageReset()
    const { restore } = stream.mask()
    // A list of texts might look like a place; members of their own do not.
    return texts.map((text) => ({ text: restore(text) ?? null }))
  },
})
