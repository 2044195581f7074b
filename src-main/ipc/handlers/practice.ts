/** Practice, for the main window: Gatehouse plays an AI client in the demo world. */
import type { Practice } from '../../gateway/practice.js'
import type { Handlers } from '../typed-ipc.js'
import { forWindowLater } from '../window-only.js'

export const practiceHandlers = (practice: Pick<Practice, 'play'>): Pick<Handlers, 'practice:play'> => ({
  'practice:play': (_nothing, sender) => forWindowLater(sender, () => practice.play()),
})
