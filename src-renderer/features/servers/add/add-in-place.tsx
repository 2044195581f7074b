/** Add in place: adding a server inside the first steps, with its set-up, without leaving them. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { servers } from '../../../state/feeds.js'
import { Button } from '../../../ui/buttons/button.js'
import { SetupScreen } from '../setup/setup-screen.js'
import { AddServer } from './add-server.js'

export const AddInPlace = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useTranslation()
  const known = servers.use().value
  const [setUp, setSetUp] = useState<string | undefined>(undefined)
  if (setUp !== undefined) {
    return (
      <SetupScreen
        id={setUp}
        server={known.find(({ id }) => id === setUp)}
        onLeave={onClose}
        onAgain={() => setSetUp(undefined)}
        onOpen={onClose}
        continues={t('setUp.done')}
      />
    )
  }
  return (
    <div className="add-in-place">
      <Button tone="quiet" size="s" icon="left" onClick={onClose}>
        {t('app.back')}
      </Button>
      <AddServer onAdded={onClose} onSetUp={setSetUp} withoutDemo />
    </div>
  )
}
