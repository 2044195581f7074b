/** Profile argument: the data folder that `--profile` means. */
import { existsSync } from 'node:fs'
import { openProfile, profileFolder } from '../storage/profile.js'
import { UsageError } from './verb.js'

/** A folder that is made where it is not there yet. @throws UsageError */
export function usableProfile(profile: string | undefined): string {
  try {
    return openProfile(profile)
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

/** Who only looks makes no folder. @throws UsageError with the way to one, for example `add a server` */
export function existingProfile(profile: string | undefined, way: string): string {
  const folder = profileFolder(profile)
  if (existsSync(folder)) return usableProfile(folder)
  throw new UsageError(`No profile in ${folder}. Start Gatehouse once, ${way}, or use another with --profile DIR.`)
}
