/**
 * Where you answer: the places where requests can be approved, what each may approve, what happens without an answer,
 * and a practice request.
 */

import { type AnswerPlaces, answerMinutes as answerMinuteChoices } from '@shared/approvals/answer-places.js'
import type { PracticeOutcome } from '@shared/approvals/practice.js'
import { demoWorldId } from '@shared/servers/server.js'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../../bridge.js'
import { discord, gameApproval, people, servers } from '../../../state/feeds.js'
import { useRequest } from '../../../state/use-request.js'
import { Button } from '../../../ui/buttons/button.js'
import { Choice } from '../../../ui/fields/choice.js'
import { ErrorNote } from '../../../ui/messages/error-note.js'
import { MaskedText } from '../../../ui/text/masked-text.js'
import { visibleText } from '../../../ui/text/visible-text.js'
import { Icon } from '../../../ui/theme/icon.js'
import type { SectionProps } from '../section.js'
import { Setting } from '../setting.js'
import { OnOffSetting } from '../switch-setting.js'
import { DiscordPlace } from './discord-place.js'
import { GamePlace } from './game-place.js'
import { PeopleList } from './people-list.js'
import { PhonePlace } from './phone-place.js'
import { RemotePlace } from './remote-place.js'
import './places.css'

const levels = ['medium', 'high', 'critical'] as const
type Level = (typeof levels)[number]
type Open = 'phone' | 'game' | 'discord' | undefined

export const WhereYouAnswer = (props: SectionProps) => {
  const { settings, onChange } = props
  const { answerPlaces, answerMinutes, criticalQuorum } = settings
  const { t } = useTranslation()
  const [open, setOpen] = useState<Open>()
  const { lan, people: known, pairing } = people.use((feed) => feed.value)
  const phones = known.filter(({ ways }) => ways.some(({ kind }) => kind === 'phone'))
  const { approver, linking } = gameApproval.use((feed) => feed.value)
  const { enabled: isDiscordOn, people: members } = discord.use((feed) => feed.value)
  const onDiscord = members.filter(({ accounts }) => accounts.length > 0)
  const needsTwo = criticalQuorum > 1
  const toggle = (place: Exclude<Open, undefined>) => setOpen(open === place ? undefined : place)
  const choose = <P extends 'phone' | 'game' | 'discord'>(place: P, level: keyof AnswerPlaces[P], on: boolean) =>
    onChange(({ answerPlaces: now }) => ({ answerPlaces: { ...now, [place]: { ...now[place], [level]: on } } }))
  const isPhoneOpen = open === 'phone' || pairing !== null
  const isGameOpen = open === 'game' || linking !== null
  return (
    <div className="places">
      <p>{t('places.text')}</p>
      <table>
        <thead>
          <tr>
            {['place', 'linked', ...levels].map((column) => (
              <th key={column} scope="col">
                {t(`places.columns.${column}`)}
              </th>
            ))}
            <td />
          </tr>
        </thead>
        <tbody>
          <Place name="computer" linked={t('places.always')} may={(level) => ({ level, on: true, isFixed: true })} />
          <Place
            name="phone"
            linked={
              phones.length > 0 ? (
                <MaskedText
                  text={phones
                    .map(({ id, name }) => (id === 'desktop' ? t('people.you') : visibleText(name)))
                    .join(', ')}
                />
              ) : (
                t(lan.kind === 'off' ? 'places.off' : 'places.notLinked')
              )
            }
            may={(level) => ({
              level,
              on: answerPlaces.phone[level],
              onChange: (on) => choose('phone', level, on),
            })}
            act={
              <Change name="phone" isLinked={phones.length > 0} open={isPhoneOpen} onToggle={() => toggle('phone')} />
            }
          />
          <Place
            name="game"
            linked={approver ? <MaskedText text={approver.player} /> : t('places.notLinked')}
            may={(level) =>
              level === 'critical'
                ? { level, on: false, isFixed: true, isLocked: true }
                : { level, on: answerPlaces.game[level], onChange: (on) => choose('game', level, on) }
            }
            act={<Change name="game" isLinked={approver !== null} open={isGameOpen} onToggle={() => toggle('game')} />}
          />
          <Place
            name="discord"
            linked={
              onDiscord.length > 0 && isDiscordOn ? (
                <MaskedText
                  text={onDiscord.flatMap(({ accounts }) => accounts.map(({ name }) => visibleText(name))).join(', ')}
                />
              ) : (
                t(isDiscordOn ? 'places.notLinked' : 'places.off')
              )
            }
            may={(level) =>
              level === 'critical'
                ? { level, on: false, isFixed: true, isLocked: true }
                : { level, on: answerPlaces.discord[level], onChange: (on) => choose('discord', level, on) }
            }
            act={
              <Change
                name="discord"
                isLinked={isDiscordOn}
                open={open === 'discord'}
                onToggle={() => toggle('discord')}
              />
            }
          />
        </tbody>
      </table>
      <p className="places-note">
        <Icon name="lock" /> {t(needsTwo ? 'places.twoPeople' : 'places.critical')}
      </p>
      {isPhoneOpen && <PhonePlace {...props} />}
      {isGameOpen && <GamePlace />}
      {open === 'discord' && <DiscordPlace />}
      <PeopleList />
      <RemotePlace />
      <h3 className="places-unanswered">{t('places.unanswered')}</h3>
      <Setting title={t('places.denyAfter')} text={t('places.denyAfterText')}>
        <Choice
          label={t('places.denyAfter')}
          value={`${answerMinutes}`}
          options={answerMinuteChoices.map((count) => ({ value: `${count}`, label: t('places.minutes', { count }) }))}
          onChange={(chosen) => {
            const minutes = answerMinuteChoices.find((one) => `${one}` === chosen)
            if (minutes) onChange({ answerMinutes: minutes })
          }}
        />
      </Setting>
      <OnOffSetting
        title={t('places.onlyAway')}
        text={t('places.onlyAwayText')}
        on={answerPlaces.onlyWhenAway}
        onChange={(on) => onChange(({ answerPlaces: now }) => ({ answerPlaces: { ...now, onlyWhenAway: on } }))}
      />
      <TestPlaces />
    </div>
  )
}

interface Allowed {
  readonly level: Level
  readonly on: boolean
  /** Not for the owner to choose. */
  readonly isFixed?: boolean
  readonly isLocked?: boolean
  readonly onChange?: (on: boolean) => void
}

interface PlaceProps {
  readonly name: 'computer' | 'phone' | 'game' | 'discord'
  readonly linked: ReactNode
  readonly may: (level: Level) => Allowed
  readonly act?: ReactNode
}

const icons = { computer: 'computer', phone: 'phone', game: 'world', discord: 'chat' } as const

const Place = ({ name, linked, may, act }: PlaceProps) => {
  const { t } = useTranslation()
  const place = t(`places.names.${name}`)
  return (
    <tr>
      <th scope="row">
        <Icon name={icons[name]} />
        <span>
          {place}
          <small>{t(`places.texts.${name}`)}</small>
        </span>
      </th>
      <td>{linked}</td>
      {levels.map(may).map(({ level, on, isFixed = false, isLocked = false, onChange }) => (
        <td key={level}>
          {isLocked ? (
            <span
              role="img"
              aria-label={t(name === 'discord' ? 'places.neverDiscord' : 'places.never')}
              title={t(name === 'discord' ? 'places.neverDiscord' : 'places.never')}
            >
              <Icon name="lock" />
            </span>
          ) : (
            <input
              type="checkbox"
              aria-label={t('places.approves', { place, level: t(`places.columns.${level}`) })}
              checked={on}
              disabled={isFixed}
              onChange={() => onChange?.(!on)}
            />
          )}
        </td>
      ))}
      <td>{act}</td>
    </tr>
  )
}

interface ChangeProps {
  readonly name: 'phone' | 'game' | 'discord'
  readonly isLinked: boolean
  readonly open: boolean
  readonly onToggle: () => void
}

const Change = ({ name, isLinked, open, onToggle }: ChangeProps) => {
  const { t } = useTranslation()
  const key = isLinked ? 'change' : 'link'
  return (
    <Button
      size="s"
      aria-expanded={open}
      aria-label={t(`places.${key}Named`, { place: t(`places.names.${name}`) })}
      onClick={onToggle}
    >
      {t(`places.${key}`)}
    </Button>
  )
}

/** A request of the practice AI, which reaches the demo world only. */
const TestPlaces = () => {
  const { t } = useTranslation()
  const hasDemo = servers.use(({ value }) => value.some(({ id, state }) => id === demoWorldId && state === 'online'))
  const [ended, setEnded] = useState<PracticeOutcome>()
  const { busy, error, send } = useRequest()
  const addDemo = () => send(attempt('servers:add-demo'))
  const test = async () => {
    setEnded(undefined)
    const result = await send(attempt('practice:play'))
    if (result.ok) setEnded(result.value)
  }
  return (
    <>
      <Setting title={t('places.test')} text={t('places.testText')}>
        {hasDemo ? (
          <Button disabled={busy} onClick={() => void test()}>
            {t(busy ? 'places.testing' : 'places.send')}
          </Button>
        ) : (
          <Button icon="world" disabled={busy} onClick={() => void addDemo()}>
            {t('servers.addDemo')}
          </Button>
        )}
      </Setting>
      {ended && <p role="status">{t(`places.ended.${ended}`)}</p>}
      {error && <ErrorNote title={t('places.testFailed')} error={error} />}
    </>
  )
}
