/** Owners options: where people come in from other computers, and who the first owner is. */
import { isIP } from 'node:net'
import type { RemoteSettings } from '@shared/remote/door-state.js'
import { isPersonName } from '../policy/rights/new-person.js'

export const ownersOptions = {
  'owners-port': { type: 'string' },
  'owners-host': { type: 'string' },
  'invite-owner': { type: 'string' },
} as const

export const ownersUsage = ['                [--owners-port N [--owners-host ADDRESS]] [--invite-owner NAME]']

export interface OwnersValues {
  readonly 'owners-port'?: string
  readonly 'owners-host'?: string
  readonly 'invite-owner'?: string
}

export interface OwnersOptions {
  /** Saved in the settings of the profile, like a choice in the window. */
  readonly remote: Partial<RemoteSettings> | undefined
  /** Name of the first owner; nobody is invited where there is one. */
  readonly inviteOwner: string | undefined
}

/** @throws Error when one is invalid */
export function ownersOptionsOf({
  'owners-port': port,
  'owners-host': host,
  'invite-owner': inviteOwner,
}: OwnersValues): OwnersOptions {
  if (inviteOwner !== undefined && !isPersonName(inviteOwner, []))
    throw new Error('--invite-owner: a name of 1 to 40 visible characters')
  if (port === undefined) {
    if (host !== undefined) throw new Error('--owners-host needs --owners-port')
    return { remote: undefined, inviteOwner }
  }
  if (!/^\d{1,5}$/u.test(port) || Number(port) > 65_535) throw new Error('--owners-port: 0 to 65535')
  if (host !== undefined && isIP(host) === 0) throw new Error('--owners-host: an IP address')
  return { remote: { enabled: true, port: Number(port), ...(host !== undefined && { host }) }, inviteOwner }
}
