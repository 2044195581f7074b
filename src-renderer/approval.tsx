/** The approval pop-up. `?id=` hints which question to show first. */
import { start } from './app/start.js'
import { PopUp } from './features/approvals/pop-up/pop-up.js'
import { approvals, servers } from './state/feeds.js'
import { startSounds } from './state/sounds.js'

document.documentElement.classList.add('pop-up-page')

const first = new URLSearchParams(window.location.search).get('id') ?? undefined

void start(<PopUp first={first} />, () => {
  approvals.start()
  servers.start()
  startSounds()
})
