/** Any other AI: what happens when a program without a key of its own connects for the first time. */

import { otherClientsChoices } from '@shared/clients/keyless.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changeSettings } from '../../state/change-settings.js'
import { keyless } from '../../state/feeds.js'
import { useRequest } from '../../state/use-request.js'
import { Button } from '../../ui/buttons/button.js'
import { Choice } from '../../ui/fields/choice.js'
import { Confirm } from '../../ui/layout/confirm.js'
import { ErrorNote } from '../../ui/messages/error-note.js'

export const AnyOtherAi = () => {
  const { t } = useTranslation()
  const { others, isPaused } = keyless.use((feed) => feed.value)
  const [changing, setChanging] = useState(false)
  const [asking, setAsking] = useState(false)
  const { error, send } = useRequest()
  const choose = (otherClients: (typeof otherClientsChoices)[number]) => {
    setAsking(false)
    void send(changeSettings({ otherClients }))
  }
  return (
    <section className="client-row" aria-labelledby="any-other-ai">
      <span className="avatar m client-row-unknown" aria-hidden="true">
        ?
      </span>
      <div className="client-row-who">
        <h2 id="any-other-ai">{t('anyOther.title')}</h2>
        <p className="client-row-note">{t(`anyOther.is.${others}`)}</p>
        {isPaused && (
          <p className="client-row-note" role="status">
            {t('anyOther.paused')}
          </p>
        )}
      </div>
      <div className="client-row-buttons">
        <Button
          aria-label={t('access.changeNamed', { name: t('anyOther.title') })}
          aria-expanded={changing}
          onClick={() => setChanging(!changing)}
        >
          {t('access.change')}
        </Button>
      </div>
      {changing && (
        <div className="client-row-below">
          <Choice
            label={t('anyOther.title')}
            value={others}
            options={otherClientsChoices.map((value) => ({ value, label: t(`anyOther.names.${value}`) }))}
            onChange={(value) => (value === 'allow' ? setAsking(true) : choose(value))}
          />
          {asking && (
            <Confirm
              question={t('settings.lower')}
              text={t('anyOther.lower')}
              keep={t('settings.lowerKeep')}
              act={t('settings.lowerSure')}
              onKeep={() => setAsking(false)}
              onAct={() => choose('allow')}
            />
          )}
          {error && <ErrorNote title={t('settings.failed')} error={error} />}
        </div>
      )}
    </section>
  )
}
