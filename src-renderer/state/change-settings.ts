/** Change settings: applies changes one after the other to the current settings, so that a quick second one keeps the first. */
import type { ChatSettings } from '@shared/features/chat.js'
import type { Settings } from '@shared/program/settings.js'
import { attempt } from '../bridge.js'
import { usePreferences } from './preferences.js'

/** What changes, or how it follows from what holds. */
export type SettingsChange = Partial<Settings> | ((now: Settings) => Partial<Settings>)

type Changed = Awaited<ReturnType<typeof attempt<'settings:change'>>>

let last: Promise<unknown> = Promise.resolve()

export function changeSettings(change: SettingsChange): Promise<Changed> {
  const changed = last.then(async () => {
    const part = typeof change === 'function' ? change(usePreferences.getState().settings) : change
    const result = await attempt('settings:change', part)
    if (result.ok) usePreferences.setState({ settings: result.value })
    return result
  })
  last = changed.catch(() => {})
  return changed
}

export type ChatChange = Partial<ChatSettings> | ((now: ChatSettings) => Partial<ChatSettings>)

/** A change of the settings that changes a part of the chat's. */
export const chatChange =
  (change: ChatChange) =>
  ({ chat }: Settings): Partial<Settings> => ({
    chat: { ...chat, ...(typeof change === 'function' ? change(chat) : change) },
  })
