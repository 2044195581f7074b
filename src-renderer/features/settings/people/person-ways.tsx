/** Person ways: where one person answers, and removing a place or adding a phone. */
import type { ListedPerson, PersonWay } from '@shared/clients/person.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../../bridge.js'
import { useStableServers } from '../../../state/feeds.js'
import { useRequest } from '../../../state/use-request.js'
import { Button } from '../../../ui/buttons/button.js'
import { Confirm } from '../../../ui/layout/confirm.js'
import { ErrorNote } from '../../../ui/messages/error-note.js'
import { MaskedText } from '../../../ui/text/masked-text.js'
import { dayAndTime } from '../../../ui/time/clock-time.js'

/** What tells one way of a kind from another. */
const WayName = ({ way }: { readonly way: PersonWay }) => {
  const servers = useStableServers()
  switch (way.kind) {
    case 'phone':
      return null
    case 'computer':
    case 'discord':
      return <MaskedText text={way.name} />
    case 'game':
      return (
        <>
          <MaskedText text={way.player} />
          {' · '}
          <MaskedText text={servers.find(({ id }) => id === way.server)?.name ?? way.server} />
        </>
      )
  }
}

interface WayProps {
  readonly way: PersonWay
  readonly isPresent: boolean
}

const WayRow = ({ way, isPresent }: WayProps) => {
  const { t, i18n } = useTranslation()
  const [removing, setRemoving] = useState(false)
  const { busy, error, send } = useRequest()
  const kind = t(`people.ways.${way.kind}`)
  const isDevice = way.kind === 'phone' || way.kind === 'computer'
  const seen =
    isDevice && way.lastSeenAt
      ? t('people.lastSeen', { time: dayAndTime(way.lastSeenAt, i18n.language) })
      : t('people.neverSeen')
  return (
    <li>
      <div className="person-way">
        <span>
          {kind} <WayName way={way} />
        </span>
        <span className="person-way-seen">{isPresent ? t('people.present') : isDevice && seen}</span>
        <Button
          tone="quiet"
          size="s"
          aria-label={t('people.removeNamed', { name: kind })}
          aria-expanded={removing}
          onClick={() => setRemoving(!removing)}
        >
          {t('people.remove')}
        </Button>
      </div>
      {removing && (
        <Confirm
          question={t('people.removeWayQuestion')}
          text={t('people.removeText')}
          keep={t('people.keep')}
          act={t('people.remove')}
          busy={busy}
          error={error}
          onKeep={() => setRemoving(false)}
          onAct={() => void send(attempt('people:remove-way', { id: way.id }))}
        />
      )}
    </li>
  )
}

export interface PersonWaysProps {
  readonly person: ListedPerson
  /** Whether phones can connect, and none is being paired. */
  readonly canPair: boolean
}

export const PersonWays = ({ person: { id, ways, present }, canPair }: PersonWaysProps) => {
  const { t } = useTranslation()
  const { busy, error, send } = useRequest()
  return (
    <div className="person-ways">
      {ways.length > 0 && (
        <ul>
          {ways.map((way) => (
            <WayRow key={way.id} way={way} isPresent={present.includes(way.kind)} />
          ))}
        </ul>
      )}
      {canPair && (
        <Button
          tone="quiet"
          size="s"
          icon="plus"
          disabled={busy}
          onClick={() => void send(attempt('people:pair', { person: id }))}
        >
          {t('people.addPhone')}
        </Button>
      )}
      {error && <ErrorNote error={error} />}
    </div>
  )
}
