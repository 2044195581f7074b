/** Help dialog: shortcuts, risk levels, links to the first steps, the log and the documents, and quitting. */

import { type BuiltInRuleId, builtInRules, isBuiltInRuleOn } from '@shared/approvals/built-in-rule.js'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../bridge.js'
import { desktop } from '../state/feeds.js'
import { goTo } from '../state/navigation.js'
import { usePreferences } from '../state/preferences.js'
import { useRequest } from '../state/use-request.js'
import { Button } from '../ui/buttons/button.js'
import { Dialog } from '../ui/layout/dialog.js'
import { ErrorNote } from '../ui/messages/error-note.js'
import { RiskBadge } from '../ui/names/risk-badge.js'
import { KeyHint } from '../ui/text/key-hint.js'
import './help-dialog.css'
import { Gap } from '../ui/text/gap.js'
import { isMac } from '../ui/text/shortcut-text.js'
import { screenNames } from './screens.js'
import { digitOf, keysOf } from './shortcuts.js'

interface Line {
  readonly keys: string
  readonly words: string
}

const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section>
    <h3>{title}</h3>
    {children}
  </section>
)

const Keys = ({ title, lines }: { readonly title: string; readonly lines: readonly Line[] }) => (
  <Part title={title}>
    <dl className="help-lines">
      {lines.map(({ keys, words }) => (
        <div key={words}>
          <dt>{words}</dt>
          <dd>
            <span className="visually-hidden">{keys}</span>
            <KeyHint>{keys}</KeyHint>
          </dd>
        </div>
      ))}
    </dl>
  </Part>
)

const Risks = () => {
  const { t } = useTranslation()
  const settings = usePreferences((preferences) => preferences.settings)
  const { criticalQuorum } = settings
  const isOn = (id: BuiltInRuleId) => builtInRules.some((rule) => rule.id === id && isBuiltInRuleOn(rule, settings))
  const asksEach = isOn('built-in:every-change')
  const asksKicks = !asksEach && isOn('built-in:kick') && isOn('built-in:mute')
  const words = {
    low: 'help.risk.low',
    medium: `help.risk.medium.${asksEach ? 'careful' : isOn('built-in:read-text') ? 'asks' : 'passes'}`,
    high: 'help.risk.high',
    critical: `help.risk.critical.${criticalQuorum > 1 ? 'two' : 'one'}`,
  }
  return (
    <Part title={t('help.risks')}>
      <dl className="help-risks">
        {(['low', 'medium', 'high', 'critical'] as const).map((risk) => (
          <div key={risk}>
            <dt>
              <RiskBadge risk={risk} />
            </dt>
            <dd>
              {t(words[risk])}
              <Gap />
              {risk === 'medium' && asksKicks && t('help.risk.medium.kick')}
            </dd>
          </div>
        ))}
      </dl>
    </Part>
  )
}

const HelpLinks = () => {
  const { t } = useTranslation()
  const { log, documents } = desktop.use((feed) => feed.value)
  const { error, send } = useRequest()
  return (
    <Part title={t('help.places')}>
      <div className="help-place">
        <span>{t('help.log')}</span>
        <span className="mono">{log}</span>
        <Button size="s" onClick={() => void send(attempt('crash:show-log'))}>
          {t('help.showLog')}
        </Button>
      </div>
      <div className="help-place">
        <span>{t('help.documents')}</span>
        <span className="mono">{documents}</span>
        <Button size="s" onClick={() => void send(attempt('desktop:show-documents'))}>
          {t('help.showDocuments')}
        </Button>
      </div>
      {error && <ErrorNote error={error} quiet />}
    </Part>
  )
}

export const HelpDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useTranslation()
  const mac = isMac()
  const screens = screenNames.flatMap((screen): Line[] => {
    const digit = digitOf(screen, screenNames)
    return digit === undefined ? [] : [{ keys: keysOf(digit, mac), words: t(`nav.${screen}`) }]
  })
  const window = [
    { keys: keysOf(',', mac), words: t('nav.settings') },
    { keys: keysOf('K', mac), words: t('live.search') },
    { keys: 'Tab', words: t('shortcuts.tab') },
    { keys: '?', words: t('help.title') },
    { keys: keysOf('Q', mac), words: t('leaving.quitGatehouse') },
  ]
  const popUp = [
    { keys: 'Esc', words: t('shortcuts.deny') },
    { keys: 'Alt ↑ ↓', words: t('shortcuts.turn') },
    { keys: 'Tab, Enter', words: t('shortcuts.approve') },
  ]
  const leave = (then: () => void) => () => {
    onClose()
    then()
  }
  return (
    <Dialog title={t('help.title')} className="help" onClose={onClose}>
      <div className="help-columns">
        <div>
          <Risks />
          <HelpLinks />
          <Keys title={t('shortcuts.popUp')} lines={popUp} />
        </div>
        <div>
          <Keys title={t('shortcuts.screens')} lines={screens} />
          <Keys title={t('shortcuts.window')} lines={window} />
        </div>
      </div>
      <div className="dialog-buttons">
        <Button className="help-again" onClick={leave(() => goTo({ screen: 'welcome' }))}>
          {t('help.firstSteps')}
        </Button>
        <Button tone="danger" onClick={leave(() => void attempt('desktop:quit'))}>
          {t('leaving.quitGatehouse')}
        </Button>
        <Button onClick={onClose}>{t('shortcuts.close')}</Button>
      </div>
    </Dialog>
  )
}
