/** File program: connects a client by its install link, by its configuration file with preview and undo, or by hand. */

import type { Guide } from '@shared/clients/connection.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../bridge.js'
import { useRequest } from '../state/use-request.js'
import { Button } from '../ui/buttons/button.js'
import { ConfigCard } from './config-card.js'
import { ConnectProblem } from './connect-problem.js'
import { FirstConnection } from './first-connection.js'
import { useProgramText } from './program-text.js'
import { RecipeSteps } from './recipe-steps.js'

export interface FileProgramProps {
  readonly guide: Guide
  readonly onLook: () => Promise<void>
}

const InstallLink = ({ guide: { program } }: Pick<FileProgramProps, 'guide'>) => {
  const { t } = useTranslation()
  const words = useProgramText()
  const { error, send } = useRequest()
  const [opened, setOpened] = useState(false)
  const open = async () => {
    const result = await send(attempt('connect:open-link', { program }))
    setOpened(result.ok)
  }
  return (
    <section className="connect-way" aria-labelledby="connect-link">
      <div className="config-card-head">
        <div>
          <h3 id="connect-link">{t('connect.link')}</h3>
          <p>{words('linkText', program)}</p>
        </div>
        <Button tone="go" onClick={() => void open()}>
          {words('linkOpen', program)}
        </Button>
      </div>
      {error && <ConnectProblem error={error} />}
      {opened && <p role="status">{words('linkOpened', program)}</p>}
    </section>
  )
}

export const FileProgram = ({ guide, onLook }: FileProgramProps) => {
  const { t } = useTranslation()
  const [byHand, setByHand] = useState(false)
  const { program, files = [], linked } = guide
  return (
    <>
      {linked && <InstallLink guide={guide} />}
      <section className="connect-way" aria-labelledby="connect-file">
        <h3 id="connect-file">{t('connect.byFile')}</h3>
        <p>{t('connect.byFileText')}</p>
        {files.map((file) => (
          <ConfigCard key={file.path} program={program} file={file} running={{ kind: 'no' }} onLook={onLook} />
        ))}
      </section>
      <div>
        <Button tone="quiet" aria-expanded={byHand} onClick={() => setByHand(!byHand)}>
          {t('connect.byHand')}
        </Button>
      </div>
      {byHand ? <RecipeSteps guide={guide} name={undefined} /> : <FirstConnection program={program} />}
    </>
  )
}
