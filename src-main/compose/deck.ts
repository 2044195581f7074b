/** Compose deck: the door of a Stream Deck, with the parts that its buttons reach and the key that opens it. */

import { randomUUID } from 'node:crypto'
import { GatewayError } from '@contract/gateway-error.js'
import type { Gateway } from '../gateway/gateway.js'
import type { AuditLog } from '../gateway/ports/audit-log.js'
import type { SecretStore, SingleKey } from '../gateway/ports/client-access.js'
import type { Clock, Log } from '../gateway/ports/runtime.js'
import type { DeckAccess } from '../owner/orders/streaming.js'
import type { SettingsStore } from '../storage/settings-store.js'
import { Deck } from '../streaming/deck/deck.js'
import { type DeckParts, deckActions } from '../streaming/deck/deck-actions.js'

/** Name of the key in the credential store. */
const keyName = 'deck:key'

/** `capabilityId` in the audit trail. No AI has a capability of this name. */
export const markId = 'system.stream.mark'

export interface ComposeDeckOptions extends Pick<DeckParts, 'markRecording' | 'startVote'> {
  readonly gateway: Pick<Gateway, 'panic' | 'approvals'>
  readonly audit: Pick<AuditLog, 'append'>
  readonly settings: SettingsStore
  readonly deckKey: SingleKey
  readonly secrets: SecretStore
  readonly clock: Clock
  readonly log: Log
}

export interface ComposedDeck extends DeckAccess {
  onDidChange(listener: () => void): () => void
  stop(): Promise<void>
}

export function composeDeck(options: ComposeDeckOptions): ComposedDeck {
  const { gateway, audit, deckKey, secrets, clock } = options
  const actions = deckActions({
    ...options,
    panic: gateway.panic,
    approvals: gateway.approvals,
    recordMark: (caller) =>
      audit.append({
        id: randomUUID(),
        timestamp: clock.now().toISOString(),
        eventType: 'invoke',
        capabilityId: markId,
        caller,
        request: {},
      }),
  })
  const deck = new Deck({ ...options, key: deckKey, actions })
  const renewKey = (): void => void secrets.set(keyName, deck.renewKey())
  return {
    get state() {
      return deck.state
    },
    onDidChange: deck.onDidChange,
    addressOf(verb) {
      if (deck.state.kind === 'on' && !deck.state.hasKey) renewKey()
      const address = deck.addressOf(verb, secrets.get(keyName) ?? '')
      if (address === undefined) throw new GatewayError('PROTOCOL.INVALID_REQUEST', keyIsLost)
      return address
    },
    renewKey,
    stop: () => deck.stop(),
  }
}

const keyIsLost = {
  message: 'The key of the Stream Deck is no longer stored.',
  suggestion: 'Create a new key, and copy the addresses again. The old ones stop working.',
}
