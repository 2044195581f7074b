/** Orders about telemetry and the digest. Guards invariant 8: the header is never sent to a page. */
import { GatewayError } from '@contract/gateway-error.js'
import type { DigestPlace } from '@shared/program/digest.js'
import type { TelemetryState } from '@shared/program/telemetry.js'
import type { OrdersAbout } from '../table/table.js'

export interface TelemetryAccess {
  readonly state: TelemetryState
  /** Undefined when it is no header. */
  keepHeader(header: string): boolean | undefined
}

export interface DigestAccess {
  sendNow(): Promise<{ readonly sent: readonly DigestPlace[]; readonly failed: readonly DigestPlace[] }>
}

export const telemetryOrders = (
  telemetry: TelemetryAccess,
  digests: DigestAccess,
): OrdersAbout<'telemetry' | 'digest'> => ({
  'telemetry:state': () => telemetry.state,
  'telemetry:keep-header': ({ header }) => {
    const isKept = telemetry.keepHeader(header)
    if (isKept === undefined)
      throw new GatewayError('PROTOCOL.INVALID_REQUEST', {
        message: 'This is not a header.',
        suggestion: 'Write it as NAME: VALUE, for example Authorization: Bearer KEY.',
      })
    return { isKept }
  },
  'digest:send': () => digests.sendNow(),
})
