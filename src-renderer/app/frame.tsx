/** Frame: the rail and the screen beside it; above them whether everything is stopped, and what waits for a person. */
import { useState } from 'react'
import { ConsentQuestions } from '../features/clients/consent-questions.js'
import { PanicBanner } from '../features/panic/panic-banner.js'
import { UndoDialog } from '../features/undo/undo-dialog.js'
import './frame.css'
import { Rail } from './rail.js'
import { type ScreenName, screens } from './screens.js'

interface Shown {
  readonly screen: ScreenName
  readonly intent: 'add' | undefined
}

export const Frame = () => {
  const [{ screen, intent }, setShown] = useState<Shown>({ screen: 'live', intent: undefined })
  const places = {
    addServer: () => setShown({ screen: 'servers', intent: 'add' }),
    showServers: () => setShown({ screen: 'servers', intent: undefined }),
  }
  return (
    <div className="frame">
      <PanicBanner />
      <Rail shown={screen} onShow={(next) => setShown({ screen: next, intent: undefined })} />
      <div className="frame-place">
        <ConsentQuestions />
        <div className="frame-screen" key={screen}>
          {screens[screen].draw(places, intent)}
        </div>
      </div>
      <UndoDialog />
    </div>
  )
}
