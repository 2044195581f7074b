/**
 * Start: initializes both pages: fonts, styles, language and theme, then the first render.
 *
 * Outside the program there is no bridge: the page says so instead of staying empty.
 */
import '@fontsource-variable/inter/index.css'
import '@fontsource-variable/jetbrains-mono/index.css'
import '../ui/theme/tokens.css'
import '../ui/theme/base.css'
import '../ui/theme/style-nonce.js'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { useTranslation } from 'react-i18next'
import { hasBridge } from '../bridge.js'
import { useGateway } from '../state/gateway.js'
import { guessPreferences, startPreferences } from '../state/preferences.js'
import { reportUncaughtErrors } from '../state/problems.js'
import { Boundary } from '../ui/layout/boundary.js'
import { FailedScreen } from '../ui/layout/failed-part.js'
import { EmptyState } from '../ui/messages/empty-state.js'
import { nameElsewhere } from '../ui/names/person-name.js'
import { GateMark } from '../ui/theme/icon.js'

const NoBridge = () => {
  const { t } = useTranslation()
  return <EmptyState art={<GateMark size={28} />} title={t('app.noBridgeTitle')} text={t('app.noBridgeText')} />
}

/** @param follow begins to follow what the page shows. */
export const start = async (page: ReactNode, follow: () => void): Promise<void> => {
  const element = document.getElementById('root')
  if (element === null) throw new Error('The page has no place to draw in.')
  // Error boundaries report what they catch; nobody reads the console.
  const root = createRoot(element, { onCaughtError: () => {} })
  if (!hasBridge()) {
    guessPreferences()
    root.render(<NoBridge />)
    return
  }
  reportUncaughtErrors()
  useGateway.subscribe(({ gateway }) => gateway && nameElsewhere())
  follow()
  await startPreferences()
  root.render(
    <StrictMode>
      <Boundary where="page" instead={(again) => <FailedScreen onAgain={again} />}>
        {page}
      </Boundary>
    </StrictMode>,
  )
}
