/**
 * Settings trail: records a person's changes of settings that affect calls in the audit trail.
 *
 * Guards against silent weakening: manual edits, and edits while the program was not running, are found by comparing
 * with the last known values, and recorded with before and after.
 */
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { defaultSettings, type Settings } from '@shared/program/settings.js'
import type { AddedServer } from '@shared/servers/added-server.js'
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

const recorded = [
  'criticalQuorum',
  'otherClients',
  'answerPlaces',
  'answerMinutes',
  'remote',
  'quorums',
  'posture',
  'builtInRules',
  'riskRules',
  'panicStopsReading',
  'auditDays',
  'auditMebibytes',
  'redactAddresses',
  'servers',
  'buildAreas',
  'chat',
  'xiaozhi',
  'neuro',
  'audience',
  'obs',
  'deck',
  'serviceModels',
  'votes',
  'gameApprover',
  'discord',
  'telemetry',
] as const satisfies readonly (keyof Settings)[]

type RecordedSettings = Pick<Settings, (typeof recorded)[number]>

interface SettingsTrailDependencies {
  readonly profile: string
  readonly settings: Pick<SettingsStore, 'get' | 'onDidChange'>
  readonly audit: Pick<AuditLog, 'append'>
  readonly clock: Clock
  readonly log: Log
}

interface SettingChange {
  readonly id: string
  readonly request: Readonly<Record<string, unknown>>
  readonly serverId?: string
}

/** Records changes since the last run, and from then on every change. @returns the function that stops it */
export function followSettings({ profile, settings, audit, clock, log }: SettingsTrailDependencies): () => void {
  const file = path.join(profile, knownSettingsFile)
  let known = readRecorded(file)

  function append({ id, request, serverId }: SettingChange): void {
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
  function recordChanges(now: Settings): void {
    const next = recordedSettingsOf(now)
    const changes = changesBetween(known, next)
    if (changes.length === 0) return
    try {
      changes.forEach(append)
      known = next
      writePrivateFile(file, `${JSON.stringify(next)}\n`)
    } catch (error) {
      log.error('a change of the settings could not be recorded', { error: `${error}` })
    }
  }

  recordChanges(settings.get())
  return settings.onDidChange(recordChanges)
}

function changesBetween(before: RecordedSettings, after: RecordedSettings): SettingChange[] {
  const names = recorded.filter((name) => name !== 'servers' && !isSame(before[name], after[name]))
  const part = (of: RecordedSettings) => Object.fromEntries(names.map((name) => [name, of[name]]))
  const settings =
    names.length > 0 ? [{ id: settingIds.change, request: { before: part(before), after: part(after) } }] : []
  return [...settings, ...serverChanges(before.servers, after.servers)]
}

function serverChanges(before: readonly AddedServer[], after: readonly AddedServer[]): SettingChange[] {
  const ids = new Set([...before, ...after].map(({ id }) => id))
  return [...ids].flatMap((serverId): SettingChange[] => {
    const [was, is] = [before, after].map((servers) => servers.find(({ id }) => id === serverId))
    if (isSame(was, is)) return []
    const id = was && is ? settingIds.edit : is ? settingIds.add : settingIds.remove
    return [{ id, serverId, request: { ...(was && { before: was }), ...(is && { after: is }) } }]
  })
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

const recordedSettingsOf = (settings: RecordedSettings): RecordedSettings =>
  Object.fromEntries(
    recorded.map((name) => [name, name === 'gameApprover' ? withoutWord(settings.gameApprover) : settings[name]]),
  ) as unknown as RecordedSettings

/** The word proves which messages are ours, so it is not in the log. */
const withoutWord = (approver: Settings['gameApprover']): Settings['gameApprover'] =>
  approver?.word === undefined ? approver : { ...approver, word: '(hidden)' }

/** The defaults when the last values are unknown: differences from them are recorded again. */
function readRecorded(file: string): RecordedSettings {
  const defaults = recordedSettingsOf(defaultSettings)
  if (!existsSync(file)) return defaults
  try {
    const known = JSON.parse(readFileSync(file, 'utf8')) as Partial<RecordedSettings>
    return Array.isArray(known.servers) ? recordedSettingsOf({ ...defaults, ...known }) : defaults
  } catch {
    return defaults
  }
}
