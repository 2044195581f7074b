/** Client step: the choice of an AI client and its steps; then whether one is or was connected. */

import type { ProgramId } from '@shared/clients/connection.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConnectProgram } from '../../connect/connect-program.js'
import { ProgramChoice } from '../../connect/program-choice.js'
import { useProgramText } from '../../connect/program-text.js'
import { visibleText } from '../../ui/text/visible-text.js'
import { useNow } from '../../ui/time/clock.js'
import { agoOf } from '../../ui/time/relative-time.js'
import type { SeenClient } from './progress.js'

const Here = ({ client: { name, connected, seenAt } }: { readonly client: SeenClient }) => {
  const { t, i18n } = useTranslation()
  const now = useNow()
  const words = { name: visibleText(name), ago: agoOf(seenAt, now, i18n.language) }
  return t(connected ? 'onboarding.client.done' : 'onboarding.client.was', words)
}

export const ClientStep = ({ client }: { readonly client: SeenClient | undefined }) => {
  const { t } = useTranslation()
  const words = useProgramText()
  const [program, setProgram] = useState<ProgramId>()
  return (
    <>
      <ProgramChoice value={program} onChoose={setProgram} />
      {program && (
        <section aria-labelledby="onboarding-program">
          <h2 id="onboarding-program">{words('connect', program)}</h2>
          <ConnectProgram key={program} program={program} />
        </section>
      )}
      {/* The steps of the chosen program say it themselves. */}
      {!program && (
        <p className={`onboarding-state ${client?.connected ? '' : 'onboarding-waits'}`} role="status">
          {client ? <Here client={client} /> : t('onboarding.client.waiting')}
        </p>
      )}
    </>
  )
}
