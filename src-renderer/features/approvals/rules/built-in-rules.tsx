/**
 * Built-in rules: what Gatehouse asks about by default, each with a switch, and the posture that decides what is on.
 *
 * A built-in rule only asks: switching one off lets the risk decide again.
 */

import { type BuiltInRule, builtInRules, isBuiltInRuleOn } from '@shared/approvals/built-in-rule.js'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../../bridge.js'
import { useMayOrder } from '../../../state/gateway.js'
import { goTo } from '../../../state/navigation.js'
import { usePreferences } from '../../../state/preferences.js'
import { useRequest } from '../../../state/use-request.js'
import { Button } from '../../../ui/buttons/button.js'
import { Switch } from '../../../ui/fields/switch.js'
import { Icon } from '../../../ui/theme/icon.js'

const wordsKey = ({ id }: BuiltInRule): string => `builtIn.rule.${id.slice('built-in:'.length)}`

/** Ids that a link to this screen can name. */
export const isBuiltInRuleId = (id: string | undefined): boolean => builtInRules.some((rule) => rule.id === id)

export const BuiltInRules = ({ about }: { readonly about: string | undefined }) => {
  const { t } = useTranslation()
  const settings = usePreferences((preferences) => preferences.settings)
  const { error, send } = useRequest()
  const mayChange = useMayOrder('settings:change')
  const turn = ({ id }: BuiltInRule, on: boolean) =>
    send(attempt('settings:change', { builtInRules: { ...settings.builtInRules, [id]: on } }))
  return (
    <section className="built-in-rules" aria-labelledby="built-in-rules">
      <header>
        <div>
          <h2 id="built-in-rules">{t('builtIn.title')}</h2>
          <p>{t('builtIn.text', { posture: t(`posture.names.${settings.posture}`) })}</p>
        </div>
        {mayChange && (
          <Button size="s" icon="settings" onClick={() => goTo({ screen: 'settings', about: 'safety' })}>
            {t('posture.change')}
          </Button>
        )}
      </header>
      {error && <p role="alert">{t('settings.failed')}</p>}
      <ul aria-labelledby="built-in-rules">
        {builtInRules.map((rule) => {
          const on = isBuiltInRuleOn(rule, settings)
          return (
            <li key={rule.id} className={`built-in-rule ${rule.id === about ? 'meant' : ''} ${on ? '' : 'off'}`}>
              <span className="rule-effect ask">
                <Icon name="ask" size={12} />
                {t('rules.effects.ask')}
              </span>
              <span>{t(wordsKey(rule))}</span>
              <Switch
                label={t(wordsKey(rule))}
                on={on}
                disabled={!mayChange}
                onChange={(next) => void turn(rule, next)}
              />
            </li>
          )
        })}
      </ul>
    </section>
  )
}
