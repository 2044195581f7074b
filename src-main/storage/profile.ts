/** Profile: the program's data folder, readable by its owner alone. */
import { chmodSync, closeSync, fsyncSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { defaultProfile } from '../contract/endpoint-file.js'

/** Makes sure that the folder exists and returns its absolute path. */
export function openProfile(directory: string | undefined): string {
  const profile = path.resolve(directory ?? defaultProfile(process.platform, process.env, homedir()))
  mkdirSync(profile, { recursive: true, mode: 0o700 })
  if (process.platform !== 'win32') chmodSync(profile, 0o700)
  return profile
}

/** Writes a file that only its owner can read, whole or not at all. */
export function writePrivateFile(file: string, text: string): void {
  const draft = `${file}.${process.pid}.draft`
  const handle = openSync(draft, 'w', 0o600)
  try {
    writeSync(handle, text)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  renameSync(draft, file)
}
