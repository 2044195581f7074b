/** Profile: the program's data folder, readable only by its owner. */
import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { defaultProfile } from '@contract/local/endpoint-file.js'

export const settingsFile = 'settings.json'

/** Absolute path of the profile, whether it exists or not. */
export const profileFolder = (directory: string | undefined): string =>
  path.resolve(directory ?? defaultProfile(process.platform, process.env, homedir()))

/**
 * Makes sure that the folder exists and belongs to us, and returns its absolute path.
 *
 * @param owner user it must belong to, even when this process can write everywhere, as root can
 * @throws Error with a sentence for people
 */
export function openProfile(directory: string | undefined, owner = process.getuid?.()): string {
  const profile = profileFolder(directory)
  try {
    mkdirSync(profile, { recursive: true, mode: 0o700 })
    accessSync(profile, constants.R_OK | constants.W_OK)
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? `${error}`
    throw new Error(`The profile folder ${profile} cannot be used (${reason}). Choose another with --profile DIR.`)
  }
  const { mode, uid } = statSync(profile)
  if (process.platform !== 'win32' && uid !== owner) {
    throw new Error(
      `The profile folder ${profile} belongs to another user. Start Gatehouse as that user, or choose another with --profile DIR.`,
    )
  }
  if (process.platform !== 'win32' && (mode & 0o022) !== 0) {
    throw new Error(
      `Other users can write to the profile folder ${profile} and could approve requests for you. Choose another with --profile DIR, or run: chmod go-w '${profile}'`,
    )
  }
  return profile
}

/** Writes a file that only its owner can read, atomically. */
export const writePrivateFile = (file: string, text: string): void => writeAtomically(file, Buffer.from(text), 0o600)

/** Replaces a file atomically. @throws Error when it cannot be written; the file is then unchanged */
export function writeAtomically(file: string, bytes: Buffer, mode: number): void {
  const draft = `${file}.${process.pid}.draft`
  try {
    // One that a killed process with this number left, or a planted link.
    rmSync(draft, { force: true })
    writeThrough(draft, bytes, mode)
    renameSync(draft, file)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

/** Makes a file that must not exist: a link is not followed. */
function writeThrough(file: string, bytes: Buffer, mode: number): void {
  const handle = openSync(file, 'wx', mode)
  try {
    fchmodSync(handle, mode)
    // A single `writeSync` may write only a part on a full disk, without an error.
    writeFileSync(handle, bytes)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
