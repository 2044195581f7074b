/** Practice: Gatehouse plays an AI client in the demo world. */

/** Id of the caller that Gatehouse plays; no key leads to it: keys belong to `client:…` or the bridge. */
export const practiceId = 'practice'

/** How it ended; `open`: the person still thinks. */
export type Played = 'approved' | 'denied' | 'open'
