/** Stores: what the gateway keeps in the profile besides the settings and the audit log. */
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import type { Ajv } from 'ajv'
import type { Clock, Log } from '../gateway/ports/runtime.js'
import { openApprovalStore } from '../storage/approval-store.js'
import { openConnectionStore } from '../storage/connection-store.js'
import { openManifestStore } from '../storage/manifest-store.js'
import { openOAuthStore } from '../storage/oauth-service.js'
import { openRuleStore } from '../storage/rule-store.js'
import { openUndoStore } from '../storage/undo-store.js'
import { compiled } from '../validation/ajv.js'

export type Stores = ReturnType<typeof openStores>

export function openStores({ profile, ajv, clock, log }: { profile: string; ajv: Ajv; clock: Clock; log: Log }) {
  const stores = {
    manifests: openManifestStore(profile, compiled<CapabilityManifest>(ajv, 'capability-manifest-v1.json'), log),
    approvals: openApprovalStore(profile, log),
    rules: openRuleStore(profile, ajv, log),
    undo: openUndoStore(profile, log, () => clock.now()),
    connections: openConnectionStore(profile, clock, log),
    /** Absent when it cannot be used: OAuth is off then. */
    oauth: openOAuthStore(profile, log),
  }
  return {
    ...stores,
    close() {
      for (const store of Object.values(stores)) store?.close()
    },
  }
}
