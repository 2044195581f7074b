/**
 * Stream, for the window: switches stream-safe mode, copies the overlay's address, and shows one request unmasked while a
 * person holds a button.
 *
 * Guards invariant 8: the overlay's key is never sent to a page. Unmasked data goes only to the pop-up, one open
 * request at a time.
 */

import { GatewayError } from '@contract/gateway-error.js'
import type { OverlayState } from '@shared/features/overlay.js'
import type { Approvals } from '../../gateway/approvals/approvals.js'
import type { SecretStore } from '../../gateway/ports/client-access.js'
import type { Handlers } from '../request-handling.js'

export interface OverlayAccess {
  readonly state: OverlayState
  /** @throws Error when the key cannot be stored */
  renewKey(): string
  /** Undefined when the overlay is off, or the key is wrong. */
  addressWith(key: string): string | undefined
}

const secretName = 'overlay-key'

type Topic = 'overlay:state' | 'overlay:copy' | 'overlay:renew' | 'approvals:reveal' | 'stream:switch'

export interface StreamHandlerDependencies {
  readonly overlay: OverlayAccess
  readonly approvals: Pick<Approvals, 'find'>
  readonly secrets: SecretStore
  readonly copy: (text: string) => Promise<void>
  readonly switchStream: (on: boolean) => Promise<'switched' | 'kept' | 'unsaved'>
}

export function streamHandlers(deps: StreamHandlerDependencies): Pick<Handlers, Topic> {
  const { overlay, approvals, secrets, copy, switchStream } = deps
  function renewed(): string {
    const key = overlay.renewKey()
    secrets.set(secretName, key)
    return key
  }
  async function copied(key: string): Promise<void> {
    const address = overlay.addressWith(key)
    if (address === undefined) throw new GatewayError('PROTOCOL.INVALID_REQUEST', keyIsLost)
    await copy(address)
  }

  return {
    'overlay:state': () => overlay.state,
    'overlay:copy': () => {
      const { state } = overlay
      return copied(secrets.get(secretName) ?? (state.kind === 'on' && !state.hasKey ? renewed() : ''))
    },
    'overlay:renew': () => copied(renewed()),
    'approvals:reveal': ({ id }) => {
      const approval = approvals.find(id)
      if (!approval) throw new GatewayError('RISK.APPROVAL_CLOSED')
      return approval
    },
    'stream:switch': async ({ on }) => {
      if ((await switchStream(on)) === 'unsaved') throw new GatewayError('SYSTEM.SETTINGS_UNWRITABLE')
    },
  }
}

const keyIsLost = {
  message: 'The overlay key is no longer stored.',
  suggestion: 'Create a new address and paste it into OBS. The old one stops working.',
}
