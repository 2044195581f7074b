/** Pause menu: pauses all AI for a while, shows the time left, and resumes. */
import { pauseMinutes } from '@shared/approvals/panic.js'
import { DropdownMenu } from 'radix-ui'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { panic } from '../../state/feeds.js'
import { useRequest } from '../../state/use-request.js'
import { NarrowTooltip } from '../../ui/layout/tooltip.js'
import { Icon } from '../../ui/theme/icon.js'
import { secondsUntil, useNow } from '../../ui/time/clock.js'
import '../../ui/layout/menu.css'
import './pause-menu.css'

/** @param until ISO 8601. @param now milliseconds since 1970 */
export const minutesLeft = (until: string, now: number): number => Math.max(1, Math.ceil(secondsUntil(until, now) / 60))

const Left = ({ until }: { readonly until: string }) => {
  const { t } = useTranslation()
  return t('pause.left', { count: minutesLeft(until, useNow()) })
}

export const PauseMenu = () => {
  const { t } = useTranslation()
  const { on, pause, until } = panic.use((feed) => feed.value)
  const { error, send } = useRequest()
  const isPaused = on && pause === true
  return (
    <>
      <DropdownMenu.Root modal={false}>
        <NarrowTooltip text={t(isPaused ? 'pause.on' : 'pause.all')}>
          <DropdownMenu.Trigger className={`pause-button ${isPaused ? 'paused' : ''}`} disabled={on && !isPaused}>
            <Icon name="pause" />
            <span className="rail-words">
              {isPaused ? until ? <Left until={until} /> : t('pause.on') : t('pause.all')}
            </span>
            <Icon name="right" size={12} className="pause-more" />
          </DropdownMenu.Trigger>
        </NarrowTooltip>
        <DropdownMenu.Portal>
          <DropdownMenu.Content className="menu" side="right" align="end" sideOffset={6} collisionPadding={8}>
            {isPaused ? (
              <DropdownMenu.Item className="menu-item" onSelect={() => void send(attempt('panic:end-pause'))}>
                {t('panic.resume')}
              </DropdownMenu.Item>
            ) : (
              <>
                <DropdownMenu.Label className="menu-text">{t('pause.text')}</DropdownMenu.Label>
                {pauseMinutes.map((minutes) => (
                  <DropdownMenu.Item
                    key={minutes}
                    className="menu-item"
                    onSelect={() => void send(attempt('panic:pause', { minutes }))}
                  >
                    {minutes === 60 ? t('pause.forHour') : t('pause.for', { count: minutes })}
                  </DropdownMenu.Item>
                ))}
                <DropdownMenu.Item className="menu-item" onSelect={() => void send(attempt('panic:pause', {}))}>
                  {t('pause.untilResumed')}
                </DropdownMenu.Item>
              </>
            )}
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      {error && (
        <span className="panic-hint" role="alert">
          {t(isPaused ? 'panic.stillPaused' : 'pause.failed')}
        </span>
      )}
    </>
  )
}
