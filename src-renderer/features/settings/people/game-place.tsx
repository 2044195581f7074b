/** Game place: links the owner's own player, who answers requests in the game. */

import { type PlayerLinking, type PlayerLinkProblem, playerLinkLimits } from '@shared/approvals/game-approval.js'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../../bridge.js'
import { gameApproval, useStableServers } from '../../../state/feeds.js'
import { useRequest } from '../../../state/use-request.js'
import { Button } from '../../../ui/buttons/button.js'
import { SelectField } from '../../../ui/fields/select-field.js'
import { TextField } from '../../../ui/fields/text-field.js'
import { ErrorNote } from '../../../ui/messages/error-note.js'
import { MaskedText } from '../../../ui/text/masked-text.js'
import './game-place.css'

type Topic = 'game-approval:cancel-link' | 'game-approval:unlink' | 'game-approval:resume'

interface Acting {
  readonly onAct: (topic: Topic) => void
}

const ServerName = ({ id }: { readonly id: string }) => {
  const servers = useStableServers()
  return <MaskedText text={servers.find((one) => one.id === id)?.name ?? id} />
}

const Linking = ({ linking, onAct }: Acting & { readonly linking: PlayerLinking }) => {
  const { t } = useTranslation()
  return (
    <div className="game-approver-box" role="status">
      <p>
        {t('gameApprover.type')} <MaskedText text={linking.player} /> · <ServerName id={linking.server} />
      </p>
      {linking.code === undefined ? (
        <p>{t('gameApprover.hidden')}</p>
      ) : (
        <code className="game-approver-code">{`${linking.command} ${linking.code}`}</code>
      )}
      <p className="game-approver-note">{t('gameApprover.waits')}</p>
      <Button onClick={() => onAct('game-approval:cancel-link')}>{t('gameApprover.cancel')}</Button>
    </div>
  )
}

const Linked = ({ onAct }: Acting) => {
  const { t } = useTranslation()
  const { approver, servers, unproven, problem } = gameApproval.use((feed) => feed.value)
  const known = useStableServers().find(({ id }) => id === approver?.server)
  if (!approver) return null
  const why = unproven.find(({ id }) => id === approver.server)?.why
  const isOn = servers.includes(approver.server)
  const lacksAccount = isOn && known?.accounts !== undefined && approver.uuid === undefined
  const connected = why ? 'unproven' : lacksAccount ? 'noAccount' : isOn ? 'on' : 'away'
  const state = approver.paused ? 'paused' : connected
  return (
    <div className={`game-approver-box ${state}`}>
      <p>
        <b>
          <MaskedText text={approver.player} />
        </b>{' '}
        · <ServerName id={approver.server} />
      </p>
      {!(state === 'on' && problem === 'not-shown') && (
        <p className="game-approver-note">
          {state === 'unproven'
            ? t(`gameApprover.state.unproven.${why ?? 'unknown'}`)
            : t(`gameApprover.state.${state}`)}
        </p>
      )}
      <div className="game-approver-buttons">
        {approver.paused && (
          <Button tone="go" onClick={() => onAct('game-approval:resume')}>
            {t('gameApprover.resume')}
          </Button>
        )}
        <Button onClick={() => onAct('game-approval:unlink')}>{t('gameApprover.unlink')}</Button>
      </div>
    </div>
  )
}

interface Chosen {
  readonly server: string
  readonly player: string
  readonly word?: string
}

/** Why some servers are not offered, or only for answers. */
const UnprovenServers = () => {
  const { t } = useTranslation()
  const { servers, unproven } = gameApproval.use((feed) => feed.value)
  const known = useStableServers()
  const withoutLogin = servers.filter((id) => known.find((one) => one.id === id)?.chatNames === 'changeable')
  return [...unproven, ...withoutLogin.map((id) => ({ id, why: 'login-only' as const }))].map(({ id, why }) => (
    <p className="setting-cannot" key={id}>
      <ServerName id={id} /> · {t(`gameApprover.unproven.${why}`)}
    </p>
  ))
}

const NewLink = ({ onLink }: { readonly onLink: (chosen: Chosen) => void }) => {
  const { t } = useTranslation()
  const { servers: ids } = gameApproval.use((feed) => feed.value)
  const servers = useStableServers().filter(({ id }) => ids.includes(id))
  const [player, setPlayer] = useState('')
  const [word, setWord] = useState('')
  const [chosen, setChosen] = useState('')
  const server = servers.find(({ id }) => id === chosen) ?? servers[0]
  if (!server) return <p className="setting-cannot">{t('gameApprover.noServer')}</p>
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (player.trim() === '') return
    onLink({ server: server.id, player: player.trim(), ...(word.trim() !== '' && { word: word.trim() }) })
  }
  return (
    <form className="game-approver-form" onSubmit={submit}>
      <SelectField
        label={t('gameApprover.server')}
        value={server.id}
        options={servers.map(({ id, name }) => ({ value: id, label: name }))}
        onChoose={setChosen}
      />
      <TextField
        label={t('gameApprover.player')}
        maxLength={playerLinkLimits.player}
        value={player}
        onChange={(event) => setPlayer(event.target.value)}
      />
      <TextField
        label={t('gameApprover.word')}
        maxLength={playerLinkLimits.word}
        value={word}
        onChange={(event) => setWord(event.target.value)}
      />
      <p className="game-approver-note">{t('gameApprover.wordText')}</p>
      <Button type="submit" tone="go" disabled={player.trim() === ''}>
        {t('gameApprover.link')}
      </Button>
    </form>
  )
}

const Problem = ({ problem }: { readonly problem: PlayerLinkProblem }) => {
  const { t } = useTranslation()
  return (
    <p className="setting-cannot" role="alert">
      {t(`gameApprover.problem.${problem}`)}
    </p>
  )
}

export const GamePlace = () => {
  const { t } = useTranslation()
  const { approver, linking, problem } = gameApproval.use((feed) => feed.value)
  const { error, send } = useRequest()
  const onAct = (topic: Topic) => void send(attempt(topic))
  return (
    <section className="people" aria-label={t('gameApprover.title')}>
      <div>
        <p>{t('gameApprover.text')}</p>
        <p>{t('gameApprover.accounts')}</p>
      </div>
      <UnprovenServers />
      {error && <ErrorNote title={t('gameApprover.failed')} error={error} />}
      {problem && <Problem problem={problem} />}
      {linking ? (
        <Linking linking={linking} onAct={onAct} />
      ) : approver ? (
        <Linked onAct={onAct} />
      ) : (
        <NewLink onLink={(chosen) => void send(attempt('game-approval:link', chosen))} />
      )}
    </section>
  )
}
