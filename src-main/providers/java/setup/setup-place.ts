/**
 * Setup place: where a `server.properties` is read and written: a folder of this computer, or the files of a server
 * elsewhere.
 *
 * Elsewhere a replacement that was cut off is finished or reverted before the first read, so that a crash between two
 * steps loses nothing.
 */
import { rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { writeAtomically } from '../../../storage/profile.js'
import { ConfinedFolder } from '../folder/confined-folder.js'
import { asFolderError, folderError } from '../folder/folder-problem.js'
import type { Power, ServerFiles } from '../ports.js'
import { propertiesFile } from './rcon-settings.js'
import { type RunningProbes, type RunningState, runningState } from './server-running.js'

export interface SetupPlace {
  readonly files: ServerFiles
  /** Shown to people, and names the record: the folder, and `server.properties` in it. */
  readonly folder: string
  readonly file: string
  /** Replaces `server.properties`, or a file beside it. @throws GatewayError */
  replace(name: string, bytes: Buffer): Promise<void>
  remove(name: string): Promise<void>
  running(): Promise<RunningState>
  /** Whether a program of the server's computer uses the port, where that can be tried. */
  readonly isPortOpen?: (port: number) => Promise<boolean>
}

/** @throws GatewayError when the folder cannot be used */
export async function placeHere(directory: string, probes: RunningProbes): Promise<SetupPlace> {
  const files = await ConfinedFolder.open(directory)
  const beside = async (name: string) => {
    const file = await files.resolve(propertiesFile)
    return { file, target: name === propertiesFile ? file : path.join(path.dirname(file), name) }
  }
  return {
    files,
    folder: files.root,
    file: path.join(files.root, propertiesFile),
    async replace(name, bytes) {
      const { file, target } = await beside(name)
      try {
        // The copy gets the permissions of the file: it holds the same password.
        writeAtomically(target, bytes, statSync(file).mode & 0o777)
      } catch (error) {
        rmSync(`${target}.${process.pid}.draft`, { force: true })
        throw asFolderError(error, path.basename(target))
      }
    },
    remove: async (name) => rmSync((await beside(name)).target, { force: true }),
    running: () => runningState(files, probes),
    isPortOpen: (port) => probes.isPortOpen('127.0.0.1', port),
  }
}

/** @throws GatewayError when nothing can be written there */
export async function placeElsewhere(files: ServerFiles, power: Pick<Power, 'state'> | undefined): Promise<SetupPlace> {
  const { writer, place } = files
  if (!writer) throw folderError('unsupported', propertiesFile, { detail: 'read only' })
  await writer.recover(propertiesFile)
  return {
    files,
    folder: place,
    file: `${place.replace(/\/$/u, '')}/${propertiesFile}`,
    // The copy gets the permissions of the file: it holds the same password.
    replace: (name, bytes) => writer.replace(name, bytes, propertiesFile),
    remove: (name) => writer.remove(name),
    async running() {
      const state = await power?.state().catch(() => 'unknown' as const)
      if (state === 'stopped' || state === 'crashed') return 'stopped'
      return state === undefined || state === 'unknown' ? 'unknown' : 'running'
    },
  }
}
