/**
 * Orders about the people who answer, and where: on phones, on Discord, in windows of other computers, and in the list of
 * gateways on other computers.
 *
 * Guards invariant 6: a click counts only after what it accepts was visible long enough to be read. Whoever can type a
 * command on this computer, as an AI with a shell can, invites nobody where a person answers already: only the first owner
 * of a program without a window is invited there. Guards invariant 8: the token of the bot is never sent to a page.
 */
import { GatewayError } from '@contract/gateway-error.js'
import type { Person } from '@shared/approvals/approval.js'
import type { DiscordSettings, DiscordView } from '@shared/approvals/discord.js'
import { readingMs } from '@shared/approvals/reading-time.js'
import type { PairingView, PeopleView } from '@shared/clients/people.js'
import type { NewInvitation, RemoteView } from '@shared/remote/door-state.js'
import type { ListedGateway } from '@shared/remote/gateway.js'
import type { PhonePairings } from '../../gateway/clients/phone-pairings.js'
import type { PersonDirectory } from '../../gateway/ports/person-directory.js'
import type { Clock } from '../../gateway/ports/runtime.js'
import type { NewGateway } from '../gateways/pairing.js'
import type { OrdersAbout, Payload } from '../table/table.js'
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

export interface DiscordAccess {
  readonly view: DiscordView
  keepToken(token: string): boolean
  change(change: Partial<DiscordSettings>): void
  link(person: string, by: Person): void
  cancelLink(): void
  unlink(way: string, by: Person): void
}

export const discordOrders = (discord: DiscordAccess): OrdersAbout<'discord'> => ({
  'discord:state': () => discord.view,
  'discord:keep-token': ({ token }) => ({ isKept: discord.keepToken(token) }),
  'discord:change': (change) => discord.change(change),
  'discord:link': ({ person }, giver) => discord.link(person, personOf(giver)),
  'discord:cancel-link': () => discord.cancelLink(),
  'discord:unlink': ({ id }, giver) => discord.unlink(id, personOf(giver)),
})

/** The methods throw a `GatewayError`. */
interface RemoteAccessControl {
  readonly view: RemoteView
  /** Whether somebody is an owner besides the person at this computer. */
  readonly hasOwner: boolean
  switch(change: Payload<'remote:switch'>): Promise<RemoteView>
  invite(invitee: Payload<'remote:invite'>, by: Person): NewInvitation
  readonly invitations: { cancel(): void }
}

export interface RemoteOrdersDependencies {
  readonly access: RemoteAccessControl
  readonly stream: { readonly on: boolean }
  /** Whether somebody can answer at this computer. */
  readonly hasWindow: boolean
}

export const remoteOrders = ({ access, stream, hasWindow }: RemoteOrdersDependencies): OrdersAbout<'remote'> => ({
  'remote:state': () => access.view,
  'remote:switch': (change) => access.switch(change),
  'remote:invite': (invitee, giver) => {
    if (giver === 'command-line') {
      if (hasWindow || access.hasOwner) throw inviteInWindow()
      return access.invite({ ...invitee, role: 'owner' }, personOf(giver))
    }
    if (typeof giver === 'string' && stream.on) throw codeHidden()
    return access.invite(invitee, personOf(giver))
  },
  'remote:cancel': () => access.invitations.cancel(),
})

const inviteInWindow = (): GatewayError =>
  new GatewayError('PERMISSION.DENIED', {
    message: 'This gateway has an owner already, who invites others.',
    suggestion: 'Open Settings → People in the window of an owner, and invite them there.',
  })

const codeHidden = (): GatewayError =>
  new GatewayError('PROTOCOL.INVALID_REQUEST', {
    message: 'A pairing code is hidden in stream-safe mode.',
    suggestion: 'Turn stream-safe mode off first.',
  })

export interface GatewayAccess {
  list(): readonly ListedGateway[]
  /** @throws GatewayError */
  add(given: NewGateway): Promise<ListedGateway>
  /** Shows its window. @throws GatewayError */
  show(id: string): void
  /** @throws GatewayError */
  remove(id: string): void
  /** @throws GatewayError */
  reconnect(id: string): void
}

export const gatewayOrders = (gateways: GatewayAccess): OrdersAbout<'gateways' | 'gateway'> => ({
  'gateways:list': () => gateways.list(),
  'gateways:add': (given) => gateways.add(given),
  'gateways:open': ({ id }) => gateways.show(id),
  'gateways:remove': ({ id }) => gateways.remove(id),
  'gateways:reconnect': ({ id }) => gateways.reconnect(id),
  'gateway:reconnect': () => {
    throw new GatewayError('PERMISSION.DENIED')
  },
})
