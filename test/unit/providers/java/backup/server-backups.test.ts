import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { BackupService } from '../../../../../src-main/providers/java/backup/backup-service.js'
import { maxEndMs, ServerBackups } from '../../../../../src-main/providers/java/backup/server-backups.js'
import { openServerFolder, type ServerFolder } from '../../../../../src-main/providers/java/folder/server-folder.js'
import type { Console } from '../../../../../src-main/providers/java/ports.js'
import { FakeClock } from '../../../../fakes/fake-clock.js'
import { SavingServer } from '../../../../fakes/java/saving-server.js'
import { RecordingLog } from '../../../../fakes/recording-log.js'
import { folderForEach } from '../../../../fixtures/for-each.js'
import { times } from '../../../../fixtures/properties.js'

const log = new RecordingLog()
const root = folderForEach()
let folder: ServerFolder
let game: SavingServer
let clock: FakeClock
let services: BackupService[] = []
beforeEach(async () => {
  mkdirSync(path.join(root(), 'server', 'world'), { recursive: true })
  writeFileSync(path.join(root(), 'server', 'server.properties'), 'level-name=world\nserver-port=1\n')
  for (const name of ['level.dat', 'a.mca', 'b.mca']) writeFileSync(path.join(root(), 'server', 'world', name), name)
  folder = await openServerFolder(path.join(root(), 'server'), { log })
  begin()
})

function begin(): void {
  rmSync(path.join(root(), 'store'), { recursive: true, force: true })
  game = new SavingServer()
  clock = new FakeClock()
  services = []
}

const probes = { lockOf: async (): Promise<'free' | 'unseen'> => 'free', isPortOpen: async () => false }

/** A connection to the game that can be cut. */
class Line implements Console {
  isCut = false

  async run(command: string): Promise<string> {
    if (this.isCut) throw new Error('The connection is closed.')
    const reply = await game.run(command)
    await new Promise((resolve) => setImmediate(resolve))
    if (this.isCut) throw new Error('The connection is closed.')
    return reply
  }
}

function programRuns(): ServerBackups {
  return new ServerBackups({
    clock,
    log,
    chance: () => 1,
    store: path.join(root(), 'store'),
    serviceOf: (of) => {
      const service = new BackupService({
        folder: of,
        store: path.join(root(), 'store'),
        clock,
        log,
        probes,
        recordRemoval: () => undefined,
      })
      services.push(service)
      return service
    },
  })
}

async function connected(line = new Line()): Promise<{ backups: ServerBackups; line: Line }> {
  const backups = programRuns()
  await backups.serve(folder)
  backups.connect({ console: line, prefix: '' })
  return { backups, line }
}

/** Resolves as soon as the game has run this command. */
const afterCommand = (wanted: string) =>
  new Promise<void>((resolve) => {
    game.beforeReply = (command) => command === wanted && resolve()
  })

/** Files use real time; the clock advances only on request. */
async function fileTurns(): Promise<void> {
  await Promise.all(services.map((service) => service.idle()))
  await new Promise((resolve) => setImmediate(resolve))
}

const whyOf = (act: Promise<unknown>): Promise<unknown> =>
  act.then(
    () => 'done',
    (error) => error.details?.why ?? String(error),
  )

describe('the backups of a server', () => {
  it('have saving on before the connection is closed, and nothing half copied', async () => {
    const { backups } = await connected()
    const flushed = afterCommand('save-all flush')
    const made = whyOf(backups.backup())
    await flushed
    await backups.disconnect()
    expect(await made).toBe('backup-interrupted')
    expect([game.isSaving, backups.isSavingLeftOff]).toEqual([true, false])
    expect(readdirSync(path.join(root(), 'store'))).toEqual([])
  })

  it('wait a limited time for a silent server, and switch saving on at the next connection', async () => {
    const { backups, line } = await connected()
    const run = line.run.bind(line)
    let disconnect = () => {}
    const reply = new Promise<string>((_, reject) => {
      disconnect = () => reject(new Error('The connection is closed.'))
    })
    reply.catch(() => undefined)
    const flushed = new Promise<void>((resolve) => {
      line.run = (command) => {
        if (command === 'save-on') return reply
        if (command === 'save-all flush') resolve()
        return run(command)
      }
    })
    void backups.backup().catch(() => undefined)
    await flushed
    let isDone = false
    const ended = backups.disconnect().then(() => {
      isDone = true
    })
    await clock.advance(maxEndMs - 1)
    expect(isDone).toBe(false)
    await clock.advance(1)
    await ended
    disconnect()
    expect(game.isSaving).toBe(false)
    const next = await connected()
    await fileTurns()
    expect([game.isSaving, next.backups.isSavingLeftOff]).toEqual([true, false])
  })

  it('retry switching saving on, with growing delays, until it is on', async () => {
    const { backups } = await connected()
    const seen: boolean[] = []
    backups.onDidChange(() => seen.push(backups.isSavingLeftOff))
    let refused = 0
    game.beforeRun = (command) => {
      if (command === 'save-on' && refused++ < 5) throw new Error('busy')
    }
    expect(await whyOf(backups.backup())).toBe('backup-still-off')
    expect([backups.isSavingLeftOff, seen.at(-1), seen.filter(Boolean).length]).toEqual([true, true, 1])
    for (const wait of [1_000, 2_000, 4_000]) {
      const before = refused
      await clock.advance(wait - 1)
      await fileTurns()
      expect(refused).toBe(before)
      await clock.advance(1)
      await fileTurns()
      expect(refused).toBeGreaterThan(before)
    }
    await clock.advance(60_000)
    await fileTurns()
    expect([game.isSaving, backups.isSavingLeftOff, seen.at(-1)]).toEqual([true, false, false])
    expect(clock.waiting).toBe(0)
  })

  it('have saving on again over the console alone, where the folder cannot be opened any more', async () => {
    mkdirSync(path.join(root(), 'store'))
    writeFileSync(path.join(root(), 'store', 'saving-off.json'), '{}')
    game.isSaving = false
    let refusals = 1
    game.beforeRun = (command) => {
      if (command === 'save-on' && refusals-- > 0) throw new Error('busy')
    }
    const backups = programRuns()
    const seen: boolean[] = []
    backups.onDidChange(() => seen.push(backups.isSavingLeftOff))
    backups.connect({ console: new Line(), prefix: '' })
    await fileTurns()
    await fileTurns()
    expect([game.isSaving, backups.isSavingLeftOff]).toEqual([false, true])
    await clock.advance(1_000)
    for (let turn = 0; turn < 4; turn++) await fileTurns()
    expect([game.isSaving, backups.isSavingLeftOff, seen.at(-1)]).toEqual([true, false, false])
  })

  it('give up a backup whose connection was lost, since the server may have started again', async () => {
    const { backups, line } = await connected()
    const flushed = afterCommand('save-all flush')
    const made = whyOf(backups.backup())
    await flushed
    line.isCut = true
    backups.lost()
    expect(await made).not.toBe('done')
    expect(backups.isSavingLeftOff).toBe(true)
    line.isCut = false
    backups.connect({ console: line, prefix: '' })
    await fileTurns()
    expect(game.isSaving).toBe(true)
    expect(backups.list()).toEqual([])
  })

  it('are restored only while no console is there, after which the worlds are what they were', async () => {
    const { backups } = await connected()
    const { id } = await backups.backup()
    writeFileSync(path.join(root(), 'server', 'world', 'a.mca'), 'later')
    expect(await whyOf(backups.restore(id))).toBe('backup-not-stopped')
    expect((await backups.state())?.server).toBe('running')
    await backups.disconnect()
    const phases = new Set<string | undefined>()
    backups.onDidChange(() => void backups.state().then((state) => phases.add(state?.running?.progress?.phase)))
    const { movedFolders } = await backups.restore(id)
    expect(readFileSync(path.join(root(), 'server', 'world', 'a.mca'), 'utf8')).toBe('a.mca')
    expect(readFileSync(path.join(root(), 'server', movedFolders[0] ?? '', 'a.mca'), 'utf8')).toBe('later')
    expect([...phases]).toEqual(expect.arrayContaining(['copying', 'verifying']))
  })

  it('accept the confirmation that the server is stopped for one backup, while its command runs', async () => {
    const { backups } = await connected()
    const { id } = await backups.backup()
    await backups.disconnect()
    probes.lockOf = async () => 'unseen'
    writeFileSync(path.join(root(), 'server', 'world', 'session.lock'), '')
    try {
      backups.confirmStopped('another')
      expect(await whyOf(backups.restore(id))).toBe('backup-may-run')
      backups.confirmStopped(id)()
      expect(await whyOf(backups.restore(id))).toBe('backup-may-run')
      backups.confirmStopped(id)
      expect(await whyOf(backups.restore(id))).toBe('done')
    } finally {
      probes.lockOf = async () => 'free'
    }
  })

  it('can be cancelled and removed', async () => {
    const { backups } = await connected()
    const { id } = await backups.backup()
    const flushed = afterCommand('save-all flush')
    const made = whyOf(backups.backup())
    await flushed
    backups.cancel()
    expect(await made).toBe('backup-cancelled')
    expect([game.isSaving, backups.list().map((one) => one.id)]).toEqual([true, [id]])
    expect(await whyOf(backups.remove('../store', () => {}))).toBe('backup-gone')
    await backups.remove(id, () => {})
    expect(readdirSync(path.join(root(), 'store'))).toEqual([])
  })

  it('leave saving on in the end, whatever happens in whatever order', async () => {
    const step = fc.constantFrom('backup', 'lost', 'back', 'edit', 'quit', 'kill', 'refuse', 'wait', 'turn')
    await times(60).forAllAsync(fc.array(step, { maxLength: 14 }), async (steps) => {
      begin()
      let { backups, line } = await connected()
      let refusals = 0
      game.beforeRun = (command) => {
        if (command === 'save-on' && refusals-- > 0) throw new Error('busy')
      }
      const made: Promise<unknown>[] = []
      for (const one of steps) {
        if (one === 'backup') made.push(backups.backup().catch(() => undefined))
        if (one === 'lost') {
          line.isCut = true
          backups.lost()
        }
        if (one === 'back') {
          line.isCut = false
          backups.connect({ console: line, prefix: '' })
        }
        if (one === 'edit') {
          const ended = backups.disconnect()
          await fileTurns()
          await clock.advance(maxEndMs)
          await ended
          line.isCut = true
          line = new Line()
          await backups.serve(folder)
          backups.connect({ console: line, prefix: '' })
        }
        if (one === 'quit') {
          const ended = backups.disconnect()
          await fileTurns()
          await clock.advance(maxEndMs)
          await ended
        }
        if (one === 'quit' || one === 'kill') {
          line.isCut = true
          backups.lost()
          await Promise.all(made)
          ;({ backups, line } = await connected())
        }
        if (one === 'refuse') refusals = 4
        if (one === 'wait') await clock.advance(1_500)
        if (one === 'turn') await new Promise((resolve) => setImmediate(resolve))
      }
      refusals = 0
      line.isCut = false
      backups.connect({ console: line, prefix: '' })
      await Promise.all(made)
      for (let turn = 0; turn < 4; turn++) {
        await fileTurns()
        await clock.advance(120_000)
      }
      await fileTurns()
      expect([game.isSaving, backups.isSavingLeftOff]).toEqual([true, false])
      const left = existsSync(path.join(root(), 'store')) ? readdirSync(path.join(root(), 'store')) : []
      expect(left.filter((name) => name.endsWith('.part') || name.endsWith('.json'))).toEqual([])
    })
  })
})
