/** The approval pop-up. `?id=` hints which question to show first. */
import { start } from './app/start.js'
import { PlainQuestion } from './features/approvals/pop-up/plain-question.js'
import { PopUp } from './features/approvals/pop-up/pop-up.js'
import { approvals, servers } from './state/feeds.js'
import { startSounds } from './state/sounds.js'
import { Boundary } from './ui/boundary.js'

document.documentElement.classList.add('pop-up-page')

const first = new URLSearchParams(window.location.search).get('id') ?? undefined

const page = (
  <Boundary where="pop-up" instead={(again) => <PlainQuestion onAgain={again} />}>
    <PopUp first={first} />
  </Boundary>
)

void start(page, () => {
  approvals.start()
  servers.start()
  startSounds()
})
