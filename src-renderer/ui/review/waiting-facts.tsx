/** Waiting facts: the manifest of a new action. Its texts come from a server. */

import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { JsonView } from '../text/json-view.js'
import { LongText } from '../text/long-text.js'
import { visibleText } from '../text/visible-text.js'
import './review.css'

/** A fact that may be missing. */
const Fact = ({ topic, children }: { readonly topic: string; readonly children: ReactNode }) =>
  children ? (
    <>
      <dt>{topic}</dt>
      <dd>{children}</dd>
    </>
  ) : null

const Data = ({ value, topic }: { readonly value: unknown; readonly topic: string }) =>
  value === undefined ? null : (
    <Fact topic={topic}>
      <JsonView value={value} label={topic} />
    </Fact>
  )

const Words = ({ text, topic }: { readonly text: string | undefined; readonly topic: string }) => (
  <Fact topic={topic}>{text && <LongText text={visibleText(text)} limit={400} expandable />}</Fact>
)

const Provider = ({ provider: { id, name, version } }: Pick<CapabilityManifest, 'provider'>) => (
  <>
    <LongText text={visibleText(name)} limit={128} /> <LongText text={visibleText(id)} limit={128} className="mono" />{' '}
    {version && <LongText text={visibleText(version)} limit={64} className="mono" />}
  </>
)

export const WaitingFacts = ({ offered }: { readonly offered: CapabilityManifest }) => {
  const { t } = useTranslation()
  const { type, provider, description, risk, permissions = [], rateLimit, deprecated, tags = [] } = offered
  const demands = [
    risk?.approvalRequired && t('review.demandsApproval'),
    risk?.snapshotRequired && t('review.demandsSnapshot'),
  ].filter(Boolean)
  return (
    <div className="waiting-facts">
      <p>
        <LongText text={visibleText(description)} limit={600} expandable />
      </p>
      <dl>
        <Fact topic={t('review.topic.type')}>{t(`review.type.${type}`)}</Fact>
        <Fact topic={t('review.topic.provider')}>
          <Provider provider={provider} />
        </Fact>
        <Words topic={t('review.topic.risk')} text={risk?.reason} />
        <Fact topic={t('review.demands')}>{demands.length > 0 ? demands.join(' ') : t('review.demandsNothing')}</Fact>
        <Words topic={t('review.topic.permissions')} text={permissions.join(', ')} />
        <Data topic={t('review.topic.deprecated')} value={deprecated} />
        <Data topic={t('review.topic.rateLimit')} value={rateLimit} />
        <Data topic={t('review.topic.parameters')} value={offered.parameters} />
        <Data topic={t('review.topic.returns')} value={offered.returns} />
        <Data topic={t('review.topic.examples')} value={offered.examples} />
        <Words topic={t('review.topic.tags')} text={tags.join(', ')} />
      </dl>
    </div>
  )
}
