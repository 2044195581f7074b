/**
 * Frame: the rail and the screen beside it; above them whether everything is stopped, and what waits for a person.
 *
 * Each part fails alone, so that the others go on. When the page begins anew nothing is left but the rail, which shows no data.
 */
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ConsentQuestions } from '../features/clients/consent-questions.js'
import { PanicBanner } from '../features/panic/panic-banner.js'
import { TooFewNote } from '../features/too-few/too-few-note.js'
import { TroubleNote } from '../features/trouble/trouble-note.js'
import { UndoDialog } from '../features/undo/undo-dialog.js'
import { WhoDecidesNote } from '../features/who-decides/who-decides-note.js'
import { type Place, usePlace } from '../state/place.js'
import { Boundary } from '../ui/boundary.js'
import { FailedPart, FailedScreen } from '../ui/failed-part.js'
import { usePageReset } from './page-reset.js'
import './frame.css'
import { HelpDialog } from './help-dialog.js'
import { Rail } from './rail.js'
import { screens } from './screens.js'
import { focusScreen, useShortcuts } from './use-shortcuts.js'

const Part = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <Boundary where={name} instead={(again) => <FailedPart onAgain={again} />}>
    {children}
  </Boundary>
)

/** Drawn below the boundary, not beside it. */
const Screen = ({ place }: { readonly place: Place }) => screens[place.screen].draw(place)

/** The screen, and what stands above it. */
const Inside = ({ place }: { readonly place: Place }) => (
  <>
    <Part name="trouble-note">
      <TroubleNote />
    </Part>
    <Part name="too-few-note">
      <TooFewNote />
    </Part>
    <Part name="who-decides-note">
      <WhoDecidesNote />
    </Part>
    <Part name="consent-questions">
      <ConsentQuestions />
    </Part>
    <div className="frame-screen" key={place.screen} tabIndex={-1} data-focus-home="">
      <Boundary where={place.screen} instead={(again) => <FailedScreen onAgain={again} />}>
        <Screen place={place} />
      </Boundary>
    </div>
  </>
)

export const Frame = () => {
  const { t } = useTranslation()
  const place = usePlace()
  const { times, isCovering } = usePageReset()
  const { whole = false } = screens[place.screen]
  const help = useShortcuts()
  const before = useRef(place.screen)

  // What led here may have gone with the screen before: the keyboard must not be left nowhere.
  useEffect(() => {
    if (before.current !== place.screen && document.activeElement === document.body) focusScreen()
    before.current = place.screen
  }, [place.screen])

  return (
    <div className="frame">
      <button type="button" className="skip-link" onClick={focusScreen}>
        {t('shortcuts.skip')}
      </button>
      {!isCovering && (
        <Part name="panic-banner" key={`panic ${times}`}>
          <PanicBanner />
        </Part>
      )}
      {!whole && (
        <Part name="rail">
          <Rail onHelp={help.show} />
        </Part>
      )}
      <div className={`frame-place ${whole ? 'whole' : ''}`} key={`place ${times}`}>
        {!isCovering && <Inside place={place} />}
      </div>
      {!isCovering && (
        <Part name="undo-dialog" key={`undo ${times}`}>
          <UndoDialog />
        </Part>
      )}
      {help.shown && !isCovering && <HelpDialog onClose={help.hide} key={`help ${times}`} />}
    </div>
  )
}
