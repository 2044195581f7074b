/** Pause menu: lets all AI rest for a while from every screen, says how long it still does, and ends it. */
import { DropdownMenu } from 'radix-ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pauseMinutes } from '../../../src-main/contract/panic.js'
import { attempt } from '../../bridge.js'
import { panic } from '../../state/feeds.js'
import { useNow } from '../../ui/clock.js'
import { Icon } from '../../ui/icon.js'
import { minutesLeft } from './minutes-left.js'
import './pause-menu.css'

const Left = ({ until }: { readonly until: string }) => {
  const { t } = useTranslation()
  return t('pause.left', { count: minutesLeft(until, useNow()) })
}

export const PauseMenu = () => {
  const { t } = useTranslation()
  const { on, pause, until } = panic.use((feed) => feed.value)
  const [failed, setFailed] = useState(false)
  const isPaused = on && pause === true
  const begin = async (minutes?: number) =>
    setFailed(!(await attempt('panic:pause', minutes === undefined ? {} : { minutes })).ok)
  const goOn = async () => setFailed(!(await attempt('panic:end-pause')).ok)
  return (
    <>
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger className={`pause-button ${isPaused ? 'paused' : ''}`} disabled={on && !isPaused}>
          <Icon name="pause" />
          <span>{isPaused ? until ? <Left until={until} /> : t('pause.on') : t('pause.all')}</span>
          <Icon name="right" size={12} />
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content className="pause-menu" side="right" align="end" sideOffset={6} collisionPadding={8}>
            {isPaused ? (
              <DropdownMenu.Item className="pause-item" onSelect={() => void goOn()}>
                {t('panic.goOn')}
              </DropdownMenu.Item>
            ) : (
              <>
                {pauseMinutes.map((minutes) => (
                  <DropdownMenu.Item key={minutes} className="pause-item" onSelect={() => void begin(minutes)}>
                    {minutes === 60 ? t('pause.forHour') : t('pause.for', { count: minutes })}
                  </DropdownMenu.Item>
                ))}
                <DropdownMenu.Item className="pause-item" onSelect={() => void begin()}>
                  {t('pause.untilGoOn')}
                </DropdownMenu.Item>
              </>
            )}
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      {failed && (
        <span className="panic-hint" role="alert">
          {t(isPaused ? 'panic.stillPaused' : 'pause.failed')}
        </span>
      )}
    </>
  )
}
