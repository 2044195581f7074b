/**
 * Orders about the people who answer: their roles, their ways, and the pairing of their phones.
 *
 * Guards invariant 6: a click counts only after what it accepts was visible long enough to be read.
 */

import { GatewayError } from '@contract/gateway-error.js'
import type { Person } from '@shared/approvals/approval.js'
import { readingMs } from '@shared/approvals/reading-time.js'
import type { PairingView, PeopleView } from '@shared/clients/people.js'
import type { PhonePairings } from '../../gateway/clients/phone-pairings.js'
import type { PersonDirectory } from '../../gateway/ports/person-directory.js'
import type { Clock } from '../../gateway/ports/runtime.js'
import type { OrdersAbout } from '../table/table.js'
import { personOf } from './giver.js'

export interface PeopleAccess {
  readonly directory: Pick<PersonDirectory, 'list' | 'change' | 'remove' | 'removeWay'>
  readonly phones: Pick<PhonePairings, 'begin' | 'confirm' | 'cancel'>
  readonly lan: { readonly seen: PeopleView; onDidChange(listener: () => void): () => void }
}

export function peopleOrders({ directory, phones, lan }: PeopleAccess, clock: Clock): OrdersAbout<'people'> {
  /** The check characters, and the time since which they are visible. */
  let claimed: { readonly check: string; readonly since: number } | undefined
  lan.onDidChange(() => {
    const check = lan.seen.pairing?.claim?.check
    if (check !== claimed?.check) claimed = check === undefined ? undefined : { check, since: clock.elapsed() }
  })

  return {
    'people:list': () => lan.seen,
    'people:listed': () => directory.list(),
    'people:change': ({ id, ...terms }, giver) => directory.change(id, terms, personOf(giver)),
    'people:remove': ({ id }, giver) => directory.remove(id, personOf(giver)),
    'people:remove-way': ({ id }, giver) => directory.removeWay(id, personOf(giver)),
    'people:pair': ({ person }, giver) => offered(personOf(giver), person),
    'people:confirm': ({ id, check }, giver) => {
      if (check === claimed?.check && clock.elapsed() - claimed.since < readingMs) {
        throw new GatewayError('RISK.APPROVAL_TOO_QUICK')
      }
      return phones.confirm(id, check, personOf(giver))
    },
    'people:cancel': () => phones.cancel(),
  }

  function offered(by: Person, person: string | undefined): PairingView {
    if (lan.seen.lan.kind !== 'on') throw unreachable()
    phones.begin(by, person)
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
