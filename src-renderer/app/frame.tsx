/**
 * Frame: the rail and the screen beside it; above them whether everything is stopped, and what waits for a person.
 *
 * Each part fails alone, so that the others go on.
 */
import type { ReactNode } from 'react'
import { ConsentQuestions } from '../features/clients/consent-questions.js'
import { PanicBanner } from '../features/panic/panic-banner.js'
import { TroubleNote } from '../features/trouble/trouble-note.js'
import { UndoDialog } from '../features/undo/undo-dialog.js'
import { type Place, usePlace } from '../state/place.js'
import { Boundary } from '../ui/boundary.js'
import { FailedPart, FailedScreen } from '../ui/failed-part.js'
import './frame.css'
import { Rail } from './rail.js'
import { screens } from './screens.js'

const Part = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <Boundary where={name} instead={(again) => <FailedPart onAgain={again} />}>
    {children}
  </Boundary>
)

/** Drawn below the boundary, not beside it. */
const Screen = ({ place }: { readonly place: Place }) => screens[place.screen].draw(place)

export const Frame = () => {
  const place = usePlace()
  return (
    <div className="frame">
      <Part name="panic-banner">
        <PanicBanner />
      </Part>
      <Part name="rail">
        <Rail />
      </Part>
      <div className="frame-place">
        <Part name="trouble-note">
          <TroubleNote />
        </Part>
        <Part name="consent-questions">
          <ConsentQuestions />
        </Part>
        <div className="frame-screen" key={place.screen}>
          <Boundary where={place.screen} instead={(again) => <FailedScreen onAgain={again} />}>
            <Screen place={place} />
          </Boundary>
        </div>
      </div>
      <Part name="undo-dialog">
        <UndoDialog />
      </Part>
    </div>
  )
}
