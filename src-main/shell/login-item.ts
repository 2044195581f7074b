/** Login item: what starts this program in the tray at login, on the system that runs it. */
import os from 'node:os'
import path from 'node:path'
import { app } from 'electron'
import type { Log } from '../gateway/ports.js'
import { type Autostart, desktopEntryAutostart, loginItemAutostart } from './autostart.js'

/** @returns undefined where nobody knows how */
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
  // An AppImage runs from a place that is gone after it.
  const program = process.env.APPIMAGE ?? process.execPath
  const command = [program, ...(app.isPackaged ? [] : [app.getAppPath()]), '--hidden', ...chosenProfile(profile)]
  if (process.platform === 'linux') {
    const configuration = process.env.XDG_CONFIG_HOME ?? path.join(os.homedir(), '.config')
    return desktopEntryAutostart(path.join(configuration, 'autostart'), command)
  }
  return process.platform === 'win32' || process.platform === 'darwin' ? loginItemAutostart(app, command) : undefined
}

/** Named only where a person has named one: the usual one is found. */
const chosenProfile = (profile: string): readonly string[] =>
  process.argv.some((argument) => argument.startsWith('--profile')) ? ['--profile', profile] : []
