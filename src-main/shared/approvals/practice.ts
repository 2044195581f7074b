/** Practice: requests that Gatehouse itself sends as an AI client of the demo world. */

/** Id of the practice AI; no key leads to it: keys belong to `client:…` or the bridge. */
export const practiceId = 'practice'

/** How it ended; `open`: the person has not decided. */
export type PracticeOutcome = 'approved' | 'denied' | 'open'
