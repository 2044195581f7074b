/** Compose people: approvals on other people's phones. */
import path from 'node:path'
import { LanApprovals } from '../approvers/lan/lan-approvals.js'
import { systemNetwork } from '../approvers/lan/lan-network.js'
import { readPhoneAssets } from '../approvers/lan/phone-page.js'
import { PeopleService } from '../gateway/clients/people.js'
import type { Approvers } from '../gateway/ports/approvers.js'
import type { AuditLog } from '../gateway/ports/audit-log.js'
import type { PeopleStore } from '../gateway/ports/people.js'
import type { Clock, Log } from '../gateway/ports/runtime.js'
import { loadLanCertificate } from '../storage/lan-certificate.js'
import type { SettingsStore } from '../storage/settings-store.js'

export interface ComposePeopleOptions {
  readonly profile: string
  /** Absent when it cannot be used: nobody approves on a phone then. */
  readonly store: PeopleStore | undefined
  readonly approvals: Approvers
  readonly settings: SettingsStore
  readonly audit: AuditLog
  readonly clock: Clock
  readonly log: Log
}

export interface ComposedPeople {
  readonly people: PeopleService
  readonly lan: LanApprovals
  /** Closes the listener. */
  stop(): Promise<void>
}

export function composePeople({
  profile,
  store,
  approvals,
  settings,
  audit,
  clock,
  log,
}: ComposePeopleOptions): ComposedPeople {
  const people = new PeopleService({ store, audit, clock, log })
  const lan = new LanApprovals({
    people,
    approvals,
    settings,
    network: systemNetwork,
    certificate: () => loadLanCertificate(profile, clock),
    assets: () => readPhoneAssets(path.join(import.meta.dirname, 'phone')),
    clock,
    log,
  })
  return {
    people,
    lan,
    async stop() {
      await lan.stop()
      people.close()
    },
  }
}
