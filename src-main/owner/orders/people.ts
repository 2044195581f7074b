/**
 * Orders about who may come in: phones that pair, programs that register by OAuth, and programs without a key.
 *
 * Guards invariant 6: a click counts only after what it accepts was visible long enough to be read.
 */

import { GatewayError } from '@contract/gateway-error.js'
import { readingMs } from '@shared/approvals/reading-time.js'
import type { PairedPerson, PairingView, PeopleView } from '@shared/clients/people.js'
import type { Consents } from '../../gateway/clients/consents.js'
import type { KeylessClients } from '../../gateway/clients/keyless-clients.js'
import type { PeopleService } from '../../gateway/clients/people.js'
import type { Clock } from '../../gateway/ports/runtime.js'
import type { OrdersAbout } from '../table/table.js'
import { personOf } from './giver.js'

export interface PeopleAccess {
  readonly people: Pick<PeopleService, 'begin' | 'confirm' | 'cancel' | 'revoke'>
  readonly lan: { readonly seen: PeopleView; onDidChange(listener: () => void): () => void }
}

export function peopleOrders({ people, lan }: PeopleAccess, clock: Clock): OrdersAbout<'people'> {
  /** The check characters, and the time since which they are visible. */
  let claimed: { readonly check: string; readonly since: number } | undefined
  lan.onDidChange(() => {
    const check = lan.seen.pairing?.claim?.check
    if (check !== claimed?.check) claimed = check === undefined ? undefined : { check, since: clock.elapsed() }
  })

  return {
    'people:list': () => lan.seen,
    'people:paired': () => lan.seen.people.map(pairedPerson),
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

/** Nothing of their key. */
export const pairedPerson = ({ id, name, pairedAt, lastSeenAt }: PairedPerson): PairedPerson => ({
  id,
  name,
  pairedAt,
  ...(lastSeenAt !== undefined && { lastSeenAt }),
})

const unreachable = (): GatewayError =>
  new GatewayError('PROTOCOL.INVALID_REQUEST', {
    message: 'Phones cannot reach this computer now.',
    suggestion: 'Turn on phone approvals, and connect this computer to the same network as the phone.',
  })

export const keylessOrders = (
  keyless: Pick<KeylessClients, 'view' | 'waiting' | 'decide'>,
  clock: Pick<Clock, 'now'>,
): OrdersAbout<'keyless'> => ({
  'keyless:state': () => keyless.view(),
  'keyless:decide': ({ id, state }, giver) => {
    const question = keyless.waiting().find((one) => one.id === id)
    const isTooQuick =
      giver !== 'stdin' &&
      state === 'allowed' &&
      question !== undefined &&
      clock.now().getTime() - Date.parse(question.at) < readingMs
    if (isTooQuick) throw new GatewayError('RISK.APPROVAL_TOO_QUICK')
    if (!keyless.decide(id, state, personOf(giver).name)) {
      throw new GatewayError('RISK.APPROVAL_CLOSED', { details: { id } })
    }
  },
})

export const consentOrders = (
  consents: Pick<Consents, 'open' | 'decide'>,
  clock: Pick<Clock, 'now'>,
): OrdersAbout<'consents'> => ({
  'consents:list': () => consents.open(),
  'consents:decide': ({ id, decision, role }, giver) => {
    const question = consents.open().find((one) => one.id === id)
    const seenFor = question && clock.now().getTime() - Date.parse(question.askedAt)
    // The parent process reads every line.
    const isTooQuick = giver !== 'stdin' && decision === 'accept' && seenFor !== undefined && seenFor < readingMs
    if (isTooQuick) throw new GatewayError('RISK.APPROVAL_TOO_QUICK')
    if (!consents.decide(id, decision, role)) throw new GatewayError('RISK.APPROVAL_CLOSED', { details: { id } })
  },
})
