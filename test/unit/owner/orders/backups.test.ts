import type { JsonObject } from '@contract/call.js'
import { GatewayError } from '@contract/gateway-error.js'
import type { PowerResult } from '@shared/servers/server-way.js'
import { describe, expect, it } from 'vitest'
import type { OwnerCommands } from '../../../../src-main/gateway/owner-commands.js'
import { type BackupOrdersDependencies, backupOrders } from '../../../../src-main/owner/orders/backups.js'
import { FakeClock } from '../../../fakes/fake-clock.js'
import { GatewayUnderTest } from '../../../fakes/gateway-under-test.js'

const given = { id: 'mc', backup: 'b1', confirmedStopped: false, typed: 'Survival', stopFirst: { players: 2 } } as const

/** Orders of a server that its host starts and stops; `did` holds what happened, in order. */
function scene({
  fails = false,
  stop = 'done' as PowerResult['outcome'],
  starts = true,
  isUnfinished = false,
  continues = false,
  people = 1,
} = {}) {
  const did: string[] = []
  const quorums = { criticalQuorum: people, quorums: {} }
  const under = new GatewayUnderTest({ quorums: () => quorums })
  const { gateway, audit } = under
  // It offers no restore of its own: only its host makes backups.
  under.serve('mc', [], { name: 'Survival' })
  const { ownerCommands } = gateway
  const commands = {
    mustType: () => (people === 1 ? 'Survival' : undefined),
    run: async () => {
      did.push('restore')
      if (fails) throw new GatewayError('BUSINESS.OPERATION_FAILED')
      return {}
    },
    hostRestoreText: ownerCommands.hostRestoreText.bind(ownerCommands),
    isHostRestoreForOne: ownerCommands.isHostRestoreForOne.bind(ownerCommands),
    runAtHost: ownerCommands.runAtHost.bind(ownerCommands),
  }
  const host = {
    list: async () => ({ backups: [], most: 1 }),
    make: async (name: string) => ({ id: 'h1', name, bytes: 7, state: 'done' as const }),
    restore: async (id: string) => {
      did.push(`host ${id}`)
      if (fails) throw new GatewayError('SYSTEM.SERVICE_UNAVAILABLE', { details: { mayHaveRun: true } })
    },
  }
  const orders = backupOrders({
    ownerCommands: commands as unknown as OwnerCommands,
    schedules: {} as BackupOrdersDependencies['schedules'],
    backupsOf: () =>
      ({
        state: async () => ({
          ...(isUnfinished && { isUnfinished }),
          ...(continues && { running: { kind: 'restore' } }),
        }),
        confirmStopped: () => () => did.push('unconfirmed'),
      }) as unknown as ReturnType<BackupOrdersDependencies['backupsOf']>,
    hostBackupsOf: () => host,
    orderPower: async ({ order, players }) => {
      did.push(players === undefined ? order : `${order} ${players}`)
      if (order === 'start' && !starts) throw new GatewayError('SYSTEM.SERVICE_UNAVAILABLE')
      return { outcome: order === 'stop' ? stop : 'done', state: 'stopped' }
    },
    clock: new FakeClock(),
  })
  const rows = () =>
    audit.events.map(({ capabilityId, request, response, metadata, approvalInfo }) => [
      capabilityId,
      metadata?.phase,
      approvalInfo?.approvedBy,
      request,
      (response as JsonObject | undefined)?.outcome,
    ])
  return { orders, did, rows }
}

const whyOf = async (act: unknown) =>
  Promise.resolve(act).then(
    () => 'done',
    (error) => error.details?.why ?? error.code,
  )

describe('a restore that stops the server first', () => {
  it.each([
    [{}, 'done', ['stop 2', 'restore', 'unconfirmed', 'start']],
    [{ fails: true }, 'BUSINESS.OPERATION_FAILED', ['stop 2', 'restore', 'start', 'unconfirmed']],
    // It would make a new world between two renames.
    [{ fails: true, isUnfinished: true }, 'BUSINESS.OPERATION_FAILED', ['stop 2', 'restore', 'unconfirmed']],
    // Its call ended by a limit of time while it still runs.
    [{ fails: true, continues: true }, 'BUSINESS.OPERATION_FAILED', ['stop 2', 'restore', 'unconfirmed']],
    [{ stop: 'sent' as const }, 'backup-stopping', ['stop 2']],
    // Somebody stopped it before.
    [{ stop: 'already' as const }, 'done', ['stop 2', 'restore', 'unconfirmed']],
    [{ stop: 'already' as const, fails: true }, 'BUSINESS.OPERATION_FAILED', ['stop 2', 'restore', 'unconfirmed']],
    [{ starts: false }, 'backup-not-started', ['stop 2', 'restore', 'unconfirmed', 'start']],
  ])('with %j ends as %s', async (how, why, expected) => {
    const { orders, did } = scene(how)
    expect([await whyOf(orders['backups:restore'](given, 'window')), did]).toEqual([why, expected])
  })

  it('stops nothing where the name is not typed', async () => {
    const { orders, did } = scene()
    const untyped = { ...given, typed: 'survival?' }
    expect([await whyOf(orders['backups:restore'](untyped, 'window')), did]).toEqual(['PROTOCOL.INVALID_REQUEST', []])
  })
})

describe('an order to the host', () => {
  it('is in the trail before it is given, with what came of it', async () => {
    const { orders, rows } = scene()
    await orders['backups:host-make']({ id: 'mc' }, 'window')
    const request = { name: 'Gatehouse 2026-01-19 10:30' }
    expect(rows()).toMatchObject([
      ['system.host-backup.make', 'intent', expect.any(String), request, undefined],
      ['system.host-backup.make', 'outcome', expect.any(String), request, 'done'],
    ])
  })

  it('that puts everything back needs the name of the server, and may be unknown', async () => {
    const { orders, did, rows } = scene({ fails: true })
    expect(await whyOf(orders['backups:host-restore']({ id: 'mc', backup: 'h1' }, 'window'))).toBe(
      'PROTOCOL.INVALID_REQUEST',
    )
    expect([did, rows()]).toEqual([[], []])
    await whyOf(orders['backups:host-restore']({ id: 'mc', backup: 'h1', typed: 'Survival' }, 'window'))
    expect([did, rows().at(-1)?.at(-1)]).toEqual([['host h1'], 'unknown'])
  })

  it('that puts everything back is unknown when the host has ended it, because it does not say how', async () => {
    const { orders, rows } = scene()
    await orders['backups:host-restore']({ id: 'mc', backup: 'h1', typed: 'Survival' }, 'window')
    expect(rows().at(-1)?.at(-1)).toBe('unknown')
  })

  it('that puts everything back is refused where two people must approve it', async () => {
    const { orders, did, rows } = scene({ people: 2 })
    const order = { id: 'mc', backup: 'h1', typed: 'Survival' }
    expect(await whyOf(orders['backups:host-restore'](order, 'window'))).toBe('backup-needs-second')
    expect([did, rows()]).toEqual([[], []])
  })
})
