/**
 * Settings trail: records a person's changes of settings that affect calls in the audit trail.
 *
 * Guards against silent weakening: manual edits, and edits while the program was not running, are found by comparing
 * with the last known values, and recorded with before and after.
 */
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type AddedServerSettings, defaultSettings, type Settings } from '@shared/program/settings.js'
import type { AuditLog } from '../gateway/ports/audit-log.js'
import type { Clock, Log } from '../gateway/ports/runtime.js'
import { writePrivateFile } from './profile.js'
import type { SettingsStore } from './settings-store.js'

export const knownSettingsFile = 'settings.known.json'

/** `capabilityId` in the audit trail. */
export const settingIds = {
  change: 'system.settings.change',
  add: 'system.server.add',
  remove: 'system.server.remove',
  edit: 'system.server.edit',
} as const

const watched = [
  'criticalQuorum',
  'quorums',
  'posture',
  'builtInRules',
  'riskRules',
  'taintedMediumAsks',
  'panicStopsReading',
  'auditDays',
  'auditMebibytes',
  'redactAddresses',
  'servers',
  'chat',
  'xiaozhi',
  'serviceModels',
  'gameApprover',
] as const satisfies readonly (keyof Settings)[]

type Watched = Pick<Settings, (typeof watched)[number]>

interface Parts {
  readonly profile: string
  readonly settings: Pick<SettingsStore, 'get' | 'onDidChange'>
  readonly audit: Pick<AuditLog, 'append'>
  readonly clock: Clock
  readonly log: Log
}

interface Said {
  readonly id: string
  readonly request: Readonly<Record<string, unknown>>
  readonly serverId?: string
}

/** Records changes since the last run, and from then on every change. @returns the function that stops it */
export function followSettings({ profile, settings, audit, clock, log }: Parts): () => void {
  const file = path.join(profile, knownSettingsFile)
  let known = readKnown(file)

  function say({ id, request, serverId }: Said): void {
    audit.append({
      id: randomUUID(),
      timestamp: clock.now().toISOString(),
      eventType: 'invoke',
      capabilityId: id,
      caller: { type: 'user', id: 'settings', name: 'settings' },
      request,
      ...(serverId !== undefined && { metadata: { serverId } }),
    })
  }

  /** A change that cannot be recorded now counts as unknown, and is recorded the next time. */
  function follow(now: Settings): void {
    const next = watchedOf(now)
    const changes = changesBetween(known, next)
    if (changes.length === 0) return
    try {
      changes.forEach(say)
      known = next
      writePrivateFile(file, `${JSON.stringify(next)}\n`)
    } catch (error) {
      log.error('a change of the settings could not be recorded', { error: `${error}` })
    }
  }

  follow(settings.get())
  return settings.onDidChange(follow)
}

function changesBetween(before: Watched, after: Watched): Said[] {
  const names = watched.filter((name) => name !== 'servers' && !isSame(before[name], after[name]))
  const part = (of: Watched) => Object.fromEntries(names.map((name) => [name, of[name]]))
  const settings =
    names.length > 0 ? [{ id: settingIds.change, request: { before: part(before), after: part(after) } }] : []
  return [...settings, ...serverChanges(before.servers, after.servers)]
}

function serverChanges(before: readonly AddedServerSettings[], after: readonly AddedServerSettings[]): Said[] {
  const ids = new Set([...before, ...after].map(({ id }) => id))
  return [...ids].flatMap((serverId): Said[] => {
    const [was, is] = [before, after].map((servers) => servers.find(({ id }) => id === serverId))
    if (isSame(was, is)) return []
    const id = was && is ? settingIds.edit : is ? settingIds.add : settingIds.remove
    return [{ id, serverId, request: { ...(was && { before: was }), ...(is && { after: is }) } }]
  })
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

const watchedOf = (settings: Watched): Watched =>
  Object.fromEntries(watched.map((name) => [name, settings[name]])) as unknown as Watched

/** The defaults when the last values are unknown: differences from them are recorded again. */
function readKnown(file: string): Watched {
  const defaults = watchedOf(defaultSettings)
  if (!existsSync(file)) return defaults
  try {
    const known = JSON.parse(readFileSync(file, 'utf8')) as Partial<Watched>
    return Array.isArray(known.servers) ? watchedOf({ ...defaults, ...known }) : defaults
  } catch {
    return defaults
  }
}
