/** Chat dependencies: dependencies of the chat consumer. */

import type { Caller } from '@contract/call.js'
import type { ChatSettings } from '@shared/features/chat.js'
import type { AppLanguage } from '@shared/text/language.js'
import type { Subscribe } from '../../gateway/ports/emitter.js'
import type { LoggedIn } from '../../gateway/ports/game.js'
import type { Invoker } from '../../gateway/ports/invoker.js'
import type { Clock, Log } from '../../gateway/ports/runtime.js'
import type { SpendingStore } from './spending.js'

/** A player tried to log in by chat. */
export interface LoginAttemptEvent {
  readonly serverId: string
  readonly player: string
  readonly uuid?: string
  readonly result:
    | { readonly kind: 'accepted' }
    | { readonly kind: 'wrong'; readonly triesLeft: number }
    | { readonly kind: 'paused'; readonly retryMs: number }
    | { readonly kind: 'unproven'; readonly why: 'display' | 'account' }
}

export interface ChatDependencies {
  readonly gateway: Invoker
  readonly logins: Pick<LoggedIn, 'isLoggedIn'> & { readonly onDidAttempt: Subscribe<LoginAttemptEvent> }
  readonly clock: Clock
  readonly log: Log
  readonly settings: () => ChatSettings
  /** The key that was entered for the origin of a model. */
  readonly keyFor: (origin: string) => string | undefined
  readonly language: () => AppLanguage
  /** Whether a program with a key may send questions, on one server or on any. */
  readonly mayAskAsProgram: (caller: Caller, serverId?: string) => boolean
  readonly toolNameOf: (capabilityId: string) => string
  readonly spending: SpendingStore
  /** Whether the owner has stopped or paused everything. */
  readonly isStopped: () => boolean
  /** Everything was stopped or paused. */
  readonly onDidStop: Subscribe<unknown>
}
