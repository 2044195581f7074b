/** Leaving: what a person is asked when they close the window for the first time, or quit while it matters. */

export interface LeavingQuestion {
  readonly why: 'closed' | 'quit'
  /** Where the window goes when the program stays: hidden, with its icon in the tray, or made small where there is no tray. */
  readonly staysIn: 'tray' | 'taskbar'
}

/** Stays without its window, quits, or goes back as if nothing had been asked. */
export const leavingAnswers = ['stay', 'quit', 'back'] as const
export type LeavingAnswer = (typeof leavingAnswers)[number]
