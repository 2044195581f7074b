/**
 * Panic, for the window: any of our pages may stop everything, and the main window alone pauses it or lets it go on.
 *
 * Guards invariant 6: there is no other way to end it but this and the stdin of the headless program.
 */
import type { PanicState } from '../../contract/panic.js'
import type { Panic } from '../../gateway/panic.js'
import { ok } from '../result.js'
import type { PanicKeys } from '../shapes.js'
import type { Handlers } from '../typed-ipc.js'
import { forWindow } from '../window-only.js'

/** Who stops and starts at this desk, as the audit trail names them. */
const person = 'desktop'

type Topic = 'panic:state' | 'panic:on' | 'panic:off' | 'panic:pause' | 'panic:end-pause'

export const panicHandlers = (panic: Panic, keys: () => PanicKeys): Pick<Handlers, Topic> => ({
  'panic:state': (): PanicState & { keys: PanicKeys } => ({ ...panic.state, keys: keys() }),
  'panic:on': () => {
    panic.turnOn(person)
    return ok(null)
  },
  'panic:off': (_meant, sender) =>
    forWindow(sender, () => {
      panic.turnOff(person)
      return null
    }),
  'panic:pause': ({ minutes }, sender) =>
    forWindow(sender, () => {
      panic.pause(person, minutes)
      return null
    }),
  'panic:end-pause': (_nothing, sender) =>
    forWindow(sender, () => {
      panic.endPause(person)
      return null
    }),
})
