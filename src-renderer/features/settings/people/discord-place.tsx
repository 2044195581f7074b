/** Discord place: the owner's bot, its channel, the accounts of people, and the log that the channel gets. */
import { accountLinkProblems, type DiscordPerson, discordLimits } from '@shared/approvals/discord.js'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../../bridge.js'
import { discord } from '../../../state/feeds.js'
import { useRequest } from '../../../state/use-request.js'
import { Button } from '../../../ui/buttons/button.js'
import { SelectField } from '../../../ui/fields/select-field.js'
import { ErrorNote } from '../../../ui/messages/error-note.js'
import { MaskedText } from '../../../ui/text/masked-text.js'
import { visibleText } from '../../../ui/text/visible-text.js'
import { SecretForm } from '../secret-form.js'
import { OnOffSetting } from '../switch-setting.js'

export const DiscordPlace = () => {
  const { t } = useTranslation()
  const { enabled, hasToken, log, state, channels } = discord.use((feed) => feed.value)
  const { error, send } = useRequest()
  const change = (part: { readonly enabled?: boolean; readonly log?: boolean; readonly channel?: string }) =>
    void send(attempt('discord:change', part))
  return (
    <section className="people" aria-label={t('discord.title')}>
      <OnOffSetting
        title={t('discord.title')}
        text={t('discord.text')}
        on={enabled}
        onChange={(on) => change({ enabled: on })}
      />
      {error && <ErrorNote title={t('discord.failed')} error={error} />}
      {enabled && (
        <>
          <State />
          <SecretForm
            label={t('discord.token')}
            hint={t(hasToken ? 'discord.tokenStored' : 'discord.tokenText')}
            save={t('discord.tokenSave')}
            remove={t('discord.tokenRemove')}
            failed={t('discord.failed')}
            maxLength={discordLimits.token}
            isStored={hasToken}
            isWrong={state.kind === 'wrong-token' || state.kind === 'no-token'}
            onKeep={(token) => attempt('discord:keep-token', { token: token.trim() })}
          />
          {channels.length > 0 && <Channel onChoose={(channel) => change({ channel })} />}
          {state.kind === 'on' && <Accounts />}
          <OnOffSetting
            title={t('discord.log')}
            text={t('discord.logText')}
            on={log}
            onChange={(on) => change({ log: on })}
          />
        </>
      )}
    </section>
  )
}

const State = () => {
  const { t } = useTranslation()
  const { state, invite } = discord.use((feed) => feed.value)
  const isFine = state.kind === 'on' || state.kind === 'connecting'
  return (
    <div role="status">
      <p className={isFine ? '' : 'setting-cannot'}>
        {state.kind === 'missing-permission'
          ? t('discord.missing', {
              permissions: state.permissions.map((one) => t(`discord.permissions.${one}`)).join(', '),
            })
          : state.kind === 'refused'
            ? t('discord.refused', { code: state.code })
            : t(`discord.state.${state.kind}`)}
      </p>
      {state.kind === 'on' && state.isPublic && <p className="setting-cannot">{t('discord.public')}</p>}
      {state.kind === 'no-guild' && invite !== undefined && <code className="discord-invite">{invite}</code>}
    </div>
  )
}

const Channel = ({ onChoose }: { readonly onChoose: (channel: string) => void }) => {
  const { t } = useTranslation()
  const { channel, channels } = discord.use((feed) => feed.value)
  const isKnown = channels.some(({ id }) => id === channel)
  const none = isKnown ? [] : [{ value: channel, label: t('discord.chooseChannel') }]
  const all = channels.map(({ id, name, guild }) => ({
    value: id,
    label: `#${visibleText(name)} · ${visibleText(guild)}`,
  }))
  return <SelectField label={t('discord.channel')} value={channel} options={[...none, ...all]} onChoose={onChoose} />
}

const Accounts = () => {
  const { t } = useTranslation()
  const { people, linking, problem } = discord.use((feed) => feed.value)
  const { error, send } = useRequest()
  return (
    <div className="discord-accounts">
      <p>{t('discord.accounts')}</p>
      {accountLinkProblems
        .filter((one) => one === problem)
        .map((one) => (
          <p key={one} className="setting-cannot" role="alert">
            {t(`discord.problem.${one}`)}
          </p>
        ))}
      {people.map((person) => (
        <PersonAccounts
          key={person.id}
          person={person}
          onLink={() => void send(attempt('discord:link', { person: person.id }))}
          onUnlink={(id) => void send(attempt('discord:unlink', { id }))}
        />
      ))}
      {linking && (
        <div className="game-approver-box" role="status">
          <p>{t('discord.type', { name: nameOf(people, linking.person, t('discord.you')) })}</p>
          {linking.code === undefined ? (
            <p>{t('discord.hidden')}</p>
          ) : (
            <code className="game-approver-code">{`/gatehouse link ${linking.code}`}</code>
          )}
          <Button onClick={() => void send(attempt('discord:cancel-link'))}>{t('discord.cancel')}</Button>
        </div>
      )}
      {error && <ErrorNote title={t('discord.failed')} error={error} />}
    </div>
  )
}

interface PersonAccountsProps {
  readonly person: DiscordPerson
  readonly onLink: () => void
  readonly onUnlink: (id: string) => void
}

const PersonAccounts = ({ person, onLink, onUnlink }: PersonAccountsProps) => {
  const { t } = useTranslation()
  const name = nameOf([person], person.id, t('discord.you'))
  return (
    <div className="discord-person">
      <span>
        <b>
          <MaskedText text={name} />
        </b>{' '}
        {person.accounts.length === 0 ? (
          t('discord.notLinked')
        ) : (
          <MaskedText text={person.accounts.map((account) => `@${visibleText(account.name)}`).join(', ')} />
        )}
      </span>
      <span className="game-approver-buttons">
        {person.accounts.map(({ id }) => (
          <Button key={id} size="s" aria-label={t('discord.unlinkNamed', { name })} onClick={() => onUnlink(id)}>
            {t('discord.unlink')}
          </Button>
        ))}
        <Button size="s" aria-label={t('discord.linkNamed', { name })} onClick={onLink}>
          {t('discord.link')}
        </Button>
      </span>
    </div>
  )
}

const nameOf = (people: readonly DiscordPerson[], id: string, you: string): string =>
  id === 'desktop' ? you : visibleText(people.find((person) => person.id === id)?.name ?? '')
