/**
 * A backup of a world on a link of 50 ms and 20 Mbit/s, over SSH, and the next one where one region file changed. The
 * server's own save is not part of it.
 *
 * Floor: `sftp` of OpenSSH copies the whole world, and for the next one `rsync`, where the system has it, else `sftp` copies
 * the file that changed. All begin with a sign-in but the backup, which has a connection.
 */
import { execFile, spawnSync } from 'node:child_process'
import { randomFillSync } from 'node:crypto'
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { BackupService } from '../../../src-main/providers/java/backup/backup-service.js'
import { openServerFolder } from '../../../src-main/providers/java/folder/server-folder.js'
import { quietLog, systemClock } from '../../../src-main/storage/system-clock.js'
import { SavingServer } from '../../fakes/java/saving-server.js'
import { cost, type Figure, printFigures, sized } from '../contract/timing.js'
import { link, scene, startSshd } from './far-server.js'

const files = sized({ full: 10, quick: 4, once: 2 })
const fileBytes = sized({ full: 4_000_000, quick: 1_000_000, once: 100_000 })
const run = promisify(execFile)

async function elapsed(act: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await act()
  return performance.now() - began
}

const sshd = await startSshd()
const figures: Figure[] = []
if (sshd) {
  const folder = scene.folder({ 'server.properties': 'level-name=world\n', 'world/level.dat': 'level' })
  const regions = path.join(folder, 'world', 'region')
  mkdirSync(regions, { recursive: true })
  const write = (index: number, minutesAgo: number): void => {
    const file = path.join(regions, `r.${index}.0.mca`)
    writeFileSync(file, randomFillSync(Buffer.alloc(fileBytes)))
    const at = Date.now() / 1_000 - minutesAgo * 60
    utimesSync(file, at, at)
  }
  for (let index = 0; index < files; index++) write(index, 10)
  const cable = await scene.cable(sshd.port, link)
  const backups = new BackupService({
    folder: await openServerFolder(await scene.trusted(sshd, folder, cable).openFiles(), { log: quietLog }),
    console: new SavingServer(),
    store: scene.folder(),
    clock: systemClock,
    log: quietLog,
    recordRemoval: () => undefined,
  })
  const options = ['-i', sshd.keyFile, '-o', 'StrictHostKeyChecking=no', '-o', 'UserKnownHostsFile=/dev/null', '-q']
  const sftp = (from: string, to: string) =>
    elapsed(() => run('sftp', ['-r', '-P', `${cable.port}`, ...options, `${sshd.user}@127.0.0.1:${from}`, to]))
  const target = scene.folder()
  const world = `${(files * fileBytes) / 1e6} MB`

  const copied = await sftp(path.join(folder, 'world'), target)
  figures.push(cost(`first backup of ${world}, beside sftp`, 'ms', await elapsed(() => backups.backup()), copied))

  write(0, 5)
  const hasRsync = spawnSync('rsync', ['--version']).status === 0
  const remoteShell = ['ssh', '-p', `${cable.port}`, ...options].join(' ')
  const second = hasRsync
    ? await elapsed(() =>
        run('rsync', ['-a', '-e', remoteShell, `${sshd.user}@127.0.0.1:${folder}/world/`, `${target}/world/`]),
      )
    : await sftp(path.join(regions, 'r.0.0.mca'), path.join(target, 'world', 'region'))
  const beside = hasRsync ? 'rsync' : 'sftp of that file'
  figures.push(
    cost(
      `backup where 1 of ${files} files changed, beside ${beside}`,
      'ms',
      await elapsed(() => backups.backup()),
      second,
    ),
  )
}
printFigures(figures)
await scene.end()
process.exit(0)
