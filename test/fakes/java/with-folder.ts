/** With folder: the parts of a Java server whose folder is on this computer. */
import { BackupService } from '../../../src-main/providers/java/backup/backup-service.js'
import { ServerBackups } from '../../../src-main/providers/java/backup/server-backups.js'
import { ConfinedFolder } from '../../../src-main/providers/java/folder/confined-folder.js'
import type { ServerFolder } from '../../../src-main/providers/java/folder/server-folder.js'
import { FolderFeatures } from '../../../src-main/providers/java/folder-features.js'
import type { JavaServerDependencies } from '../../../src-main/providers/java/java-server.js'

/** @param store where Gatehouse keeps what belongs to the server */
export function withFolder(parts: JavaServerDependencies, directory: string, store: string): JavaServerDependencies {
  const { clock, log } = parts
  const serviceOf = (folder: ServerFolder) =>
    new BackupService({ folder, store, clock, log, recordRemoval: () => undefined })
  const backups = new ServerBackups({ clock, log, store, serviceOf, chance: () => 1 })
  const way = { ...parts.way, openFiles: () => ConfinedFolder.open(directory) }
  const openFolder = () => FolderFeatures.open({ clock, log, way, store, address: 'rcon://server', backups })
  return { ...parts, way, backups, openFolder }
}
