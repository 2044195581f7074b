/** What the machine we run on has: commands, a display. */
import fs from 'node:fs'
import path from 'node:path'

/**
 * @param {string} command
 * @returns {string | undefined} where the command is
 */
export function findOnPath(command) {
  for (const folder of (process.env.PATH ?? '').split(path.delimiter).filter(Boolean)) {
    const file = path.join(folder, command)
    try {
      fs.accessSync(file, fs.constants.X_OK)
      return file
    } catch {}
  }
  return undefined
}

/** Whether this machine has a display of its own, as far as its environment shows. */
export function hasOwnDisplay({ env, platform } = process) {
  return platform !== 'linux' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY)
}
