/**
 * Stores: what the program keeps in the state database, and beside it the people who answer.
 *
 * Guards invariant 2: where the file cannot be used, all stores fail closed together, and the log says so.
 */
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import type { Rule } from '@shared/approvals/rule.js'
import type { Clock, Log } from '../gateway/ports/runtime.js'
import type { ManifestStore } from '../gateway/ports/stores.js'
import { approvalStoreIn } from './approval-store.js'
import { chatSpendingIn } from './chat-spending.js'
import { ClientStore } from './client-store.js'
import { connectionStoreIn } from './connection-store.js'
import { LaterWrites } from './later-writes.js'
import { type IsManifest, SqliteManifestStore } from './manifest-store.js'
import { OAuthStore } from './oauth-store.js'
import { type OpenPeopleStore, openPeopleStore, peopleFile } from './people-store.js'
import { type IsRule, ruleStoreIn } from './rule-store.js'
import { singleKeyIn } from './single-key.js'
import { isBusy } from './sqlite.js'
import { StateDatabase, stateFile } from './state-database.js'
import { quietLog, systemClock } from './system-clock.js'
import { undoStoreIn } from './undo-store.js'

export interface StoreOptions {
  readonly isManifest: IsManifest
  readonly isRule: IsRule
  readonly clock: Clock
  readonly log: Log
}

export type Stores = ReturnType<typeof storesIn>

const lockedText =
  'is locked by another program, so it was not read: end that program, then start Gatehouse again; the file itself is whole'
const damagedText =
  'cannot be used: repair it, or put back a copy. Removing it also removes all rules that deny or ask, the limits of the bridge, and all keys'

/** Opens or creates the stores of a profile. */
export function openStores(profile: string, options: StoreOptions): Stores {
  const people = openPeople(profile, options.log)
  let state: StateDatabase | undefined
  try {
    state = StateDatabase.open(profile)
    const stores = storesIn(state, people, options)
    state.serve()
    return stores
  } catch (error) {
    state?.close()
    options.log.error(
      `${stateFile} ${isBusy(error) ? lockedText : damagedText}. Every request asks, every capability waits until it is accepted again, only the bridge is let in, AI in chat gives no answer that costs money, and what happens now is forgotten when the program ends`,
      { error: `${error}` },
    )
    return storesIn(StateDatabase.inMemory(true), people, options)
  }
}

/** Undefined when the file cannot be used. */
function openPeople(profile: string, log: Log): OpenPeopleStore | undefined {
  try {
    return openPeopleStore(profile)
  } catch (error) {
    log.error(`${peopleFile} cannot be used: nobody approves on a phone until it is repaired or removed`, {
      error: `${error}`,
    })
    return undefined
  }
}

/** Stores that end with the program and hold only what it wrote itself. */
export const memoryStores = ({
  isDamaged = false,
  ...options
}: Partial<StoreOptions> & { readonly isDamaged?: boolean } = {}): Stores =>
  storesIn(StateDatabase.inMemory(isDamaged), openPeopleStore(), {
    isManifest: (value): value is CapabilityManifest => value !== undefined,
    isRule: (value): value is Rule => value !== undefined,
    clock: systemClock,
    log: quietLog,
    ...options,
  })

function storesIn(
  state: StateDatabase,
  people: OpenPeopleStore | undefined,
  { isManifest, isRule, clock, log }: StoreOptions,
) {
  const later = new LaterWrites(clock, log)
  const manifests: ManifestStore = new SqliteManifestStore(state, isManifest, log)
  return {
    state,
    manifests,
    approvals: approvalStoreIn(state, log, later),
    rules: ruleStoreIn(state, isRule, log),
    undo: undoStoreIn(state, () => clock.now(), later),
    connections: connectionStoreIn(state, clock.now()),
    overlayKey: singleKeyIn(state, 'overlay_key'),
    deckKey: singleKeyIn(state, 'deck_key'),
    chatSpending: chatSpendingIn(state),
    // Absent where the file cannot be used: no client, no program and no person is known.
    clients: state.isDamaged ? undefined : new ClientStore(state),
    oauth: state.isDamaged ? undefined : new OAuthStore(state),
    people: state.isDamaged ? undefined : people,
    close() {
      later.close()
      state.close()
      people?.close()
    },
  }
}
