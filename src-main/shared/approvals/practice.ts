/** Practice: requests that Gatehouse itself sends as an AI client of the demo world. */

/** Id of the practice AI. No key has this id: keys belong to `client:…` or the bridge. */
export const practiceId = 'practice'

/** The result; `open`: the person has not decided. */
export type PracticeOutcome = 'approved' | 'denied' | 'open'
