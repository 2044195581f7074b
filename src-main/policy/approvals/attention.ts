/**
 * Attention: how a request notifies the person.
 *
 * Guards that a game is never interrupted: over a full-screen program there is only a sound and a number in the tray.
 * In quiet hours there is only the number, whatever the risk, because the requester influences the risk. The timeout is
 * always the same, and no answer means denied (invariant 2).
 */
import type { Settings } from '@shared/program/settings.js'

/** Whether a program has the whole screen; `unknown` when the system cannot report it. */
export type FullScreen = 'yes' | 'no' | 'unknown'

/** `urgent`: for a critical request. */
export type Sound = 'calm' | 'urgent'

export interface AttentionContext {
  readonly fullScreen: FullScreen
  readonly quiet: boolean
  readonly critical: boolean
  readonly settings: Pick<Settings, 'popUp' | 'sounds' | 'notifications'>
}

/** What happens in addition to the number in the tray, which is always updated. */
export interface Attention {
  /** Whether the pop-up is shown; it never takes the keyboard focus. */
  readonly popUp: boolean
  readonly sound: Sound | undefined
  readonly notification: boolean
}

export const noAttention: Attention = { popUp: false, sound: undefined, notification: false }

export function attentionFor({ fullScreen, quiet, critical, settings }: AttentionContext): Attention {
  if (quiet) return noAttention
  const { popUp: raising, sounds, notifications } = settings
  // When it is unknown, the pop-up is shown: a hidden request would be denied unintentionally.
  const popUp = raising === 'always' || (raising === 'unless-full-screen' && fullScreen !== 'yes')
  return {
    popUp,
    sound: sounds.enabled ? (critical ? 'urgent' : 'calm') : undefined,
    notification: !popUp && fullScreen !== 'yes' && notifications.enabled && notifications.questions,
  }
}
