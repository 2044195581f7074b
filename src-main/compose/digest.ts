/** Compose digest: what it is made of, and where it goes. */
import { coreCatalogue } from '@contract/core-catalogue.js'
import type { StreamSafe } from '../gateway/feeds/stream-safe.js'
import type { Gateway } from '../gateway/gateway.js'
import type { Clock, Log } from '../gateway/ports/runtime.js'
import { type DigestDependencies, Digests, digestStoreIn } from '../owner/digest/digests.js'
import type { AuditService } from '../storage/audit-service.js'
import type { SettingsStore } from '../storage/settings-store.js'

export interface DigestParts {
  readonly profile: string
  readonly gateway: Pick<Gateway, 'registry' | 'undo'>
  readonly audit: AuditService
  readonly settings: SettingsStore
  readonly stream: StreamSafe
  readonly discord: DigestDependencies['discord']
  readonly clock: Clock
  readonly log: Log
}

export function composeDigest({ profile, gateway, stream, ...parts }: DigestParts): Digests {
  const { registry, undo } = gateway
  const digests = new Digests({
    ...parts,
    undo,
    store: digestStoreIn(profile),
    isRead: (capabilityId, server = '') =>
      (registry.offerBy(server, capabilityId)?.manifest ?? coreCatalogue.get(capabilityId))?.type === 'context',
    wording: () => ({
      language: stream.language,
      mask: (text) => stream.mask().text(text),
      serverName: (id) => registry.servers().find((server) => server.id === id)?.name ?? id,
    }),
  })
  digests.start()
  return digests
}
