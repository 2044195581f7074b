/**
 * Person terms: what the owner chooses about a person, and the ways of a person, as they may be stored.
 *
 * Guards invariant 6: a role that is not known and a way that is not complete answer nothing.
 */
import type { Person } from '@shared/approvals/approval.js'
import { type PersonTerms, type PersonWay, personWayKinds } from '@shared/clients/person.js'
import { includesRole, type PersonRole, personRoles } from '@shared/clients/person-role.js'
import { cleanText } from '../text/untrusted-text.js'
import { isPersonName } from './new-person.js'

/** Maximum people, ways of one person, servers of a moderator, and characters of the texts in a way. */
export const personLimits = { people: 20, ways: 20, servers: 128, id: 128, text: 64, proof: 1_024 } as const

/** The person at the computer of the gateway; always an owner. */
export const desktopId = 'desktop'

export const isPersonId = (id: unknown): id is string => typeof id === 'string' && /^person:[0-9a-f]{8}$/u.test(id)

/** Only what belongs to the role: the servers of a moderator. */
export const plainTerms = ({ name, role, servers }: PersonTerms): PersonTerms => ({
  name,
  role,
  ...(role === 'moderator' && servers && { servers: [...new Set(servers)] }),
})

/** @param others names that are taken */
export const areTerms = ({ name, role, servers = [] }: PersonTerms, others: readonly string[]): boolean =>
  isPersonName(name, others) &&
  personRoles.includes(role) &&
  servers.length <= personLimits.servers &&
  servers.every((id) => isText(id, personLimits.id))

/** Whether a person may answer less than before, or has another name than the one with which they agreed. */
export function isLowered(before: PersonTerms, after: PersonTerms): boolean {
  if (after.name !== before.name) return true
  if (!includesRole(after.role, before.role)) return true
  const { servers } = after
  if (after.role !== 'moderator' || before.role !== 'moderator' || !servers) return false
  return !before.servers || before.servers.some((id) => !servers.includes(id))
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu

const isDevice = (kind: PersonWay['kind'], id: string): boolean => new RegExp(`^${kind}:[0-9a-f]{8}$`, 'u').test(id)

/** Whether a way is complete, with the proof that its kind has. */
export function isWay(way: PersonWay, proof: string | undefined): boolean {
  const { id } = way
  switch (way.kind) {
    case 'phone':
      return isDevice('phone', id) && /^[0-9a-f]{64}$/u.test(proof ?? '')
    case 'computer':
      return (
        isDevice('computer', id) &&
        isName(way.name) &&
        isText(proof, personLimits.proof) &&
        /^[A-Za-z0-9+/]+={0,2}$/u.test(proof)
      )
    case 'game':
      return (
        id === gameWayId(way.server, way.player) &&
        isText(way.server, personLimits.id) &&
        isName(way.player) &&
        (way.uuid === undefined || uuid.test(way.uuid))
      )
    case 'discord':
      return id === discordWayId(way.user) && /^\d{1,20}$/u.test(way.user) && isName(way.name)
  }
}

/**
 * Whether this person may give another one a way to answer. In a window elsewhere an owner gives none to an owner who
 * answers already, as whom they could then answer too: a quorum needs different people.
 *
 * @param ways number of ways that the other one has
 */
export const mayGiveWay = (
  by: Pick<Person, 'id' | 'kind'>,
  to: { readonly id: string; readonly role: PersonRole },
  ways: number,
): boolean => by.kind !== 'remote' || by.id === to.id || to.role !== 'owner' || (ways === 0 && to.id !== desktopId)

export const isWayKind = (kind: unknown): kind is PersonWay['kind'] => personWayKinds.some((one) => one === kind)

export const gameWayId = (server: string, player: string): string => `game:${server}:${player}`

export const discordWayId = (user: string): string => `discord:${user}`

const isText = (value: unknown, max: number): value is string =>
  typeof value === 'string' && value !== '' && value.length <= max

const isName = (value: unknown): boolean =>
  isText(value, personLimits.text) && cleanText(value, personLimits.text) === value
