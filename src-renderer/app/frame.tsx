/** Frame: the rail and the screen beside it; above them whether everything is stopped, and what waits for a person. */
import { ConsentQuestions } from '../features/clients/consent-questions.js'
import { PanicBanner } from '../features/panic/panic-banner.js'
import { UndoDialog } from '../features/undo/undo-dialog.js'
import { usePlace } from '../state/place.js'
import './frame.css'
import { Rail } from './rail.js'
import { screens } from './screens.js'

export const Frame = () => {
  const place = usePlace()
  const { whole = false, draw } = screens[place.screen]
  return (
    <div className="frame">
      <PanicBanner />
      {!whole && <Rail />}
      <div className={`frame-place ${whole ? 'whole' : ''}`}>
        <ConsentQuestions />
        <div className="frame-screen" key={place.screen}>
          {draw(place)}
        </div>
      </div>
      <UndoDialog />
    </div>
  )
}
