/** The window: live, approvals, servers, clients, people, settings. */
import { Frame } from './app/frame.js'
import { start } from './app/start.js'
import { approvals, calls, clients, consents, panic, people, servers, settingsProblem } from './state/feeds.js'
import { startLive } from './state/live.js'

void start(<Frame />, () => {
  servers.start()
  approvals.start()
  settingsProblem.start()
  calls.start()
  clients.start()
  consents.start()
  panic.start()
  people.start()
  startLive()
})
