/** The approval pop-up. `?id=` hints which question to show first. */
import { useCallback, useState } from 'react'
import { start } from './app/start.js'
import { PlainQuestion } from './features/approvals/pop-up/plain-question.js'
import { PopUpStage } from './features/approvals/pop-up-stage.js'
import { approvals, inputs, serverStates, votes } from './state/feeds.js'
import { startSounds } from './state/sounds.js'
import { Boundary } from './ui/layout/boundary.js'

document.documentElement.classList.add('pop-up-page')

const first = new URLSearchParams(window.location.search).get('id') ?? undefined

/** Milliseconds that the page stays minimal after repeated crashes: as long as main counts them. */
const plainMs = 60_000

const Page = () => {
  const [bare, setBare] = useState(() => new URLSearchParams(window.location.search).has('bare'))
  const again = useCallback(() => {
    if (performance.now() >= plainMs) setBare(false)
  }, [])
  if (bare) return <PlainQuestion onAgain={again} />
  return (
    <Boundary where="pop-up" instead={(tryAgain) => <PlainQuestion onAgain={tryAgain} />}>
      <PopUpStage first={first} />
    </Boundary>
  )
}

void start(<Page />, () => {
  approvals.start()
  inputs.start()
  serverStates.start()
  votes.start()
  startSounds()
})
