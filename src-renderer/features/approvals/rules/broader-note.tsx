/** Broader note: says once that rules of an earlier version cover any values. They stay until the owner removes them. */
import { useTranslation } from 'react-i18next'
import { attempt } from '../../../bridge.js'
import { useRequest } from '../../../state/use-request.js'
import { Button } from '../../../ui/button.js'
import { Icon } from '../../../ui/icon.js'

export const BroaderNote = ({ count }: { readonly count: number }) => {
  const { t } = useTranslation()
  const { error, send } = useRequest()
  if (count === 0) return null
  return (
    <div className="rules-broader" role="status">
      <Icon name="warning" />
      <div>
        <b>{t('ruleCare.broaderTitle', { count })}</b>
        <p>{t('ruleCare.broaderText')}</p>
        {error && <p role="alert">{t('settings.failed')}</p>}
      </div>
      <Button size="s" onClick={() => void send(attempt('rules:acknowledge'))}>
        {t('ruleCare.broaderSeen')}
      </Button>
    </div>
  )
}
