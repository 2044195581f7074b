/**
 * Act dialog: what an owner is about to do to a player, with what it needs, and one button.
 *
 * Guards invariant 2: what is critical names the player twice: the name is typed.
 */

import { type PlayerAct, typedActs } from '@shared/servers/owner-acts.js'
import type { OnlinePlayer } from '@shared/servers/server-console.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../../bridge.js'
import { useRequest } from '../../../state/use-request.js'
import { Button } from '../../../ui/buttons/button.js'
import { Form } from '../../../ui/fields/form.js'
import { SelectField } from '../../../ui/fields/select-field.js'
import { TextField } from '../../../ui/fields/text-field.js'
import { Dialog } from '../../../ui/layout/dialog.js'
import { ErrorNote } from '../../../ui/messages/error-note.js'
import { isSubjectRedacted, matchesSubject } from '../../../ui/text/subject-match.js'
import { visibleText } from '../../../ui/text/visible-text.js'

export interface ChosenAct {
  readonly act: PlayerAct
  /** Absent for everybody, and where the name is still to be entered. */
  readonly player?: string
}

export interface ActDialogProps {
  readonly server: string
  readonly chosen: ChosenAct
  /** Who is online. */
  readonly players: readonly OnlinePlayer[]
  readonly onClose: () => void
  /** It was done, to this player. */
  readonly onDone: (player: string) => void
}

/** What must be entered: `required`, or only may be. */
const texts: Readonly<Partial<Record<PlayerAct, 'required' | 'optional'>>> = {
  message: 'required',
  broadcast: 'required',
  kick: 'optional',
  ban: 'optional',
}
/** The other side loses something. */
const dangerous: ReadonlySet<PlayerAct> = new Set(['kick', 'ban', 'give-operator'])

const byCoordinates = ''

interface Destination {
  readonly player: string
  readonly x: string
  readonly y: string
  readonly z: string
}

const coordinate = (text: string): number | undefined =>
  /^-?\d{1,8}(?:[.,]\d{1,3})?$/u.test(text.trim()) ? Number(text.trim().replace(',', '.')) : undefined

export const ActDialog = ({ server, chosen: { act, player: given }, players, onClose, onDone }: ActDialogProps) => {
  const { t } = useTranslation()
  const { busy, error, send } = useRequest()
  const [name, setName] = useState('')
  const [text, setText] = useState('')
  const [typed, setTyped] = useState('')
  const others = players.filter(({ player, location }) => player !== given && location !== undefined)
  const [to, setTo] = useState<Destination>({ player: others[0]?.player ?? byCoordinates, x: '', y: '', z: '' })
  const isTeleport = act === 'teleport'
  const isBroadcast = act === 'broadcast'
  const player = given ?? name.trim()
  const mustType = typedActs.has(act) && player !== '' ? player : undefined
  const [x, y, z] = [coordinate(to.x), coordinate(to.y), coordinate(to.z)]
  const world = players.find((one) => one.player === given)?.location?.world
  const place =
    x === undefined || y === undefined || z === undefined
      ? undefined
      : { place: { world: typeof world === 'string' ? world : 'world', x, y, z } }
  const destination = to.player === byCoordinates ? place : { player: to.player }
  const isReady =
    (isBroadcast || player !== '') &&
    (texts[act] !== 'required' || text.trim() !== '') &&
    (mustType === undefined || matchesSubject(typed, mustType)) &&
    (!isTeleport || destination !== undefined)

  const run = async () => {
    if (!isReady || busy) return
    const result = await send(
      attempt('players:act', {
        server,
        act,
        ...(!isBroadcast && { player }),
        ...(text.trim() !== '' && { text: text.trim() }),
        ...(isTeleport && destination && { to: destination }),
        ...(mustType !== undefined && { typed: typed.trim() }),
      }),
    )
    if (result.ok) onDone(player)
  }
  const shown = given === undefined ? '' : visibleText(given)
  const title = given === undefined ? t(`serverPage.acts.${act}`) : t(`serverPage.actsOn.${act}`, { player: shown })
  const axis = (key: 'x' | 'y' | 'z') => (
    <TextField
      label={key.toUpperCase()}
      inputMode="decimal"
      maxLength={12}
      value={to[key]}
      onChange={({ target }) => setTo({ ...to, [key]: target.value })}
    />
  )
  return (
    <Dialog title={title} onClose={onClose}>
      <Form className="act-form" onSubmit={run}>
        <p>{t(`serverPage.says.${act}`)}</p>
        {given === undefined && !isBroadcast && (
          <TextField
            label={t('serverPage.playerName')}
            maxLength={64}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        )}
        {isTeleport && (
          <SelectField
            label={t('serverPage.to')}
            value={to.player}
            options={[
              ...others.map((one) => ({ value: one.player, label: visibleText(one.player) })),
              { value: byCoordinates, label: t('serverPage.coordinates') },
            ]}
            onChoose={(chosen) => setTo({ ...to, player: chosen })}
          />
        )}
        {isTeleport && to.player === byCoordinates && (
          <div className="act-axes">
            {axis('x')}
            {axis('y')}
            {axis('z')}
          </div>
        )}
        {texts[act] && (
          <TextField
            label={t(texts[act] === 'required' ? 'serverPage.text' : 'serverPage.reason')}
            maxLength={256}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
        {mustType !== undefined && (
          <TextField
            label={t('popUp.mustType', { name: visibleText(mustType) })}
            type={isSubjectRedacted(mustType) ? 'password' : 'text'}
            maxLength={256}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        )}
        {error && <ErrorNote error={error} />}
        <div className="dialog-buttons">
          <Button onClick={onClose}>{t('app.cancel')}</Button>
          <Button tone={dangerous.has(act) ? 'danger' : 'go'} type="submit" disabled={!isReady || busy}>
            {t(`serverPage.do.${act}`)}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
