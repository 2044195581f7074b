/** Records: what is open before the gateway: settings, stream mode, the audit log, and programs without a key. */
import type { Ajv } from 'ajv'
import { KeylessClients } from '../gateway/clients/keyless-clients.js'
import { SeenPlayers } from '../gateway/feeds/seen-players.js'
import { type AuditService, openAuditService } from '../storage/audit-service.js'
import type { ClientService } from '../storage/client-service.js'
import { openKeylessProgramFile } from '../storage/keyless-program-file.js'
import { SettingsStore } from '../storage/settings-store.js'
import { followSettings } from '../storage/settings-trail.js'
import { systemClock as clock } from '../storage/system-clock.js'
import { compiled } from '../validation/ajv.js'
import type { ComposeOptions } from './composed.js'
import { openStreamSafe } from './stream.js'

/** Cached: it takes a tenth of a millisecond, and every entry of the feed would need it. */
const systemLocale = Intl.DateTimeFormat().resolvedOptions().locale

/** The settings, stream mode, which redacts what is shown, and the audit log, which records changes of the settings. */
export function openRecords({ profile, log: { component }, auditKey, locale }: ComposeOptions, ajv: Ajv) {
  const log = component('settings')
  const settings = new SettingsStore({
    profile,
    clock,
    log,
    environment: process.env,
    isConfig: compiled(ajv, 'config-v1.json'),
  })
  const players = new SeenPlayers()
  const stream = openStreamSafe(settings, profile, locale ?? (() => systemLocale), players)
  const mask = () => (stream.on ? stream.mask() : undefined)
  const audit = openAuditService(
    profile,
    { clock, log: component('audit'), ...auditKey, settings: () => settings.get() },
    mask,
  )
  const endFollowing = followSettings({ profile, settings, audit: audit.log, clock, log })
  return { settings, stream, players, audit, endFollowing }
}

interface KeylessParts {
  readonly settings: SettingsStore
  readonly audit: AuditService
  readonly clients: ClientService
  readonly isStopped: () => boolean
}

export function openKeylessClients(
  { profile, log, otherClients = 'allow' }: ComposeOptions,
  { settings, audit, clients, isStopped }: KeylessParts,
): KeylessClients {
  return new KeylessClients({
    clock,
    isStopped,
    audit: audit.log,
    log: log.component('clients'),
    store: openKeylessProgramFile(profile),
    others() {
      const chosen = settings.get().otherClients
      return chosen === 'unset' ? otherClients : chosen
    },
    onDidChangeOthers: (listener) => settings.onDidChange(listener),
    knownNames: () => clients.known().clients.map(({ name }) => name),
  })
}
