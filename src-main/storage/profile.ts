/** Profile: the program's data folder, readable by its owner alone. */
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
import { defaultProfile } from '../contract/endpoint-file.js'

/** Absolute path of the profile that is meant, whether it is there or not. */
export const profileFolder = (directory: string | undefined): string =>
  path.resolve(directory ?? defaultProfile(process.platform, process.env, homedir()))

/**
 * Makes sure that the folder is there and ours, and returns its absolute path.
 *
 * @param owner user it must belong to, also where this process may write everywhere, as root may
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
      `Others can write into the profile folder ${profile}, and so could answer for you. Choose another with --profile DIR, or run: chmod go-w '${profile}'`,
    )
  }
  return profile
}

/** Writes a file that only its owner can read, whole or not at all. */
export const writePrivateFile = (file: string, text: string): void => writeWhole(file, Buffer.from(text), 0o600)

/** Replaces a file whole or not at all. @throws Error when it cannot be written; then the file is as it was */
export function writeWhole(file: string, bytes: Buffer, mode: number): void {
  const draft = `${file}.${process.pid}.draft`
  try {
    writeThrough(draft, bytes, mode)
    renameSync(draft, file)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

function writeThrough(file: string, bytes: Buffer, mode: number): void {
  const handle = openSync(file, 'w', mode)
  try {
    fchmodSync(handle, mode)
    // Unlike one `writeSync`, which may stop in the middle on a full disk without an error.
    writeFileSync(handle, bytes)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
