/** Developers: the technical details of an action: id, version, permissions, schemas, examples and versions. */

import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import type { CapabilityDetails } from '@shared/approvals/attempt.js'
import { coreDescriptionKey } from '@shared/words/core-words.js'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { CopyButton } from '../../ui/buttons/copy-button.js'
import { Gap } from '../../ui/text/gap.js'
import { JsonView } from '../../ui/text/json-view.js'
import { LongText } from '../../ui/text/long-text.js'
import { Name } from '../../ui/text/name.js'
import { visibleText } from '../../ui/text/visible-text.js'
import { Icon } from '../../ui/theme/icon.js'
import type { CapabilityEntry } from './entries.js'
import { Fact } from './fact.js'
import { SchemaTable } from './schema-table.js'
import { Versions } from './versions.js'

interface ExamplesProps {
  readonly manifest: CapabilityManifest
  /** Id of a server that has this manifest: the shell copies what it knows itself. */
  readonly server: string
}

/** Calls as their author would make them, with what comes back, to read and to copy. */
const Examples = ({ manifest: { id, examples = [] }, server }: ExamplesProps) => {
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

const List = ({ texts }: { readonly texts: readonly string[] }) => (
  <ul className="capability-chips">
    {texts.map((text) => (
      <li key={text}>
        <Name text={text} className="mono" />
      </li>
    ))}
  </ul>
)

/** Id of a server that has the manifest that is read. */
const serverOf = ({ offers, manifest }: CapabilityEntry): string =>
  offers.find((offer) => (offer.manifest ?? offer.quarantined?.offered) === manifest)?.server.id ?? ''

export interface DevelopersProps {
  readonly entry: CapabilityEntry
  readonly past: CapabilityDetails | undefined
}

const Identity = ({ entry: { id, manifest }, past }: DevelopersProps) => {
  const { t } = useTranslation()
  const { tags = [], provider, version, rateLimit } = manifest
  return (
    <dl className="capability-facts">
      <Fact topic={t('manifests.id')}>
        <LongText text={visibleText(id)} limit={128} className="mono" />{' '}
        <span className="mono">{visibleText(version)}</span>
      </Fact>
      <Fact topic={t('manifests.provider')}>
        <Name text={provider.name} />
      </Fact>
      <Fact topic={t('manifests.permissions')}>
        {past && past.needs.length > 0 ? <List texts={past.needs} /> : t('manifests.noPermissions')}
      </Fact>
      {past?.toolName && (
        <Fact topic={t('manifests.toolName')}>
          <span className="mono untrusted">{visibleText(past.toolName)}</span>
        </Fact>
      )}
      {rateLimit && (
        <Fact topic={t('manifests.limit')}>
          {rateLimit.requests !== undefined &&
            t('manifests.limitCalls', {
              count: rateLimit.requests,
              period: t(`manifests.period.${rateLimit.period}`),
            })}
          <Gap />
          {rateLimit.subscriptions !== undefined && t('manifests.limitListeners', { count: rateLimit.subscriptions })}
        </Fact>
      )}
      {tags.length > 0 && (
        <Fact topic={t('manifests.tags')}>
          <List texts={[...new Set(tags)]} />
        </Fact>
      )}
    </dl>
  )
}

const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section>
    <h4>{title}</h4>
    {children}
  </section>
)

const Content = ({ entry, past }: DevelopersProps) => {
  const { t } = useTranslation()
  const { manifest, id } = entry
  return (
    <>
      <Identity entry={entry} past={past} />
      <Part title={t('manifests.parameters')}>
        <SchemaTable
          schema={manifest.parameters}
          label={t('manifests.parameters')}
          none={t('manifests.noParameters')}
        />
      </Part>
      <Part title={t(manifest.type === 'event' ? 'manifests.tells' : 'manifests.returns')}>
        <SchemaTable schema={manifest.returns} label={t('manifests.returns')} none={t('manifests.noReturns')} />
      </Part>
      <Examples manifest={manifest} server={serverOf(entry)} />
      {coreDescriptionKey(id) !== undefined && (
        <Part title={t('manifests.forModels')}>
          <p className="capability-meaning">
            <LongText text={visibleText(manifest.description)} limit={600} expandable />
          </p>
        </Part>
      )}
      <Versions entry={entry} past={past} />
    </>
  )
}

export const Developers = ({ entry, past }: DevelopersProps) => {
  const { t } = useTranslation()
  const id = useId()
  /** Stays open for the next action. */
  const [open, setOpen] = useState(false)
  return (
    <section className="capability-developers">
      <h3>
        <button type="button" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          <Icon name={open ? 'down' : 'right'} size={12} />
          {t('actions.forDevelopers')}
        </button>
      </h3>
      <div id={id} hidden={!open} className="capability-developers-inside">
        {open && <Content entry={entry} past={past} />}
      </div>
    </section>
  )
}
