/**
 * Panic, for the window: stops, pauses and resumes all calls.
 *
 * Guards invariant 6: only this and the stdin of the headless program can end it.
 */
import type { PanicState } from '@shared/approvals/panic.js'
import type { Panic } from '../../gateway/panic.js'
import type { Handlers } from '../request-handling.js'
import type { PanicKeys } from '../shapes.js'

/** The person at this computer, as named in the audit trail. */
const person = 'desktop'

type Topic = 'panic:state' | 'panic:on' | 'panic:off' | 'panic:pause' | 'panic:end-pause'

export const panicHandlers = (panic: Panic, keys: () => PanicKeys): Pick<Handlers, Topic> => ({
  'panic:state': (): PanicState & { keys: PanicKeys } => ({ ...panic.state, keys: keys() }),
  'panic:on': () => panic.turnOn(person),
  'panic:off': () => panic.turnOff(person),
  'panic:pause': ({ minutes }) => panic.pause(person, minutes),
  'panic:end-pause': () => panic.endPause(person),
})
