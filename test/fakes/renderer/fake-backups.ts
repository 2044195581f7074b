/** Fake backups: those of a Java server in the states that the screen is looked at in. */
import type { BackupSummary, BackupsView, HostBackupList } from '@shared/servers/java-server.js'
import type { Server } from '@shared/servers/server.js'
import type { Result } from '../../../src-main/owner/table/shapes.js'
import type { Carried, PageEvent, PageOrder, Payload, Returned } from '../../../src-main/owner/table/table.js'

type BackupHandlers = {
  [C in Extract<PageOrder, `backups:${string}`>]: (payload: Payload<C>) => Result<Returned<C>>
}

const gigabyte = 1_024 ** 3

const backup = (at: string, bytes: number, copiedBytes: number, name?: string): BackupSummary => ({
  id: `20261122-${at.slice(0, 2)}${at.slice(3)}00-0000`,
  ...(name !== undefined && { name }),
  at: `2026-11-22T${at}:00.000Z`,
  ...{ bytes, copiedBytes, files: 412, worlds: ['world', 'world_nether', 'world_the_end'], skipped: 0, leftOut: [] },
})

export const backupsView: BackupsView = {
  backups: [
    backup('19:20', 1.31 * gigabyte, 0.014 * gigabyte, 'before the event'),
    backup('12:05', 1.3 * gigabyte, 0.2 * gigabyte),
    backup('08:00', 1.22 * gigabyte, 1.22 * gigabyte),
  ],
  server: 'stopped',
  keeps: { backups: 10, bytes: 50 * gigabyte },
  offers: { backup: true, restore: true },
  mustType: 'Survival',
}

export const hostBackups: HostBackupList = {
  backups: [
    {
      id: '5e1c2a40',
      name: 'Gatehouse 2026-11-22 12:05',
      at: '2026-11-22T12:05:00.000Z',
      bytes: 1.1 * gigabyte,
      state: 'done',
    },
  ],
  most: 2,
}

export const javaServer = (state: Server['state'], more: Partial<Server> = {}): Server => ({
  ...{ id: 'java:127.0.0.1:25575', name: 'Survival', kind: 'java', address: 'rcon://127.0.0.1:25575' },
  ...{ state, software: 'Paper 1.21.4', capabilities: [], refused: [] },
  ...more,
})

export function backupsOf(
  view: () => BackupsView | null,
  set: (view: BackupsView) => void,
  push: <C extends PageEvent>(channel: C, message: Carried<C>) => void,
): BackupHandlers {
  const done = { ok: true, value: null } as const
  return {
    'backups:list': () => ({ ok: true, value: view() }),
    'backups:make': ({ id }) => {
      const now = view()
      if (now) set({ ...now, running: { kind: 'backup' } })
      push('backups:changed', { id })
      return done
    },
    'backups:restore': () => done,
    'backups:remove': ({ id, backup: removed }) => {
      const now = view()
      if (now) set({ ...now, backups: now.backups.filter((one) => one.id !== removed) })
      push('backups:changed', { id })
      return done
    },
    'backups:schedule': ({ schedule }) => {
      const { schedule: _before, ...now } = view() ?? backupsView
      set({ ...now, ...(schedule && { schedule }) })
      return done
    },
    'backups:cancel': () => done,
    'backups:pause': ({ id }) => {
      const { running: _paused, ...now } = view() ?? backupsView
      set({ ...now, partial: { files: 120, bytes: 0.4 * gigabyte } })
      push('backups:changed', { id })
      return done
    },
    'backups:discard': ({ id }) => {
      const { partial: _gone, ...now } = view() ?? backupsView
      set(now)
      push('backups:changed', { id })
      return done
    },
    'backups:host-list': () => ({ ok: true, value: hostBackups }),
    'backups:host-make': () => done,
    'backups:host-restore': () => done,
  }
}
