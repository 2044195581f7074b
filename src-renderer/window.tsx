/** The window: what happens, what happened, who may do what, and how it is set. */
import { Frame } from './app/frame.js'
import { start } from './app/start.js'
import { approvals, calls, clients, consents, overlay, panic, people, servers, settingsProblem } from './state/feeds.js'
import { startLive } from './state/live.js'
import { rules } from './state/rules.js'
import { trailState } from './state/trail-state.js'
import { undos } from './state/undos.js'

void start(<Frame />, () => {
  servers.start()
  approvals.start()
  settingsProblem.start()
  calls.start()
  clients.start()
  consents.start()
  panic.start()
  overlay.start()
  people.start()
  rules.start()
  undos.start()
  trailState.start()
  startLive()
})
