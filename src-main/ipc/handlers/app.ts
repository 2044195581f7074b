/** App, for all pages: version, connection data and settings of the program. */

import { GatewayError } from '@contract/gateway-error.js'
import { choosePosture } from '@shared/approvals/built-in-rule.js'
import type { Settings, SettingsProblem } from '@shared/program/settings.js'
import type { Handlers } from '../request-handling.js'
import type { AppInfo } from '../shapes.js'

export interface AppFacts {
  info(): AppInfo
  /** Shows a file in the file manager. */
  showFile(file: string): void
}

export interface SettingsAccess {
  get(): Settings
  change(change: Partial<Settings>): boolean
  /** Whether the last change failed because the file could not be written. */
  readonly isUnwritable: boolean
  readonly file: string
  readonly problem: SettingsProblem | undefined
}

type Topic = 'app:info' | 'settings:get' | 'settings:change' | 'settings:problem' | 'settings:show-file'

export const appHandlers = (facts: AppFacts, settings: SettingsAccess): Pick<Handlers, Topic> => ({
  'app:info': () => facts.info(),
  'settings:get': () => settings.get(),
  'settings:problem': () => settings.problem ?? null,
  'settings:show-file': () => facts.showFile(settings.problem?.file ?? settings.file),
  'settings:change': (change) => {
    const { posture } = change
    const isOther = posture !== undefined && posture !== settings.get().posture
    if (settings.change(isOther ? { ...change, ...choosePosture(posture) } : change)) return settings.get()
    throw new GatewayError(settings.isUnwritable ? 'SYSTEM.SETTINGS_UNWRITABLE' : 'PROTOCOL.INVALID_REQUEST')
  },
})
