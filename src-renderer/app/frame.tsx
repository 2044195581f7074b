/**
 * Frame: the rail, the screen beside it, and above them the banners for a stop and for waiting requests.
 *
 * Each part has its own error boundary, so that the others keep working.
 */
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConsentQuestions } from '../features/clients/consent-questions.js'
import { CrashNote } from '../features/crash/crash-note.js'
import { GatewayNote } from '../features/gateways/gateway-note.js'
import { MissingApproversNote } from '../features/missing-approvers/missing-approvers-note.js'
import { PanicBanner } from '../features/panic/panic-banner.js'
import { UndoDialog } from '../features/undo/undo-dialog.js'
import { WhoDecidesNote } from '../features/who-decides/who-decides-note.js'
import { goTo, useRoute, type WindowRoute } from '../state/navigation.js'
import { Boundary } from '../ui/layout/boundary.js'
import { FailedPart, FailedScreen } from '../ui/layout/failed-part.js'
import './frame.css'
import { attempt } from '../bridge.js'
import { isMac } from '../ui/text/shortcut-text.js'
import { HelpDialog } from './help-dialog.js'
import { Rail } from './rail.js'
import { loadScreens, screenNames, screens } from './screens.js'
import { shortcutOf } from './shortcuts.js'

const isTypedInto = (element: EventTarget | null): boolean =>
  element instanceof HTMLElement && element.matches('input, textarea, select, [contenteditable]')

const isDialogOpen = (): boolean => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null

/** The screen itself, once it is drawn. */
const focusScreen = (): void => {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('.frame-screen')?.focus())
}

interface ShortcutHelp {
  readonly shown: boolean
  readonly show: () => void
  readonly hide: () => void
}

const useShortcuts = (): ShortcutHelp => {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.repeat || event.isComposing || event.defaultPrevented || isDialogOpen()) return
      const shortcut = shortcutOf(event, screenNames, { isMac: isMac(), isTyping: isTypedInto(event.target) })
      if (shortcut === undefined) return
      event.preventDefault()
      if (shortcut.kind === 'help') setShown(true)
      else if (shortcut.kind === 'quit') void attempt('desktop:quit')
      else {
        goTo({ screen: shortcut.screen })
        focusScreen()
      }
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return { shown, show: () => setShown(true), hide: () => setShown(false) }
}

const Part = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <Boundary where={name} instead={(again) => <FailedPart onAgain={again} />}>
    {children}
  </Boundary>
)

/** Drawn below the boundary, not beside it. */
const Screen = ({ place }: { readonly place: WindowRoute }) => screens[place.screen].draw(place)

/** The screen, and the notes above it. */
const Inside = ({ place }: { readonly place: WindowRoute }) => (
  <>
    <Part name="gateway-note">
      <GatewayNote />
    </Part>
    <Part name="crash-note">
      <CrashNote />
    </Part>
    <Part name="too-few-note">
      <MissingApproversNote />
    </Part>
    {/* The introduction asks this itself. */}
    {!screens[place.screen].whole && (
      <Part name="who-decides-note">
        <WhoDecidesNote />
      </Part>
    )}
    <Part name="consent-questions">
      <ConsentQuestions />
    </Part>
    <div className="frame-screen" key={place.screen} tabIndex={-1} data-focus-home="">
      <Boundary where={place.screen} instead={(again) => <FailedScreen onAgain={again} />}>
        <Suspense fallback={null}>
          <Screen place={place} />
        </Suspense>
      </Boundary>
    </div>
  </>
)

export const Frame = () => {
  const { t } = useTranslation()
  const place = useRoute()
  const { whole = false } = screens[place.screen]
  const help = useShortcuts()
  const before = useRef(place.screen)

  useEffect(() => loadScreens(), [])

  // The element that opened this screen may be unmounted, so the focus is set again.
  useEffect(() => {
    if (before.current !== place.screen && document.activeElement === document.body) focusScreen()
    before.current = place.screen
  }, [place.screen])

  return (
    <div className="frame">
      <button type="button" className="skip-link" onClick={focusScreen}>
        {t('shortcuts.skip')}
      </button>
      <Part name="panic-banner">
        <PanicBanner />
      </Part>
      {!whole && (
        <Part name="rail">
          <Rail onHelp={help.show} />
        </Part>
      )}
      <div className={`frame-place ${whole ? 'whole' : ''}`}>
        <Inside place={place} />
      </div>
      <Part name="undo-dialog">
        <UndoDialog />
      </Part>
      {help.shown && <HelpDialog onClose={help.hide} />}
    </div>
  )
}
