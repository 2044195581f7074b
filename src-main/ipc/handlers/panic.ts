/**
 * Panic, for the window: any of our pages may stop everything, and the main window alone lets it go on.
 *
 * Guards invariant 6: there is no other way to end it but this and the stdin of the headless program.
 */
import { asGatewayError, GatewayError } from '../../contract/gateway-error.js'
import type { PanicState } from '../../contract/panic.js'
import type { Panic } from '../../gateway/panic.js'
import type { PanicKeys, Result } from '../channels.js'
import { failed, ok } from '../result.js'
import type { Handlers, Sender } from '../typed-ipc.js'

/** Who stops and starts at this desk, as the audit trail names them. */
const person = 'desktop'

type Topic = 'panic:state' | 'panic:on' | 'panic:off' | 'panic:end-pause'

const inWindow = (sender: Sender, end: () => void): Result<null> => {
  if (sender !== 'window') return failed(new GatewayError('PERMISSION.DENIED'))
  try {
    end()
    return ok(null)
  } catch (thrown) {
    return failed(asGatewayError(thrown))
  }
}

export const panicHandlers = (panic: Panic, keys: () => PanicKeys): Pick<Handlers, Topic> => ({
  'panic:state': (): PanicState & { keys: PanicKeys } => ({ ...panic.state, keys: keys() }),
  'panic:on': () => {
    panic.turnOn(person)
    return ok(null)
  },
  'panic:off': (_meant, sender) => inWindow(sender, () => panic.turnOff(person)),
  'panic:end-pause': (_nothing, sender) => inWindow(sender, () => panic.endPause(person)),
})
