/** Compose people: approvals on other people's phones. */
import path from 'node:path'
import { phoneBuildOf } from '@shared/build/build-view.js'
import { GameApprovals, type GameApprovalsDependencies } from '../approvers/game/game-approvals.js'
import { LanApprovals } from '../approvers/lan/lan-approvals.js'
import { systemNetwork } from '../approvers/lan/lan-network.js'
import { readPhoneAssets } from '../approvers/lan/phone-page.js'
import type { ChatConsumer } from '../consumers/chat/chat-consumer.js'
import { PeopleService } from '../gateway/clients/people.js'
import type { Gateway } from '../gateway/gateway.js'
import type { Approvers } from '../gateway/ports/approvers.js'
import type { AuditLog } from '../gateway/ports/audit-log.js'
import type { PeopleStore } from '../gateway/ports/people.js'
import type { Clock, Log } from '../gateway/ports/runtime.js'
import type { BuildPreviews } from '../owner/build-previews.js'
import { loadLanCertificate } from '../storage/lan-certificate.js'
import type { SettingsStore } from '../storage/settings-store.js'

export interface ComposePeopleOptions {
  readonly profile: string
  /** Absent when it cannot be used: nobody approves on a phone then. */
  readonly store: PeopleStore | undefined
  readonly approvals: Approvers
  readonly previews: Pick<BuildPreviews, 'of'>
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
  previews,
  settings,
  audit,
  clock,
  log,
}: ComposePeopleOptions): ComposedPeople {
  const people = new PeopleService({ store, audit, clock, log })
  const lan = new LanApprovals({
    people,
    approvals,
    previewBuild: async (id) => phoneBuildOf(await previews.of(id, 0)),
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

interface ComposeGameApprovalsOptions {
  readonly approvals: GameApprovalsDependencies['approvals']
  readonly gateway: Pick<Gateway, 'gameDecisions' | 'registry'>
  readonly settings: GameApprovalsDependencies['settings']
  readonly stream: GameApprovalsDependencies['stream']
  readonly chat: Pick<ChatConsumer, 'callerIdsOf'>
  readonly clock: Clock
  readonly log: Log
}

/** Approvals by the owner's own player in the game. */
export const composeGameApprovals = ({ gateway, chat, ...deps }: ComposeGameApprovalsOptions): GameApprovals =>
  new GameApprovals({
    ...deps,
    answers: gateway.gameDecisions,
    registry: gateway.registry,
    // The same person may ask on one server and approve on another.
    callersOf: (serverId, player, uuid) =>
      [...new Set([serverId, ...gateway.registry.servers().map(({ id }) => id)])].flatMap((id) =>
        chat.callerIdsOf(id, player, uuid),
      ),
  })
