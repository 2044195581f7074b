/**
 * Client key files: the keys that the stdio bridge reads by name, one file each, readable by their owner alone.
 *
 * Guards invariant 8: they lie in the profile, where no configuration of another program and no backup of one has them.
 * A file whose client is gone goes too.
 */
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { clientKeysFolder, isKeyName, parseKeyFile } from '../contract/client-key.js'
import { fileNameOf } from '../contract/file-name.js'
import { claimedClient } from './client-token.js'
import { writePrivateFile } from './profile.js'

const ending = '.key'

export class ClientKeyFiles {
  readonly #folder: string

  constructor(profile: string) {
    this.#folder = path.join(profile, clientKeysFolder)
  }

  /** @throws Error when it could not be written */
  write(name: string, token: string): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    if (process.platform !== 'win32') chmodSync(this.#folder, 0o700)
    writePrivateFile(this.pathOf(name), `${token}\n`)
  }

  /** The id of the client whose key lies there; undefined when there is none that can be read. */
  holderOf(name: string): string | undefined {
    try {
      const token = parseKeyFile(readFileSync(this.pathOf(name), 'utf8'))
      return token === undefined ? undefined : claimedClient(token)
    } catch {
      return undefined
    }
  }

  /** Does nothing when it is not there. @throws Error when it could not be removed */
  remove(name: string): void {
    rmSync(this.pathOf(name), { force: true })
  }

  /** The names of all that are there; none when the folder cannot be read. */
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

  /** @param name must be a key name: it becomes part of a path. @throws TypeError when it is none */
  pathOf(name: string): string {
    return path.join(this.#folder, fileNameOf(name, ending))
  }
}
