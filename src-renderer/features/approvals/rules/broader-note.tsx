/** Broader note: says once that rules of an earlier version cover any values. They are kept until the owner removes them. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../../bridge.js'
import { Button } from '../../../ui/button.js'
import { Icon } from '../../../ui/icon.js'

export const BroaderNote = ({ count }: { readonly count: number }) => {
  const { t } = useTranslation()
  const [failed, setFailed] = useState(false)
  if (count === 0) return null
  const acknowledge = async () => setFailed(!(await attempt('rules:acknowledge')).ok)
  return (
    <div className="rules-broader" role="status">
      <Icon name="warning" />
      <div>
        <b>{t('ruleCare.broaderTitle', { count })}</b>
        <p>{t('ruleCare.broaderText')}</p>
        {failed && <p role="alert">{t('settings.failed')}</p>}
      </div>
      <Button size="s" onClick={() => void acknowledge()}>
        {t('ruleCare.broaderSeen')}
      </Button>
    </div>
  )
}
