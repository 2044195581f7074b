/** Client step: which AI client, and its steps; then whether one has come. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProgramId } from '../../../src-main/contract/connection.js'
import { ConnectProgram } from '../../connect/connect-program.js'
import { ProgramChoice } from '../../connect/program-choice.js'
import { useProgramName } from '../../connect/program-words.js'
import { visibleText } from '../../ui/visible-text.js'

export const ClientStep = ({ client }: { readonly client: string | undefined }) => {
  const { t } = useTranslation()
  const nameOf = useProgramName()
  const [program, setProgram] = useState<ProgramId>()
  return (
    <>
      <ProgramChoice value={program} onChoose={setProgram} />
      {program && (
        <section aria-labelledby="onboarding-program">
          <h2 id="onboarding-program">{t('connect.connectNamed', { name: nameOf(program) })}</h2>
          <ConnectProgram key={program} program={program} />
        </section>
      )}
      <p className={`onboarding-state ${client === undefined ? 'waiting' : ''}`} role="status">
        {client === undefined
          ? t('onboarding.client.waiting')
          : t('onboarding.client.done', { name: visibleText(client) })}
      </p>
    </>
  )
}
