/**
 * Part facts: one capability of a row: what it does, an example, its undo and limit, why it differs, and what changed.
 *
 * Guards invariant 4: whoever chooses something new or changed has its texts, warnings and differences on the screen.
 */

import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import type { QuarantinedCapability } from '@shared/servers/quarantine.js'
import { coreDescriptionKey } from '@shared/words/core-words.js'
import { useTranslation } from 'react-i18next'
import { callSentence } from '../sentences/call-sentence.js'
import { SentenceText } from '../sentences/sentence-text.js'
import { goTo, goToRules } from '../state/navigation.js'
import { LongText } from '../ui/text/long-text.js'
import { Name } from '../ui/text/name.js'
import { useNumbers } from '../ui/text/use-numbers.js'
import { visibleText } from '../ui/text/visible-text.js'
import { Icon } from '../ui/theme/icon.js'
import { Changes } from './changes.js'
import { ChoiceControl } from './choice-control.js'
import type { ActionPart } from './rows.js'
import type { Standings } from './use-standings.js'

const Example = ({ manifest }: { readonly manifest: CapabilityManifest }) => {
  const { t } = useTranslation()
  const parameters = manifest.examples?.[0]?.parameters
  if (manifest.type !== 'action' || !parameters) return null
  const call = { capabilityId: manifest.id, arguments: parameters, caller: { name: '' } }
  const sentence = callSentence(call, 'title', manifest.name)
  if (sentence.key === 'sentence.general.title') return null
  return (
    <p className="may-example">
      {t('may.example')} <SentenceText sentence={sentence} limit={60} />
    </p>
  )
}

const Notes = ({ part: { id, manifest, standing } }: { readonly part: ActionPart }) => {
  const { t } = useTranslation()
  const write = useNumbers()
  const { risk, rateLimit, type } = manifest
  return (
    <div className="may-notes">
      {type === 'action' && (
        <span>
          <Icon name={risk?.rollbackSupported ? 'undo' : 'final'} size={12} />
          {t(risk?.rollbackSupported ? 'actions.undoable' : 'actions.final')}
        </span>
      )}
      {rateLimit?.requests !== undefined && rateLimit.period !== 'connection' && (
        <span>{t(`actions.atMost.${rateLimit.period}`, { number: write(rateLimit.requests) })}</span>
      )}
      {standing?.asksAfterText && <span>{t('may.asksAfterText')}</span>}
      {standing?.rule !== undefined && (
        <button type="button" className="may-link" onClick={() => goToRules(standing.rule)}>
          {t('may.otherRule')}
        </button>
      )}
      {standing?.others?.map((other) => (
        <span key={other.id}>
          {t('may.other', {
            name: other.name === undefined ? t('clients.bridgeName') : visibleText(other.name),
            choice: t(`may.choice.${other.choice}`),
          })}
        </span>
      ))}
      <button type="button" className="may-link" onClick={() => goTo({ screen: 'capabilities', about: id })}>
        {t('may.details')}
      </button>
    </div>
  )
}

const Rejected = ({ waiting }: { readonly waiting: QuarantinedCapability | undefined }) => {
  const { t } = useTranslation()
  return waiting?.rejected && waiting.reason === 'changed' ? <p>{t('may.changedAndOff')}</p> : null
}

export interface PartFactsProps extends Pick<Standings, 'busy' | 'choose'> {
  readonly part: ActionPart
  /** The row is this part alone, so its name and its choice are in the line above. */
  readonly isOnly: boolean
}

export const PartFacts = ({ part, isOnly, busy, choose }: PartFactsProps) => {
  const { t } = useTranslation()
  const { id, name, manifest, standing, waiting } = part
  const key = coreDescriptionKey(id)
  return (
    <div className="may-part">
      {!isOnly && (
        <div className="may-part-line">
          <Name text={name} />
          <ChoiceControl
            label={visibleText(name)}
            choice={standing?.choice}
            locked={standing?.locked !== undefined}
            busy={busy}
            onChoose={(next) => void choose(next, [part])}
          />
        </div>
      )}
      <p>{key ? t(key) : <LongText text={visibleText(manifest.description)} limit={300} expandable />}</p>
      <Example manifest={manifest} />
      <Rejected waiting={waiting} />
      {waiting && <Changes waiting={waiting} />}
      <Notes part={part} />
    </div>
  )
}
