/** Java store: where a profile stores the data of a Java server. */
import { createHash } from 'node:crypto'
import path from 'node:path'

/** Folder for all Java servers, inside the profile. */
export const javaFolder = 'java-servers'

/** One folder per server. Its id may hold characters that are not valid in folder names. */
export const storeOf = (root: string, serverId: string): string =>
  path.join(root, createHash('sha256').update(serverId).digest('hex').slice(0, 32))

export const buildStoreOf = (root: string, serverId: string): string => path.join(storeOf(root, serverId), 'builds')

export const backupStoreOf = (root: string, serverId: string): string => path.join(storeOf(root, serverId), 'backups')
