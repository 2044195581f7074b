/** Examples: calls as their author would make them, with what comes back, to read and to copy. */

import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { CopyButton } from '../../ui/buttons/copy-button.js'
import { JsonView } from '../../ui/text/json-view.js'
import { LongText } from '../../ui/text/long-text.js'
import { visibleText } from '../../ui/text/visible-text.js'

export interface ExamplesProps {
  readonly manifest: CapabilityManifest
  /** Id of a server that has this manifest: the shell copies what it knows itself. */
  readonly server: string
}

export const Examples = ({ manifest: { id, examples = [] }, server }: ExamplesProps) => {
  const { t } = useTranslation()
  const copy = async (at: number) => (await attempt('capabilities:copy-example', { id, server, at })).ok
  if (examples.length === 0) return null
  return (
    <section>
      <h4>{t('manifests.examples', { count: examples.length })}</h4>
      <ul className="capability-examples">
        {examples.map(({ name, parameters, response }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a list that is replaced whole, where a name may occur twice
          <li key={at}>
            <div className="capability-example-head">
              <LongText text={visibleText(name)} limit={120} />
              <CopyButton label={t('copy.copy')} onCopy={() => copy(at)} />
            </div>
            <JsonView
              value={parameters}
              label={t('manifests.exampleSends', { name: visibleText(name).slice(0, 80) })}
            />
            {response && (
              <>
                <p className="schema-note">{t('manifests.exampleGets')}</p>
                <JsonView value={response} label={t('manifests.exampleGets')} />
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
