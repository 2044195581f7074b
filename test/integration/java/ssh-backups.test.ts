/** Backups and restores of a server behind OpenSSH. Skipped, with one line, where it is missing. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import * as esbuild from 'esbuild'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { mulberry32 } from '../../../agents/kit/simulator/mulberry32.js'
import { BackupService } from '../../../src-main/providers/java/backup/backup-service.js'
import { openServerFolder } from '../../../src-main/providers/java/folder/server-folder.js'
import { SftpChannel } from '../../../src-main/providers/java/ways/ssh/sftp-channel.js'
import { systemClock } from '../../../src-main/storage/system-clock.js'
import { SavingServer } from '../../fakes/java/saving-server.js'
import type { Cable } from '../../fakes/java/ssh/cable.js'
import { Sshd, sshdMissing } from '../../fakes/java/ssh/real-sshd.js'
import { SshScene } from '../../fakes/java/ssh/ssh-scene.js'

const missing = sshdMissing()
if (missing !== undefined) console.warn(`Backups over SSH are not tested with OpenSSH: ${missing}`)

/** Lets files through, and does this with `tar`. */
const gate = (tar: string) =>
  `case "$SSH_ORIGINAL_COMMAND" in tar*) ${tar};; *) exec /usr/lib/openssh/sftp-server;; esac`

const kills = Number(process.env.GATEHOUSE_JAVA_KILLS ?? 6)
const random = mulberry32(Number(process.env.GATEHOUSE_CRASH_SEED ?? 1))

describe.skipIf(missing !== undefined)('over SSH', { timeout: 600_000 }, () => {
  let sshd: Sshd
  const scene = new SshScene()
  beforeAll(async () => {
    sshd = await Sshd.start()
  })
  afterEach(() => scene.end())
  afterAll(() => sshd?.stop())

  const regions = Array.from({ length: 20 }, (_, index) => `world/region/r.${index}.0.mca`)

  const serverFolder = (kind = 'a') =>
    scene.folder({
      'server.properties': 'level-name=world\n',
      'world/level.dat': 'level',
      ...Object.fromEntries(regions.map((file) => [file, Buffer.alloc(100_000, kind)])),
    })

  const fill = (folder: string, kind: string) => {
    for (const file of regions) writeFileSync(path.join(folder, file), Buffer.alloc(100_000, kind))
  }

  /** Which worlds the regions are of: one kind when the world is whole. */
  const kindsIn = (folder: string, world = 'world') =>
    [
      ...new Set(regions.map((file) => readFileSync(path.join(folder, file.replace('world', world)), 'latin1')[0])),
    ].join()

  async function backupsOver(folder: string, store: string, cable?: Cable, server = sshd): Promise<BackupService> {
    const files = await scene.trusted(server, folder, cable).openFiles()
    const parts = {
      folder: await openServerFolder(files, { log: scene.log }),
      store,
      clock: systemClock,
      log: scene.log,
    }
    return new BackupService({ ...parts, console: new SavingServer(), recordRemoval: () => undefined })
  }

  it('a backup is restored, and what an administrator sends belongs to the user of the server', async () => {
    const [folder, store] = [serverFolder(), scene.folder()]
    const backups = await backupsOver(folder, store)
    const { id } = await backups.backup()
    fill(folder, 'b')
    const isAdministrator = process.getuid?.() === 0
    if (isAdministrator) chownSync(path.join(folder, 'world'), 1_234, 1_234)
    const { movedFolders } = await backups.restore(id, { confirmedStopped: true })
    expect([kindsIn(folder), kindsIn(folder, movedFolders[0])]).toEqual(['a', 'b'])
    expect(readFileSync(path.join(folder, 'world/level.dat'), 'utf8')).toBe('level')
    const owners = ['world', 'world/region', regions[0] ?? ''].map((file) => statSync(path.join(folder, file)).uid)
    expect(owners).toEqual(Array(3).fill(isAdministrator ? 1_234 : process.getuid?.()))
  })

  describe('a backup by tar', () => {
    it('is one command and what changed the next time, whatever the files are called', async () => {
      const [folder, store] = [serverFolder(), scene.folder()]
      const odd = [
        'world/data/ü 世界.dat',
        'world/data/--checkpoint=1',
        `world/data/${'long/'.repeat(30)}name`,
        "world/it's",
      ]
      for (const file of odd) {
        mkdirSync(path.join(folder, path.dirname(file)), { recursive: true })
        writeFileSync(path.join(folder, file), file)
      }
      linkSync(path.join(folder, odd[0] ?? ''), path.join(folder, 'world/data/second name'))
      for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
        utimesSync(path.join(folder, file), 1_700_000_000, 1_700_000_000)
      utimesSync(path.join(folder, 'world/level.dat'), 1_700_000_100, 1_700_000_100)
      const backups = await backupsOver(folder, store)
      const ranges = vi.spyOn(SftpChannel.prototype, 'read')
      scene.onEnd(() => ranges.mockRestore())
      const first = await backups.backup()
      expect(first.files).toBe(regions.length + odd.length + 2)
      for (const file of [...odd, 'world/data/second name'])
        expect(readFileSync(path.join(store, first.id, file))).toEqual(readFileSync(path.join(folder, file)))
      // The one file with two names, of which tar sends the second as a link.
      expect(ranges.mock.calls.length).toBeLessThan(8)
      writeFileSync(path.join(folder, regions[3] ?? ''), 'changed')
      const second = await backups.backup()
      expect(second.copiedBytes).toBeLessThan(100)
      expect(readFileSync(path.join(store, second.id, regions[3] ?? ''), 'utf8')).toBe('changed')
    })

    it.each([
      ['only files are allowed', 'internal-sftp'],
      ['tar is missing', gate('exit 127')],
      ['something else is written first', gate('echo Welcome; eval "$SSH_ORIGINAL_COMMAND"')],
      ['tar ends in the middle', gate('eval "$SSH_ORIGINAL_COMMAND" | head -c 500000')],
    ])('is made over SFTP where %s', async (_what, command) => {
      const other = await Sshd.start({ settings: [`ForceCommand ${command}`] })
      scene.onEnd(() => other.stop())
      const [folder, store] = [serverFolder(), scene.folder()]
      const { id, files } = await (await backupsOver(folder, store, undefined, other)).backup()
      expect([files, kindsIn(path.join(store, id))]).toEqual([regions.length + 1, 'a'])
    })
  })

  it('a restore whose cable is pulled at any moment leaves whole worlds, and is repaired over the next connection', async () => {
    const [folder, store] = [serverFolder(), scene.folder()]
    const { id } = await (await backupsOver(folder, store)).backup()
    const cable = await scene.cable(sshd.port)
    for (let round = 0; round < kills; round += 1) {
      fill(folder, 'b')
      const backups = await backupsOver(folder, store, cable)
      cable.cutAfter(random() * 2_300_000)
      await backups.restore(id, { confirmedStopped: true }).catch(() => undefined)
      cable.cut()
      await settled(folder)
      cable.cutAfter(Number.POSITIVE_INFINITY)
      await repair(folder, store, cable)
    }
  })

  /** After a cut the host still carries out what it was sent last. */
  async function settled(folder: string): Promise<void> {
    let [before, same] = ['', 0]
    await expect
      .poll(
        () => {
          const sizes = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(
            (name) => `${name} ${statSync(path.join(folder, name), { throwIfNoEntry: false })?.size}`,
          )
          same = sizes.join() === before ? same + 1 : 0
          before = sizes.join()
          return same
        },
        { interval: 20, timeout: 30_000 },
      )
      .toBeGreaterThan(3)
  }

  /** What the owner does after a cut: with the server stopped, the same again or nothing. */
  async function repair(folder: string, store: string, cable?: Cable): Promise<void> {
    const files = await scene.trusted(sshd, folder, cable).openFiles()
    const parts = {
      folder: await openServerFolder(files, { log: scene.log }),
      store,
      clock: systemClock,
      log: scene.log,
    }
    const power = { state: async () => 'stopped' as const }
    const backups = new BackupService({ ...parts, power, recordRemoval: () => undefined })
    await backups.repairAfterCrash()
    expect([backups.isRestorePending, readdirSync(folder).filter((name) => name.endsWith('.restoring'))]).toEqual([
      false,
      [],
    ])
    expect(['a', 'b']).toContain(kindsIn(folder))
    for (const name of readdirSync(folder).filter((one) => one.includes('.before-'))) {
      expect(kindsIn(folder, name)).toBe('b')
      rmSync(path.join(folder, name), { recursive: true })
    }
  }

  describe('a program that is killed', () => {
    let bundle = ''
    beforeAll(async () => {
      bundle = mkdtempSync(path.join(tmpdir(), 'java-restore-child-'))
      await esbuild.build({
        entryPoints: [path.resolve(import.meta.dirname, '../../fixtures/java-restore-child.ts')],
        outfile: path.join(bundle, 'child.mjs'),
        bundle: true,
        platform: 'node',
        format: 'esm',
        // Its native parts are optional.
        external: ['*.node', 'cpu-features'],
        banner: {
          js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url); const __dirname = '';",
        },
        logLevel: 'error',
      })
    })
    afterAll(() => rmSync(bundle, { recursive: true, force: true }))

    it('while it restores leaves whole worlds', async () => {
      const [folder, store] = [serverFolder(), scene.folder()]
      const { id } = await (await backupsOver(folder, store)).backup()
      const address = { kind: 'ssh', user: sshd.user, host: '127.0.0.1', port: sshd.port, folder }
      const settings = { keyFile: sshd.keyFile, hostKey: sshd.fingerprint }
      const given = JSON.stringify({ address, settings, store, id, home: scene.folder() })
      let killed = 0
      for (let kill = 0; kill < kills; kill += 1) {
        fill(folder, 'b')
        const child = spawn(process.execPath, [path.join(bundle, 'child.mjs'), given], {
          stdio: ['ignore', 'pipe', 'pipe'],
        })
        let complained = ''
        child.stderr.on('data', (text) => {
          complained += text
        })
        child.stdout.once('data', () => setTimeout(() => child.kill('SIGKILL'), random() * 400))
        const [code, signal] = await once(child, 'exit')
        if (code !== 0 && signal !== 'SIGKILL') throw new Error(`The child failed: ${complained}`)
        if (signal === 'SIGKILL') killed += 1
        await settled(folder)
        await repair(folder, store)
      }
      expect(killed).toBeGreaterThan(0)
    })
  })
})
