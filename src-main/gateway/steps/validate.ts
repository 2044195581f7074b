/**
 * Validate: the arguments are what the manifest says, defaults filled, and frozen. See
 * docs/protocol.md#calls-arguments.
 *
 * What goes to a service goes as it was given.
 */
import { GatewayError } from '../../contract/gateway-error.js'
import { problemText } from '../../policy/model-text.js'
import { type Ended, end } from '../call-path.js'
import { deepFreeze } from '../deep-freeze.js'
import { isOwnWording } from '../model-answers.js'
import type { Gatehouse, Resolved, Validated } from './call-stages.js'

export function validate(call: Resolved, { validator }: Gatehouse): Validated | Ended {
  const given = call.arguments ?? {}
  const { manifest, link } = call
  const checked = link.relays ? validator.checkUnchanged(manifest, given) : validator.checkArguments(manifest, given)
  if (checked.ok) return { ...call, given: deepFreeze(checked.value) }
  const [first] = checked.problems
  return end({
    kind: 'failed',
    error: new GatewayError('PROTOCOL.SCHEMA_VALIDATION_FAILED', {
      ...(first && { message: `Argument ${problemText(first, isOwnWording(call))}.` }),
      details: { errors: checked.problems },
    }),
  })
}
