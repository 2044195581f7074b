/** Practice, for the main window: a simulated AI client in the demo world. */
import type { Practice } from '../../gateway/practice.js'
import type { Handlers } from '../request-handling.js'

export const practiceHandlers = (practice: Pick<Practice, 'play'>): Pick<Handlers, 'practice:play'> => ({
  'practice:play': () => practice.play(),
})
