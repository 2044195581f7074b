/**
 * Validate: checks the arguments against the manifest, fills defaults, and freezes them. See
 * docs/protocol.md#calls-arguments.
 *
 * Arguments for a service are sent unchanged. Enforces invariant 5: no action shows players a text that imitates
 * Gatehouse.
 */
import { GatewayError } from '@contract/gateway-error.js'
import { imitationIn } from '../../../policy/text/imitation.js'
import { problemsText } from '../../../policy/text/model-text.js'
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
    const found = !link.relays && manifest.type === 'action' ? imitationIn(checked.value) : undefined
    if (found !== undefined) return end({ kind: 'failed', error: imitationOf(found) })
    return { ...call, given: deepFreeze(checked.value) }
  }
  return end({
    kind: 'failed',
    error: new GatewayError('PROTOCOL.SCHEMA_VALIDATION_FAILED', {
      message: `Argument ${problemsText(checked.problems, isOwnWording(call))}.`,
      details: { errors: checked.problems },
    }),
  })
}

const imitationOf = (found: string): GatewayError =>
  new GatewayError('RISK.OPERATION_BLOCKED', {
    message: `The text looks like a message of Gatehouse because of ${found}.`,
    suggestion:
      found === '[Gatehouse]'
        ? 'Write the name in a sentence, without brackets, a colon or other signs.'
        : `Do not begin a text with ${found}, and write no code after it.`,
  })
