/** Rail: the navigation between screens. A narrow window shows icons; their words are in tooltips. */
import { useTranslation } from 'react-i18next'
import { PanicButton } from '../features/panic/panic-button.js'
import { StreamSwitch } from '../features/streaming/stream-switch.js'
import { approvals, inputs, servers, settingsProblem } from '../state/feeds.js'
import { useGateway, useMayOrder } from '../state/gateway.js'
import { goTo, type ScreenName, useRoute } from '../state/navigation.js'
import { unacceptedOf } from '../state/unaccepted.js'
import { NarrowTooltip, Tooltip } from '../ui/layout/tooltip.js'
import { Name } from '../ui/text/name.js'
import { GateMark, Icon } from '../ui/theme/icon.js'
import './rail.css'
import { isMac } from '../ui/text/shortcut-text.js'
import { screenNames, screens } from './screens.js'
import { ariaKeysOf, digitOf } from './shortcuts.js'

const Count = ({ of }: { readonly of: number }) =>
  of > 0 && (
    <span className="rail-count" aria-hidden="true">
      {of > 99 ? '99+' : of}
    </span>
  )

const keysFor = (screen: ScreenName): string | undefined => {
  const digit = digitOf(screen, screenNames)
  return digit && ariaKeysOf(digit, isMac())
}

export const Rail = ({ onHelp }: { readonly onHelp: () => void }) => {
  const { t } = useTranslation()
  const gateway = useGateway((state) => state.gateway)
  const mayStop = useMayOrder('panic:on')
  const shown = useRoute(({ screen }) => screen)
  const approvalCount = approvals.use((feed) => feed.value.length)
  const questions = approvalCount + inputs.use((feed) => feed.value.length)
  const unaccepted = servers.use((feed) => unacceptedOf(feed.value))
  const problems = settingsProblem.use((feed) => (feed.value ? 1 : 0))
  const waiting: Readonly<Partial<Record<ScreenName, number>>> = {
    approvals: questions,
    servers: unaccepted,
    settings: problems,
  }
  return (
    <nav className="rail" aria-label={t('nav.label')}>
      <div className="rail-brand">
        <GateMark />
        <span className="rail-words">{gateway ? <Name text={gateway.name} /> : t('app.name')}</span>
        <Tooltip text={t('help.title')} keys="?" side="right">
          <button type="button" className="rail-help" aria-label={t('help.title')} onClick={onHelp}>
            <Icon name="ask" size={14} />
          </button>
        </Tooltip>
      </div>
      {gateway && (
        <div className="rail-person rail-words">
          <Name text={gateway.person.name} />
          <span>{t(`gateways.role.${gateway.person.role}`)}</span>
        </div>
      )}
      {screenNames.map((screen) => (
        <NarrowTooltip key={screen} text={t(`nav.${screen}`)}>
          <button
            type="button"
            className={`rail-link ${screens[screen].apart ? 'apart' : ''}`}
            aria-keyshortcuts={keysFor(screen)}
            aria-current={screen === shown ? 'page' : undefined}
            aria-describedby={waiting[screen] ? `rail-waiting-${screen}` : undefined}
            onClick={() => goTo({ screen })}
          >
            <Icon name={screens[screen].icon} />
            <span className="rail-words">{t(`nav.${screen}`)}</span>
            <Count of={waiting[screen] ?? 0} />
          </button>
        </NarrowTooltip>
      ))}
      <StreamSwitch />
      {mayStop && <PanicButton />}
      <span id="rail-waiting-approvals" className="visually-hidden">
        {t('approvals.waiting', { count: questions })}
      </span>
      <span id="rail-waiting-servers" className="visually-hidden">
        {t('review.title', { count: unaccepted })}
      </span>
      {problems > 0 && (
        <span id="rail-waiting-settings" className="visually-hidden">
          {t('settings.fileProblem')}
        </span>
      )}
    </nav>
  )
}
