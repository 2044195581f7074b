/**
 * Client key files: the keys that the stdio bridge reads by name, one file each, readable only by their owner.
 *
 * Guards invariant 8: they are in the profile, outside the configuration of other programs and its backups. The file of
 * a removed client is deleted, with the lists of tools that it received last: another client may get its name.
 */
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { clientKeysFolder, isKeyName, lastListsFolder, parseKeyFile } from '@contract/local/client-key.js'
import { fileNameOf } from '@contract/text/file-name.js'
import { claimedClient } from './client-token.js'
import { writePrivateFile } from './profile.js'

const ending = '.key'

export class ClientKeyFiles {
  readonly #folder: string
  readonly #lists: string

  constructor(profile: string) {
    this.#folder = path.join(profile, clientKeysFolder)
    this.#lists = path.join(profile, lastListsFolder)
  }

  /** @throws Error when it could not be written */
  write(name: string, token: string): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    if (process.platform !== 'win32') chmodSync(this.#folder, 0o700)
    writePrivateFile(this.pathOf(name), `${token}\n`)
  }

  /** The id of the file's client; undefined when no key can be read. */
  holderOf(name: string): string | undefined {
    try {
      const token = parseKeyFile(readFileSync(this.pathOf(name), 'utf8'))
      return token === undefined ? undefined : claimedClient(token)
    } catch {
      return undefined
    }
  }

  /** Does nothing when it is missing. @throws Error when it could not be removed */
  remove(name: string): void {
    rmSync(this.pathOf(name), { force: true })
    rmSync(path.join(this.#lists, fileNameOf(name, '.json')), { force: true })
  }

  /** The names of all key files; none when the folder cannot be read. */
  names(): string[] {
    try {
      return readdirSync(this.#folder)
        .filter((file) => file.endsWith(ending))
        .map((file) => file.slice(0, -ending.length))
        .filter(isKeyName)
    } catch {
      return []
    }
  }

  /** @param name must be a key name: it becomes part of a path. @throws TypeError when it is invalid */
  pathOf(name: string): string {
    return path.join(this.#folder, fileNameOf(name, ending))
  }
}
