/** Orders for capabilities of servers and attempts. */

import type { JsonObject } from '@contract/call.js'
import type { AttemptReport, CapabilityDetails } from '@shared/approvals/attempt.js'
import type { SandboxTrial } from '@shared/approvals/sandbox.js'
import { as, flag, id, integer, object } from './payload-schema.js'
import { type OrderTable, of } from './row.js'

const callArguments = as<JsonObject>({ type: 'object' })

export const actionsOrders = {
  /** What can be done. `id` is the capability's. */
  'capabilities:past': { by: ['window'], takes: object({ id }), returns: of<CapabilityDetails>() },
  /** Copies the parameters of one of its examples. */
  'capabilities:copy-example': {
    by: ['window'],
    takes: object({ id, server: id, at: integer({ minimum: 0, maximum: 63 }) }),
    returns: of<null>(),
  },
  /** Calls a capability as the person, through the normal call path; responds when the call has ended. */
  'capabilities:attempt': {
    by: ['window'],
    takes: object({
      id,
      capabilityId: id,
      server: id,
      arguments: callArguments,
      dryRun: flag,
    }),
    returns: of<AttemptReport>(),
  },
  'capabilities:withdraw': { by: ['window'], takes: object({ id }), returns: of<null>() },
  'capabilities:sandbox': {
    by: ['window'],
    takes: object({ capabilityId: id, server: id, arguments: callArguments }),
    returns: of<SandboxTrial>(),
  },
} satisfies OrderTable
