/** Frame: the rail and the screen beside it; above them whether everything is stopped, and what waits for a person. */

import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ConsentQuestions } from '../features/clients/consent-questions.js'
import { PanicBanner } from '../features/panic/panic-banner.js'
import { UndoDialog } from '../features/undo/undo-dialog.js'
import { usePlace } from '../state/place.js'
import './frame.css'
import { Rail } from './rail.js'
import { screens } from './screens.js'
import { ShortcutsDialog } from './shortcuts-dialog.js'
import { focusScreen, useShortcuts } from './use-shortcuts.js'

export const Frame = () => {
  const { t } = useTranslation()
  const place = usePlace()
  const { whole = false, draw } = screens[place.screen]
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
      <PanicBanner />
      {!whole && <Rail onHelp={help.show} />}
      <div className={`frame-place ${whole ? 'whole' : ''}`}>
        <ConsentQuestions />
        <div className="frame-screen" key={place.screen} tabIndex={-1} data-focus-home="">
          {draw(place)}
        </div>
      </div>
      <UndoDialog />
      {help.shown && <ShortcutsDialog onClose={help.hide} />}
    </div>
  )
}
