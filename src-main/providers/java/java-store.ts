/** Java store: where in a profile lies what is kept of a Java server. */
import { createHash } from 'node:crypto'
import path from 'node:path'

/** Of all Java servers, inside the profile. */
export const javaFolder = 'java-servers'

/** One folder a server; its id holds characters that no folder may have everywhere. */
export const storeOf = (root: string, serverId: string): string =>
  path.join(root, createHash('sha256').update(serverId).digest('hex').slice(0, 32))

export const backupStoreOf = (root: string, serverId: string): string => path.join(storeOf(root, serverId), 'backups')
