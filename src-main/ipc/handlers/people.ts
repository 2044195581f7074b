/**
 * People, for the window: pairs a phone, and revokes its key.
 *
 * Guards invariant 6: only the main window can confirm a new approver, after the name and the check characters were
 * visible long enough to be read.
 */
import { GatewayError } from '@contract/gateway-error.js'
import { readingMs } from '@shared/approvals/reading-time.js'
import type { PairingView, PeopleView } from '@shared/clients/people.js'
import type { PeopleService } from '../../gateway/clients/people.js'
import type { Clock } from '../../gateway/ports/runtime.js'
import type { Handlers } from '../request-handling.js'

export interface PeopleAccess {
  readonly people: Pick<PeopleService, 'begin' | 'confirm' | 'cancel' | 'revoke'>
  readonly lan: { readonly seen: PeopleView; onDidChange(listener: () => void): () => void }
}

type Topic = 'people:list' | 'people:pair' | 'people:confirm' | 'people:cancel' | 'people:revoke'

export function peopleHandlers({ people, lan }: PeopleAccess, clock: Clock): Pick<Handlers, Topic> {
  /** The check characters, and the time since which they are visible. */
  let claimed: { readonly check: string; readonly since: number } | undefined
  lan.onDidChange(() => {
    const check = lan.seen.pairing?.claim?.check
    if (check !== claimed?.check) claimed = check === undefined ? undefined : { check, since: clock.elapsed() }
  })

  return {
    'people:list': () => lan.seen,
    'people:pair': () => offered(),
    'people:confirm': ({ id, check }) => {
      if (check === claimed?.check && clock.elapsed() - claimed.since < readingMs) {
        throw new GatewayError('RISK.APPROVAL_TOO_QUICK')
      }
      const { name, pairedAt, id: person } = people.confirm(id, check)
      return { id: person, name, pairedAt }
    },
    'people:cancel': () => people.cancel(),
    'people:revoke': ({ id }) => people.revoke(id),
  }

  function offered(): PairingView {
    if (lan.seen.lan.kind !== 'on') throw unreachable()
    people.begin()
    const { pairing } = lan.seen
    if (!pairing) throw unreachable()
    return pairing
  }
}

const unreachable = (): GatewayError =>
  new GatewayError('PROTOCOL.INVALID_REQUEST', {
    message: 'Phones cannot reach this computer now.',
    suggestion: 'Turn on phone approvals, and connect this computer to the same network as the phone.',
  })
