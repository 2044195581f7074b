/** Profile argument: the data folder of `--profile`. */
import { existsSync } from 'node:fs'
import { openProfile, profileFolder } from '../storage/profile.js'
import { UsageError } from './verb.js'

/** The folder, created when missing. @throws UsageError */
export function usableProfile(profile: string | undefined): string {
  try {
    return openProfile(profile)
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

/**
 * For read-only verbs: the folder is not created. @throws UsageError with how to create it, for example `add a server`
 */
export function existingProfile(profile: string | undefined, way: string): string {
  const folder = profileFolder(profile)
  if (existsSync(folder)) return usableProfile(folder)
  throw new UsageError(`No profile in ${folder}. Start Gatehouse once, ${way}, or use another with --profile DIR.`)
}
