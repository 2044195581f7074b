/**
 * Validate: checks the arguments against the manifest, fills defaults, and freezes them. See
 * docs/protocol.md#calls-arguments.
 *
 * Arguments for a service are sent unchanged. Enforces invariant 5: no action shows players a text that imitates
 * Gatehouse.
 */
import { GatewayError } from '@contract/gateway-error.js'
import { holdsImitation } from '../../../policy/text/imitation.js'
import { problemText } from '../../../policy/text/model-text.js'
import { isOwnWording } from '../../ports/model-responses.js'
import { type Ended, end } from '../call-path.js'
import { deepFreeze } from '../deep-freeze.js'
import type { GatewayDependencies } from '../gateway-dependencies.js'
import type { ResolvedCall, Validated } from './call-stages.js'

export function validate(call: ResolvedCall, { validator }: GatewayDependencies): Validated | Ended {
  const given = call.arguments ?? {}
  const { manifest, link } = call
  const checked = link.relays ? validator.checkUnchanged(manifest, given) : validator.checkArguments(manifest, given)
  if (checked.ok) {
    if (!link.relays && manifest.type === 'action' && holdsImitation(checked.value))
      return end({ kind: 'failed', error: imitation })
    return { ...call, given: deepFreeze(checked.value) }
  }
  const [first] = checked.problems
  return end({
    kind: 'failed',
    error: new GatewayError('PROTOCOL.SCHEMA_VALIDATION_FAILED', {
      ...(first && { message: `Argument ${problemText(first, isOwnWording(call))}.` }),
      details: { errors: checked.problems },
    }),
  })
}

const imitation = new GatewayError('RISK.OPERATION_BLOCKED', {
  message: 'The text looks like a message of Gatehouse.',
  suggestion: 'Write it without the mark [Gatehouse] and without #approve or #deny.',
})
