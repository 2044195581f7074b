import { describe, expect, it } from 'vitest'
import {
  hostBackupsOf,
  type PanelBackupTerms,
} from '../../../../../../src-main/providers/java/ways/panel/panel-backups.js'
import { PanelUnavailable } from '../../../../../../src-main/providers/java/ways/panel/panel-failure.js'
import { FakeClock } from '../../../../../fakes/fake-clock.js'
import { within } from '../../../../../fakes/java/console-process.js'

const uuid = '1a2b3c4d-0000-4000-8000-000000000001'
const backup = { attributes: { uuid, name: 'before', completed_at: '2026-01-19T10:30:00Z', is_successful: true } }
const restoring = { status: 'restoring_backup' }
const lost = () => new PanelUnavailable('lost')

/** A panel that shows these states of the server one after another, the last one for ever. */
async function restoredWith(seen: readonly (object | Error)[], refusal?: Error) {
  const clock = new FakeClock()
  let looks = 0
  const client = {
    json: async (route: string) => {
      if (route === 'viewBackup') return backup
      if (route === 'restoreBackup') {
        if (refusal) throw refusal
        return {}
      }
      const now = seen[Math.min(looks, seen.length - 1)]
      looks += 1
      if (now instanceof Error) throw now
      return { attributes: { uuid, status: null, ...now } }
    },
  }
  const terms = { client: client as unknown as PanelBackupTerms['client'], server: uuid, clock }
  const ended = await within(
    clock,
    hostBackupsOf(terms)
      .restore(uuid)
      .then(
        () => 'ended',
        ({ details }) => [details.reason, details.mayHaveRun],
      ),
  )
  return { ended, looks }
}

describe('the restore of a panel', () => {
  it('continues to look when a look fails', async () => {
    expect(await restoredWith([restoring, lost(), restoring, lost(), {}])).toEqual({ ended: 'ended', looks: 5 })
  })

  it('may have run when nothing can be seen for a minute', async () => {
    expect((await restoredWith([restoring, lost()])).ended).toEqual(['lost', true])
  })

  it.each([
    ['suspended', { is_suspended: true }],
    ['maintenance', { is_node_under_maintenance: true }],
    ['transferring', { is_transferring: true }],
  ])('is not over because the server is %s', async (reason, state) => {
    expect((await restoredWith([restoring, state])).ended).toEqual([reason, true])
  })

  it.each([
    ['a lost answer', lost(), ['lost', true]],
    [
      'a failed node',
      new PanelUnavailable('node-unreachable', { details: { status: 504 } }),
      ['node-unreachable', true],
    ],
    ['a refusal', new PanelUnavailable('no-permission', { details: { status: 403 } }), ['no-permission', undefined]],
  ])('tells after %s whether it may have run', async (_what, refusal, ended) => {
    expect(await restoredWith([{}], refusal)).toEqual({ ended, looks: 0 })
  })
})
