/**
 * Attention: how a question makes itself noticed, and how not.
 *
 * Guards that a game is never interrupted: over a full-screen program there is a sound and a number in the tray. In quiet
 * hours there is the number alone, whatever the risk: how bad something is called comes from those who ask, and must not
 * wake anybody. However a question is noticed, it waits as long, and silence means no (invariant 2).
 */
import type { Settings } from '../contract/settings.js'

/** Whether a program has the whole screen; `unknown` where the system does not say. */
export type FullScreen = 'yes' | 'no' | 'unknown'

/** `urgent`: something critical is asked. */
export type Sound = 'calm' | 'urgent'

export interface Situation {
  readonly fullScreen: FullScreen
  readonly quiet: boolean
  readonly critical: boolean
  readonly settings: Pick<Settings, 'popUp' | 'sounds' | 'notifications'>
}

/** What happens beside the number in the tray, which is always true. */
export interface Attention {
  /** The pop-up comes up; it never takes the keyboard. */
  readonly popUp: boolean
  readonly sound: Sound | undefined
  readonly notification: boolean
}

export const unnoticed: Attention = { popUp: false, sound: undefined, notification: false }

export function attentionFor({ fullScreen, quiet, critical, settings }: Situation): Attention {
  if (quiet) return unnoticed
  const { popUp: raising, sounds, notifications } = settings
  // Where nobody knows, the pop-up comes: a question that nobody sees is a no that nobody meant.
  const popUp = raising === 'always' || (raising === 'unless-full-screen' && fullScreen !== 'yes')
  return {
    popUp,
    sound: sounds.enabled ? (critical ? 'urgent' : 'calm') : undefined,
    notification: !popUp && fullScreen !== 'yes' && notifications.enabled && notifications.questions,
  }
}
