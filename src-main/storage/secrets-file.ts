/**
 * Secrets file: the secrets that the desktop program encrypted, by their names.
 *
 * Guards invariant 8: only that program can read them, but every program that has the profile deletes what is obsolete.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { writePrivateFile } from './profile.js'

const fileOf = (profile: string): string => path.join(profile, 'secrets.json')

/** Empty when it cannot be read. */
export function readSecretsFile(profile: string): Record<string, string> {
  try {
    const value: unknown = JSON.parse(readFileSync(fileOf(profile), 'utf8'))
    if (typeof value !== 'object' || value === null) return {}
    return Object.fromEntries(
      Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    )
  } catch {
    return {}
  }
}

export const writeSecretsFile = (profile: string, encrypted: Readonly<Record<string, string>>): void =>
  writePrivateFile(fileOf(profile), JSON.stringify(encrypted))
