/**
 * Panic, for the window: stopping everything, pausing it, and letting it go on.
 *
 * Guards invariant 6: there is no other way to end it but this and the stdin of the headless program.
 */
import type { PanicState } from '../../contract/panic.js'
import type { Panic } from '../../gateway/panic.js'
import type { Handlers } from '../answer.js'
import type { PanicKeys } from '../shapes.js'

/** Who stops and starts at this computer, as the audit trail names them. */
const person = 'desktop'

type Topic = 'panic:state' | 'panic:on' | 'panic:off' | 'panic:pause' | 'panic:end-pause'

export const panicHandlers = (panic: Panic, keys: () => PanicKeys): Pick<Handlers, Topic> => ({
  'panic:state': (): PanicState & { keys: PanicKeys } => ({ ...panic.state, keys: keys() }),
  'panic:on': () => panic.turnOn(person),
  'panic:off': () => panic.turnOff(person),
  'panic:pause': ({ minutes }) => panic.pause(person, minutes),
  'panic:end-pause': () => panic.endPause(person),
})
