/** Vote settings: what viewers write to vote, when their votes are enough, and what a yes may do. */
import type { Settings } from '@shared/program/settings.js'
import { areVoteWords, isVoteWord } from '@shared/streaming/vote-words.js'
import { type VoteSettings as Votes, voteLimits } from '@shared/streaming/votes.js'
import { useTranslation } from 'react-i18next'
import { clients as clientsFeed, votes as votesFeed } from '../../../state/feeds.js'
import { SwitchField } from '../../../ui/fields/switch.js'
import { Icon } from '../../../ui/theme/icon.js'
import type { SectionProps } from '../section.js'
import { OnOffSetting } from '../switch-setting.js'
import { TypedSetting } from '../typed-setting.js'
import './vote-settings.css'
import { Setting } from '../setting.js'

interface PartProps {
  readonly votes: Votes
  readonly onChange: (change: (now: Votes) => Partial<Votes>) => void
}

const VoteWord = ({ which, votes, onChange }: PartProps & { readonly which: 'yes' | 'no' }) => {
  const { t } = useTranslation()
  const problemOf = (typed: string) => {
    if (!isVoteWord(typed)) return t('voteSettings.wordProblem')
    return areVoteWords([typed, votes[which === 'yes' ? 'no' : 'yes']]) ? undefined : t('voteSettings.sameProblem')
  }
  return (
    <TypedSetting
      title={t(`voteSettings.${which}`)}
      text={t(`voteSettings.${which}Text`)}
      value={votes[which]}
      problemOf={problemOf}
      onSave={(word) => onChange(() => ({ [which]: word }))}
    />
  )
}

const wholeNumber = /^\d{1,6}$/u

const VoteNumber = ({ which, votes, onChange }: PartProps & { readonly which: 'seconds' | 'minimum' | 'share' }) => {
  const { t } = useTranslation()
  const limits = voteLimits[which]
  const isValid = (typed: string) =>
    wholeNumber.test(typed) && Number(typed) >= limits.least && Number(typed) <= limits.most
  return (
    <TypedSetting
      numeric
      title={t(`voteSettings.${which}`)}
      text={t(`voteSettings.${which}Text`)}
      value={String(votes[which])}
      problemOf={(typed) => (isValid(typed) ? undefined : t('settings.numberProblem', limits))}
      onSave={(typed) => onChange(() => ({ [which]: Number(typed) }))}
    />
  )
}

/** The AIs whose medium and high requests viewers are always asked about. */
const AutomaticVotes = ({ votes, onChange }: PartProps) => {
  const { t } = useTranslation()
  const known = clientsFeed.use(({ value }) => value.clients)
  if (known.length === 0) return null
  const choose = (id: string, on: boolean) =>
    onChange(({ automatic }) => ({ automatic: [...automatic.filter((one) => one !== id), ...(on ? [id] : [])] }))
  return (
    <Setting tall title={t('voteSettings.automatic')} text={t('voteSettings.automaticText')}>
      <ul className="vote-clients">
        {known.map(({ id, name }) => (
          <li key={id}>
            <SwitchField label={name} on={votes.automatic.includes(id)} onChange={(on) => choose(id, on)} />
          </li>
        ))}
      </ul>
    </Setting>
  )
}

export const VoteSettings = ({ settings, onChange }: SectionProps) => {
  const { t } = useTranslation()
  const { isOnline, hasPolls } = votesFeed.use(({ value }) => value)
  const { votes } = settings
  const change: PartProps['onChange'] = (part) =>
    onChange((now: Settings) => ({ votes: { ...now.votes, ...part(now.votes) } }))
  const part = { votes, onChange: change }
  return (
    <>
      <OnOffSetting
        title={t('voteSettings.enabled')}
        text={t('voteSettings.enabledText')}
        on={votes.enabled}
        onChange={(on) => change(() => ({ enabled: on }))}
      />
      {votes.enabled && (
        <>
          {!isOnline && (
            <p className="setting-remark" role="status">
              <Icon name="warning" /> {t('voteSettings.noChat')}
            </p>
          )}
          <VoteWord which="yes" {...part} />
          <VoteWord which="no" {...part} />
          <VoteNumber which="seconds" {...part} />
          <VoteNumber which="minimum" {...part} />
          <VoteNumber which="share" {...part} />
          <AutomaticVotes {...part} />
          <OnOffSetting
            title={t('voteSettings.counts')}
            text={t('voteSettings.countsText')}
            on={votes.countsAsApprover}
            lower={{ value: 'on', text: t('voteSettings.countsLower') }}
            onChange={(on) => change(() => ({ countsAsApprover: on }))}
          />
          {(hasPolls || votes.usesPolls) && (
            <OnOffSetting
              title={t('voteSettings.polls')}
              text={t('voteSettings.pollsText')}
              on={votes.usesPolls}
              onChange={(on) => change(() => ({ usesPolls: on }))}
            />
          )}
        </>
      )}
    </>
  )
}
