/** Fresh key: shows a new key once (invariant 8), until it is dismissed or the screen is left. */

import type { NewKey } from '@shared/clients/client.js'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { Button } from '../../ui/buttons/button.js'
import { CopyButton } from '../../ui/buttons/copy-button.js'
import { CodeBlock } from '../../ui/text/code-block.js'
import { visibleText } from '../../ui/text/visible-text.js'

export interface FreshKeyProps {
  readonly given: NewKey
  readonly onDone: () => void
}

export const FreshKey = ({ given: { client, token }, onDone }: FreshKeyProps) => {
  const { t } = useTranslation()
  const copy = async () => (await attempt('clients:copy-token', { id: client.id })).ok
  return (
    <section className="client-card" aria-labelledby="fresh-key">
      <div>
        <h2 id="fresh-key">{t('clients.keyTitle', { name: visibleText(client.name) })}</h2>
        <p role="status">{t('clients.keyText')}</p>
      </div>
      <CodeBlock
        text={token}
        label={t('clients.keyLabel')}
        action={<CopyButton label={t('copy.copy')} onCopy={copy} />}
      />
      <div className="client-card-buttons">
        <Button tone="go" onClick={onDone}>
          {t('clients.keyDone')}
        </Button>
      </div>
    </section>
  )
}
