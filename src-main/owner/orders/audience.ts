/**
 * Orders about viewers.
 *
 * Guards invariant 8: a password can be set and is never sent to a page; the person is sent to Twitch and nowhere else.
 */
import { GatewayError } from '@contract/gateway-error.js'
import type { AudienceState, SourceId, SourceState } from '@shared/streaming/audience.js'
import type { OrdersAbout } from '../table/table.js'

/** The methods throw a `GatewayError`. */
export interface AudienceAccess {
  state(): AudienceState
  test(wanted: { readonly address: string; readonly password?: string }): Promise<SourceState>
  add(wanted: { readonly address: string; readonly password?: string }): { readonly isKept: boolean }
  remove(id: SourceId): Promise<void>
  connect(id: SourceId): void
  signIn(wanted: { readonly clientId: string; readonly polls: boolean }): Promise<void>
  cancelSignIn(): void
  signInAddress(): string | undefined
  readonly suggestions: {
    send(id: number): boolean
    textOf(id: number): string | undefined
    dismiss(id: number): void
  }
}

export interface AudienceDesktop {
  readonly copy: (text: string) => Promise<void>
  readonly openAddress: (href: string) => Promise<void>
}

export const audienceOrders = (
  audience: AudienceAccess,
  { copy, openAddress }: AudienceDesktop,
): OrdersAbout<'audience'> => ({
  'audience:state': () => audience.state(),
  'audience:test': (wanted) => audience.test(wanted),
  'audience:add': (wanted) => audience.add(wanted),
  'audience:remove': ({ source }) => audience.remove(source),
  'audience:connect': ({ source }) => audience.connect(source),
  'audience:sign-in': async (wanted) => {
    await audience.signIn(wanted)
    return audience.state().twitch
  },
  'audience:cancel-sign-in': () => audience.cancelSignIn(),
  'audience:open-sign-in': async () => {
    const address = audience.signInAddress()
    if (address !== undefined) await openAddress(address)
  },
  'audience:send-suggestion': ({ id }) => {
    if (!audience.suggestions.send(id)) throw new GatewayError('PROTOCOL.INVALID_REQUEST', forgotten)
  },
  'audience:copy-suggestion': async ({ id }) => {
    const text = audience.suggestions.textOf(id)
    if (text === undefined) throw new GatewayError('PROTOCOL.INVALID_REQUEST', forgotten)
    await copy(text)
  },
  'audience:dismiss-suggestion': ({ id }) => audience.suggestions.dismiss(id),
})

const forgotten = { message: 'This suggestion is gone.', suggestion: 'Choose one from the list.' }
