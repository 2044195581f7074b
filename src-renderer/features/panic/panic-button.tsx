/** Panic button: one click stops everything, without confirmation. The pause menu is beside it. */
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { panic } from '../../state/feeds.js'
import { useRequest } from '../../state/use-request.js'
import { NarrowTooltip } from '../../ui/layout/tooltip.js'
import { shortcutText } from '../../ui/text/shortcut-text.js'
import { Icon } from '../../ui/theme/icon.js'
import './panic.css'
import { PauseMenu } from './pause-menu.js'

export const PanicButton = () => {
  const { t } = useTranslation()
  const { on, pause, keys } = panic.use((feed) => feed.value)
  const { error, send } = useRequest()
  const hint =
    keys.accelerator === ''
      ? t('panic.noKeys')
      : t(keys.works ? 'panic.keys' : 'panic.keysTaken', { keys: shortcutText(keys.accelerator) })
  return (
    <div className="panic-place">
      <PauseMenu />
      <NarrowTooltip text={t('panic.stop')}>
        <button
          type="button"
          className="panic-stop"
          disabled={on && !pause}
          onClick={() => void send(attempt('panic:on'))}
          aria-describedby="panic-hint"
        >
          <Icon name="final" />
          <span className="rail-words">{t('panic.stop')}</span>
        </button>
      </NarrowTooltip>
      <span id="panic-hint" className={`panic-hint ${error ? '' : 'rail-words'}`} role={error ? 'alert' : undefined}>
        {error ? t('panic.stopFailed') : hint}
      </span>
    </div>
  )
}
