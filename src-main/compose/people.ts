/** Compose people: who answers besides the person at the computer, on phones and in the game. */
import path from 'node:path'
import { phoneBuildOf } from '@shared/build/build-view.js'
import { GameApprovals, type GameApprovalsDependencies } from '../approvers/game/game-approvals.js'
import { LanApprovals } from '../approvers/lan/lan-approvals.js'
import { systemNetwork } from '../approvers/lan/lan-network.js'
import { readPhoneAssets } from '../approvers/lan/phone-page.js'
import type { ChatConsumer } from '../consumers/chat/chat-consumer.js'
import type { PeopleService } from '../gateway/clients/people.js'
import { PhonePairings } from '../gateway/clients/phone-pairings.js'
import type { Gateway } from '../gateway/gateway.js'
import type { Approvers } from '../gateway/ports/approvers.js'
import type { AuditLog } from '../gateway/ports/audit-log.js'
import type { PersonDirectory } from '../gateway/ports/person-directory.js'
import type { Clock, Log } from '../gateway/ports/runtime.js'
import type { BuildPreviews } from '../owner/build-previews.js'
import { loadLanCertificate } from '../storage/lan-certificate.js'
import type { SettingsStore } from '../storage/settings-store.js'

export interface ComposePeopleOptions {
  readonly profile: string
  readonly directory: PeopleService
  readonly approvals: Approvers
  readonly previews: Pick<BuildPreviews, 'of'>
  readonly settings: SettingsStore
  readonly audit: AuditLog
  readonly clock: Clock
  readonly log: Log
}

export interface ComposedPeople {
  readonly directory: PeopleService
  readonly phones: PhonePairings
  readonly lan: LanApprovals
  /** Closes the listener. */
  stop(): Promise<void>
}

export function composePeople({
  profile,
  directory,
  approvals,
  previews,
  settings,
  audit,
  clock,
  log,
}: ComposePeopleOptions): ComposedPeople {
  const phones = new PhonePairings({ people: directory, audit, clock })
  const lan = new LanApprovals({
    people: phones,
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
    directory,
    phones,
    lan,
    async stop() {
      await lan.stop()
      phones.close()
    },
  }
}

type ComposeGameApprovalsOptions = Omit<GameApprovalsDependencies, 'answers' | 'registry'> & {
  readonly gateway: Pick<Gateway, 'gameDecisions' | 'registry'>
  readonly directory: Pick<PersonDirectory, 'onDidRevoke'>
}

/** Approvals by the owner's own player in the game. */
export function composeGameApprovals({ gateway, directory, ...deps }: ComposeGameApprovalsOptions): GameApprovals {
  const approvals = new GameApprovals({ ...deps, answers: gateway.gameDecisions, registry: gateway.registry })
  // The code that is open may be of the person from whom something was taken away.
  directory.onDidRevoke(() => approvals.cancelLink())
  return approvals
}

/** The same person may ask on one server and answer on another. @returns ids of callers */
export const callersOfPlayer = (
  gateway: Pick<Gateway, 'registry'>,
  chat: Pick<ChatConsumer, 'callerIdsOf'> | undefined,
  server: string,
  player: string,
  uuid?: string,
): readonly string[] =>
  [...new Set([server, ...gateway.registry.servers().map(({ id }) => id)])].flatMap(
    (id) => chat?.callerIdsOf(id, player, uuid) ?? [],
  )
