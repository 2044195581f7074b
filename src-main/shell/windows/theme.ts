/** Theme: the light or dark background of the window until its page has read the settings. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { nativeTheme } from 'electron'
import { settingsFile } from '../../storage/profile.js'

export type Theme = 'light' | 'dark'

/** `--bg` of `src-renderer/ui/theme/tokens.css`. */
export const grounds: Readonly<Record<Theme, string>> = { light: '#f6f5f2', dark: '#141518' }

/** The current theme of the settings file; that of the system when the file has none. */
export const createShownTheme = (profile: string) => (): Theme => {
  const { theme } = rawSettings(path.join(profile, settingsFile))
  if (theme === 'light' || theme === 'dark') return theme
  return nativeTheme.shouldUseDarkColors ? 'dark' : 'light'
}

/** Not validated: the settings store reports problems of the file. */
function rawSettings(file: string): { readonly theme?: unknown } {
  try {
    const raw: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return typeof raw === 'object' && raw !== null ? raw : {}
  } catch {
    return {}
  }
}
