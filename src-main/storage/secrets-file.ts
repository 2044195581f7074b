/**
 * Secrets file: the encrypted secrets of a profile, by their names, in `secrets.json`.
 *
 * Guards invariant 8: only the program that encrypted a secret can read it (the desktop program with a key of the
 * system, `encrypted-secrets.ts` with a key file), but every program that has the profile deletes what is obsolete.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { writePrivateFile } from './profile.js'

export const secretsFileOf = (profile: string): string => path.join(profile, 'secrets.json')

/** Empty when there is no file. @throws Error when it cannot be read; whoever wrote it then would lose secrets */
export function loadSecretsFile(profile: string): Record<string, string> {
  const text = textOf(secretsFileOf(profile))
  const value: unknown = text === undefined ? {} : JSON.parse(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('it holds no secrets')
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

/** Empty when it cannot be read. */
export function readSecretsFile(profile: string): Record<string, string> {
  try {
    return loadSecretsFile(profile)
  } catch {
    return {}
  }
}

export const writeSecretsFile = (profile: string, encrypted: Readonly<Record<string, string>>): void =>
  writePrivateFile(secretsFileOf(profile), JSON.stringify(encrypted))

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
