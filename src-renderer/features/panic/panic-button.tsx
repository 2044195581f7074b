/** Panic button: one click stops everything; nobody is asked whether they are sure. Beside it what is milder, a pause. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { panic } from '../../state/feeds.js'
import { Icon } from '../../ui/icon.js'
import { keysInWords } from '../../ui/keys-in-words.js'
import './panic.css'
import { PauseMenu } from './pause-menu.js'

export const PanicButton = () => {
  const { t } = useTranslation()
  const { on, pause, keys } = panic.use((feed) => feed.value)
  const [failed, setFailed] = useState(false)
  const hint =
    keys.accelerator === ''
      ? ''
      : t(keys.works ? 'panic.keys' : 'panic.keysTaken', { keys: keysInWords(keys.accelerator) })
  const stop = async () => setFailed(!(await attempt('panic:on')).ok)
  return (
    <div className="panic-place">
      <PauseMenu />
      <button
        type="button"
        className="panic-stop"
        disabled={on && !pause}
        onClick={() => void stop()}
        aria-describedby="panic-hint"
      >
        <Icon name="final" />
        {t('panic.stop')}
      </button>
      <span id="panic-hint" className="panic-hint" role={failed ? 'alert' : undefined}>
        {failed ? t('panic.stopFailed') : hint}
      </span>
    </div>
  )
}
