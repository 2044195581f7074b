/** Login item: the autostart of the current system. */
import os from 'node:os'
import path from 'node:path'
import { app } from 'electron'
import type { Log } from '../../gateway/ports/runtime.js'
import { type Autostart, desktopEntryAutostart, loginItemAutostart } from './autostart.js'

/** @returns undefined on an unsupported system */
export function openAutostart(profile: string, log: Log): Autostart | undefined {
  const autostart = autostartOf(profile)
  try {
    autostart?.refresh()
  } catch (error) {
    log.warn('what starts at login could not be brought up to date', { error: `${error}` })
  }
  return autostart
}

function autostartOf(profile: string): Autostart | undefined {
  // An AppImage runs from a temporary mount point.
  const program = process.env.APPIMAGE ?? process.execPath
  const command = [program, ...(app.isPackaged ? [] : [app.getAppPath()]), '--hidden', ...chosenProfile(profile)]
  if (process.platform === 'linux') {
    const configuration = process.env.XDG_CONFIG_HOME ?? path.join(os.homedir(), '.config')
    return desktopEntryAutostart(path.join(configuration, 'autostart'), command)
  }
  return process.platform === 'win32' || process.platform === 'darwin' ? loginItemAutostart(app, command) : undefined
}

/** Given only when the person gave one: the default is found by itself. */
const chosenProfile = (profile: string): readonly string[] =>
  process.argv.some((argument) => argument.startsWith('--profile')) ? ['--profile', profile] : []
