/**
 * Page reset, for the window: it has discarded all data, and asks how the few texts that it keeps may be shown now.
 *
 * Guards invariant 8 on a stream: the texts it keeps (the open screen, what a person typed) are redacted again. The request also
 * confirms that the page has discarded everything else.
 */
import type { StreamSafe } from '../../gateway/stream-safe.js'
import type { Handlers } from '../answer.js'

/** @param onPageReset called when the window confirms its reset */
export const pageResetHandlers = (
  stream: Pick<StreamSafe, 'cover'>,
  onPageReset: () => void,
): Pick<Handlers, 'stream:page-reset'> => ({
  'stream:page-reset': ({ texts }) => {
    onPageReset()
    const { restore } = stream.cover()
    // A list of texts might look like a place; members of their own do not.
    return texts.map((text) => ({ text: restore(text) ?? null }))
  },
})
