/** Row details: the meaning and results of a line; ids and values are behind "Details", with their source. */

import type { GameEntry, LiveEntry, ServerEntry } from '@shared/trail/live.js'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { servers } from '../../state/feeds.js'
import { goTo } from '../../state/navigation.js'
import { Button } from '../../ui/buttons/button.js'
import { ErrorNote } from '../../ui/messages/error-note.js'
import { ServerName } from '../../ui/names/server-name.js'
import { JsonView } from '../../ui/text/json-view.js'
import { LongText } from '../../ui/text/long-text.js'
import { Name } from '../../ui/text/name.js'
import { visibleText } from '../../ui/text/visible-text.js'
import { fullTime } from '../../ui/time/clock-time.js'
import { CallDetails } from './call-details.js'
import { EventReadings } from './event-readings.js'
import { kindOf } from './feed-filter.js'
import './row-details.css'

const isPlain = (value: unknown): value is string | number | boolean | null =>
  value === null || typeof value !== 'object'

const Field = ({ name, value }: { readonly name: string; readonly value: unknown }) => (
  <Fact name={<Name text={name} className="mono" />}>
    {isPlain(value) ? (
      <LongText
        text={visibleText(String(value))}
        limit={400}
        expandable
        className={typeof value === 'string' ? '' : 'mono'}
      />
    ) : (
      <JsonView value={value} label={visibleText(name)} />
    )}
  </Fact>
)

const Game = ({ entry }: { readonly entry: GameEntry }) => {
  const { t } = useTranslation()
  const title = useId()
  const fields = Object.entries(entry.data)
  return (
    <>
      <p>{t(`timeline.means.${kindOf(entry)}`)}</p>
      <EventReadings id={entry.id} />
      <details className="row-details-more">
        <summary>{t('story.details')}</summary>
        <h2 id={title}>{t('timeline.fields')}</h2>
        <p className="row-details-untrusted">{t('timeline.fieldsUntrusted')}</p>
        <dl aria-labelledby={title}>
          <Fact name={t('timeline.eventId')}>
            <Name text={entry.eventId} className="mono" />
          </Fact>
          {fields.map(([name, value]) => (
            <Field key={name} name={name} value={value} />
          ))}
        </dl>
      </details>
    </>
  )
}

const Server = ({ entry }: { readonly entry: ServerEntry }) => {
  const { t } = useTranslation()
  const now = servers.use((feed) => feed.value.find(({ id }) => id === entry.server.id))
  return (
    <>
      <p>{t(`timeline.meansState.${entry.state}`)}</p>
      {now?.state === entry.state && now.problem && <ErrorNote error={now.problem} quiet />}
      {now && now.state !== entry.state && <p>{t('timeline.nowState', { state: t(`server.state.${now.state}`) })}</p>}
      {!now && <p>{t('timeline.serverGone')}</p>}
    </>
  )
}

/** What opens at the lower edge would open out of sight. */
const comeIntoSight = (details: HTMLElement | null): (() => void) | undefined => {
  if (details === null) return undefined
  // As what it holds is read and drawn, and no longer: afterwards the list is where the person puts it.
  const observer = new ResizeObserver(() => details.scrollIntoView({ block: 'nearest' }))
  observer.observe(details)
  const timer = setTimeout(() => observer.disconnect(), 800)
  return () => {
    clearTimeout(timer)
    observer.disconnect()
  }
}

export interface RowDetailsProps {
  readonly entry: LiveEntry
  /** The question of an `asked` entry still waits. */
  readonly isOpen: boolean
  readonly onClose: () => void
}

export const RowDetails = ({ entry, isOpen, onClose }: RowDetailsProps) => {
  const { t, i18n } = useTranslation()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes what the button above has opened
    <div
      className="row-details"
      ref={comeIntoSight}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        event.currentTarget.parentElement?.querySelector<HTMLElement>('.feed-row-toggle')?.focus()
        onClose()
      }}
    >
      <p className="row-details-when">
        {fullTime(entry.at, i18n.language)}
        {entry.server && (
          <>
            {' · '}
            <ServerName server={entry.server} />
          </>
        )}
      </p>
      {entry.kind === 'game' && <Game entry={entry} />}
      {entry.kind === 'server' && <Server entry={entry} />}
      {(entry.kind === 'call' || entry.kind === 'asked') && <CallDetails entry={entry} isOpen={isOpen} />}
      {entry.kind === 'server' && (
        <div className="row-details-ways">
          <Button size="s" icon="server" onClick={() => goTo({ screen: 'servers', about: entry.server.id })}>
            {t('timeline.toServer')}
          </Button>
        </div>
      )}
    </div>
  )
}

const Fact = ({ name, children }: { readonly name: ReactNode; readonly children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
)
