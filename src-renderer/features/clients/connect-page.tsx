/** Connect page: which AI client, then its steps. */

import type { ProgramId } from '@shared/clients/connection.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConnectProgram } from '../../connect/connect-program.js'
import { ProgramChoice } from '../../connect/program-choice.js'
import { useProgramText } from '../../connect/program-text.js'
import { useIsElsewhere } from '../../state/gateway.js'
import { goTo } from '../../state/navigation.js'
import { Button } from '../../ui/buttons/button.js'
import { Screen } from '../../ui/layout/screen.js'
import { BackToClients } from './page-frame.js'

const voices = [
  { about: 'xiaozhi', choose: 'xiaozhi.choose', text: 'xiaozhi.chooseText', title: 'xiaozhi.title' },
  { about: 'neuro', choose: 'neuro.choose', text: 'neuro.chooseText', title: 'neuro.title' },
] as const

export const ConnectPage = ({ program: first }: { readonly program?: ProgramId | undefined }) => {
  const { t } = useTranslation()
  const words = useProgramText()
  const isElsewhere = useIsElsewhere()
  const [program, setProgram] = useState(first)
  return (
    <Screen title={t('connect.title')} bar={<BackToClients />}>
      <div className="client-page">
        <p className="client-page-intro">{t('connect.intro')}</p>
        <ProgramChoice value={program} onChoose={setProgram} />
        {program && (
          <section aria-labelledby="connect-program">
            <div className="client-page-line">
              <h2 id="connect-program">{words('connect', program)}</h2>
              <Button size="s" onClick={() => goTo({ screen: 'clients', about: `program:${program}` })}>
                {t('whyNot.title')}
              </Button>
            </div>
            <ConnectProgram key={program} program={program} />
          </section>
        )}
        {!isElsewhere && (
          <details>
            <summary>{t('access.more')}</summary>
            {voices.map(({ about, choose, text, title }) => (
              <div key={about} className="client-page-line connect-voice">
                <div>
                  <h2>{t(choose)}</h2>
                  <p>{t(text)}</p>
                </div>
                <Button onClick={() => goTo({ screen: 'clients', about })}>{t(title)}</Button>
              </div>
            ))}
          </details>
        )}
      </div>
    </Screen>
  )
}
