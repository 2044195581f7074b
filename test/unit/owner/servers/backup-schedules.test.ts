import { GatewayError } from '@contract/gateway-error.js'
import { defaultSettings, type Settings } from '@shared/program/settings.js'
import type { BackupSummary } from '@shared/servers/java-server.js'
import type { ServerState } from '@shared/servers/server.js'
import { describe, expect, it } from 'vitest'
import { BackupSchedules } from '../../../../src-main/owner/servers/backup-schedules.js'
import { FakeClock } from '../../../fakes/fake-clock.js'
import { FakeServer } from '../../../fakes/fake-provider.js'
import { RecordingLog } from '../../../fakes/recording-log.js'

const hour = 3_600_000
/** Three in the morning, on the clock of this computer. */
const night = new Date(2026, 0, 19, 3).getTime()

class Scene {
  readonly clock: FakeClock
  readonly orders: { readonly server: string; readonly person: string }[] = []
  readonly removals: string[] = []
  readonly changes: string[] = []
  backups: BackupSummary[] = []
  state: ServerState = 'online'
  failure: GatewayError | undefined
  /** How long a backup takes. */
  runMs = 0
  settings: Settings
  readonly schedules: BackupSchedules

  constructor(start = night, settings: Settings = defaultSettings, backups: BackupSummary[] = []) {
    this.clock = new FakeClock(start)
    this.settings = settings
    this.backups = backups
    this.schedules = new BackupSchedules({
      clock: this.clock,
      log: new RecordingLog(),
      settings: {
        get: () => this.settings,
        change: (change) => {
          this.settings = { ...this.settings, ...change }
          return true
        },
      },
      registry: { link: (id) => new FakeServer({ id, kind: 'java', state: this.state }) },
      ownerCommands: {
        isOffered: () => true,
        recordRemoval: (_server, backup, person) => void this.removals.push(`${backup} ${person}`),
        run: async ({ server, scheduled }, person) => {
          this.orders.push({ server, person })
          if (this.failure) throw this.failure
          if (this.runMs > 0) await new Promise<void>((resolve) => this.clock.after(this.runMs, resolve))
          const backupId = this.add()
          this.backups = this.backups.map((one) => (one.id === backupId && scheduled ? { ...one, scheduled } : one))
          return { backupId }
        },
      },
      backupsOf: () => ({
        list: () => this.backups,
        remove: async (id, record) => {
          record()
          this.backups = this.backups.filter((one) => one.id !== id)
        },
      }),
    })
    this.schedules.onDidChange((id) => this.changes.push(id))
    this.schedules.start()
  }

  /** A backup of now; returns its id. */
  add(): string {
    const at = this.clock.now().toISOString()
    this.backups = [
      { id: at, at, bytes: 1, copiedBytes: 1, files: 1, worlds: ['world'], skipped: 0, leftOut: [] },
      ...this.backups,
    ]
    return at
  }
}

describe('a backup schedule of a server', () => {
  it('is off until a person turns it on', async () => {
    const scene = new Scene()
    await scene.clock.advance(48 * hour)
    expect([scene.orders, scene.schedules.stateOf('survival')]).toEqual([[], undefined])
  })

  it('makes a backup at its time, once a day, as the owner’s schedule', async () => {
    const scene = new Scene()
    scene.schedules.set('survival', { at: '04:00', keep: 7 })
    await scene.clock.advance(hour - 60_000)
    expect(scene.orders).toEqual([])
    await scene.clock.advance(120_000)
    expect(scene.orders).toEqual([{ server: 'survival', person: 'schedule' }])
    const { last } = scene.schedules.stateOf('survival') ?? {}
    expect(last).toMatchObject({ due: new Date(2026, 0, 19, 4).toISOString() })
    expect([last?.late, last?.error, scene.changes]).toEqual([undefined, undefined, ['survival']])
    await scene.clock.advance(24 * hour)
    expect(scene.orders).toHaveLength(2)
  })

  it('keeps so many of its own, and every backup that a person made', async () => {
    const scene = new Scene()
    const own = scene.add()
    scene.schedules.set('survival', { at: '04:00', keep: 2 })
    await scene.clock.advance(5 * 24 * hour)
    expect(scene.orders).toHaveLength(5)
    expect(scene.backups.filter(({ scheduled }) => scheduled)).toHaveLength(2)
    expect(scene.backups.map(({ id }) => id)).toContain(own)
    expect(scene.removals).toHaveLength(3)
    expect(scene.removals.every((removal) => removal.endsWith(' schedule'))).toBe(true)
  })

  it.each([
    ['by the larger number when it was raised during a backup', { at: '04:00', keep: 7 }, 0],
    ['by the larger number when it was lowered during a backup', { at: '04:00', keep: 1 }, 1],
    ['nothing when the schedule was turned off during a backup', null, 0],
  ] as const)('removes %s', async (_title, changed, removed) => {
    const scene = new Scene()
    scene.schedules.set('survival', { at: '04:00', keep: 2 })
    await scene.clock.advance(2 * 24 * hour)
    scene.runMs = hour
    await scene.clock.advance(hour + 60_000)
    expect([scene.orders.length, scene.removals]).toEqual([3, []])
    scene.schedules.set('survival', changed)
    await scene.clock.advance(hour)
    expect([scene.backups.length, scene.removals.length]).toEqual([3 - removed, removed])
  })

  it('makes up for a missed one at the next start, and says so', async () => {
    const before = new Scene()
    before.schedules.set('survival', { at: '04:00', keep: 7 })
    const scene = new Scene(night + 6 * hour, before.settings)
    await scene.clock.advance(60_000)
    expect(scene.orders).toHaveLength(1)
    expect(scene.schedules.stateOf('survival')?.last).toMatchObject({ late: true })
  })

  it('makes none again that was made before a restart', async () => {
    const before = new Scene()
    before.schedules.set('survival', { at: '04:00', keep: 7 })
    await before.clock.advance(2 * hour)
    const scene = new Scene(night + 3 * hour, before.settings, before.backups)
    await scene.clock.advance(hour)
    expect(scene.orders).toEqual([])
  })

  it('waits for a server that is offline', async () => {
    const scene = new Scene()
    scene.schedules.set('survival', { at: '04:00', keep: 7 })
    scene.state = 'offline'
    await scene.clock.advance(3 * hour)
    expect(scene.orders).toEqual([])
    expect(scene.schedules.stateOf('survival')?.waitsSince).toBe(new Date(2026, 0, 19, 4).toISOString())
    scene.state = 'online'
    await scene.clock.advance(60_000)
    expect(scene.schedules.stateOf('survival')?.last).toMatchObject({ late: true })
  })

  it('shows why one failed, and does not try again before the next day', async () => {
    const scene = new Scene()
    scene.failure = new GatewayError('BUSINESS.OPERATION_FAILED', { details: { why: 'backup-no-space' } })
    scene.schedules.set('survival', { at: '04:00', keep: 7 })
    await scene.clock.advance(12 * hour)
    expect(scene.orders).toHaveLength(1)
    expect(scene.schedules.stateOf('survival')?.last?.error?.details).toEqual({ why: 'backup-no-space' })
  })

  it('makes one again that was lost with the connection, not at once, and once only', async () => {
    const scene = new Scene()
    scene.failure = new GatewayError('BUSINESS.OPERATION_FAILED', { details: { why: 'backup-interrupted' } })
    scene.schedules.set('survival', { at: '04:00', keep: 7 })
    await scene.clock.advance(hour + 60_000)
    expect(scene.orders).toHaveLength(1)
    scene.state = 'offline'
    scene.failure = undefined
    await scene.clock.advance(hour)
    expect(scene.orders).toHaveLength(1)
    scene.state = 'online'
    await scene.clock.advance(60_000)
    expect(scene.orders).toHaveLength(2)
    expect(scene.schedules.stateOf('survival')?.last?.error).toBeUndefined()
    await scene.clock.advance(3 * hour)
    expect([scene.orders.length, scene.backups.length]).toEqual([2, 1])
  })

  it('makes a lost one every five minutes at most', async () => {
    const scene = new Scene()
    scene.failure = new GatewayError('SYSTEM.SERVICE_UNAVAILABLE')
    scene.schedules.set('survival', { at: '04:00', keep: 7 })
    await scene.clock.advance(2 * hour)
    expect(scene.orders.length).toBeGreaterThan(5)
    expect(scene.orders.length).toBeLessThanOrEqual(13)
  })

  it('is turned off, and makes nothing then', async () => {
    const scene = new Scene()
    scene.schedules.set('survival', { at: '04:00', keep: 7 })
    scene.schedules.set('survival', null)
    await scene.clock.advance(48 * hour)
    expect([scene.orders, scene.settings.backupSchedules]).toEqual([[], {}])
  })
})
