/**
 * Build areas: the boxes in which AI may build on one server. Without one it may build anywhere, when the owner approves.
 *
 * Two opposite corners make an area; a corner can be where an online player stands.
 */
import type { BuildArea } from '@shared/servers/added-server.js'
import { areaLimits } from '@shared/servers/added-server.js'
import type { Server } from '@shared/servers/server.js'
import { type FormEvent, useCallback, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../../bridge.js'
import { gameApproval } from '../../../state/feeds.js'
import { useRequest } from '../../../state/use-request.js'
import { Button } from '../../../ui/buttons/button.js'
import { TextField } from '../../../ui/fields/text-field.js'
import { ErrorNote } from '../../../ui/messages/error-note.js'
import { Name } from '../../../ui/text/name.js'
import { visibleText } from '../../../ui/text/visible-text.js'
import { usePolled } from '../overview/use-polled.js'

type Place = BuildArea['from']

const axes = ['x', 'y', 'z'] as const
type Corner = 'from' | 'to'
const corners: readonly Corner[] = ['from', 'to']

interface Draft {
  readonly name: string
  readonly world: string
  readonly from: Readonly<Record<keyof Place, string>>
  readonly to: Readonly<Record<keyof Place, string>>
}

const noPlace = { x: '', y: '', z: '' }
const empty: Draft = { name: '', world: 'world', from: noPlace, to: noPlace }

const wholeOf = (text: string): number | undefined =>
  /^[-−]?\d{1,8}$/u.test(text.trim()) ? Number(text.trim().replace('−', '-')) : undefined

const placeOf = (corner: Draft['from']): Place | undefined => {
  const [x, y, z] = axes.map((axis) => wholeOf(corner[axis]))
  return x === undefined || y === undefined || z === undefined ? undefined : { x, y, z }
}

/** Where the owner's own player stands, as far as the server says it. */
const useOwnPlace = (server: string) => {
  const approver = gameApproval.use((feed) => feed.value.approver)
  const { busy, error, send } = useRequest()
  const [isMissing, setMissing] = useState(false)
  const look = async (): Promise<{ readonly world: string; readonly place: Draft['from'] } | undefined> => {
    const online = await send(attempt('players:online', { server }))
    const location = online.ok ? online.value.find(({ player }) => player === approver?.player)?.location : undefined
    setMissing(online.ok && location === undefined)
    if (!location) return undefined
    const text = (value: unknown) => String(typeof value === 'number' ? Math.floor(value) : value)
    const place = { x: text(location.x), y: text(location.y), z: text(location.z) }
    return { world: String(location.world ?? ''), place }
  }
  return { isLinked: approver?.server === server, busy, error, isMissing, look }
}

interface FormProps {
  readonly server: Server
  readonly onDone: () => void
  readonly onClose: () => void
}

const AreaForm = ({ server, onDone, onClose }: FormProps) => {
  const { t } = useTranslation()
  const [draft, setDraft] = useState(empty)
  const { busy, error, send } = useRequest()
  const own = useOwnPlace(server.id)
  const id = useId()
  const [from, to] = [placeOf(draft.from), placeOf(draft.to)]
  const [name, world] = [draft.name.trim(), draft.world.trim()]
  const isWhole = name !== '' && world !== '' && from !== undefined && to !== undefined

  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (!isWhole) return
    const added = await send(attempt('areas:add', { server: server.id, name, world, from, to }))
    if (added.ok) onDone()
  }
  const stand = async (corner: Corner) => {
    const found = await own.look()
    if (found) setDraft((before) => ({ ...before, world: found.world, [corner]: found.place }))
  }
  return (
    <form className="building-form" onSubmit={(event) => void save(event)}>
      <TextField
        label={t('building.areas.name')}
        value={draft.name}
        maxLength={areaLimits.name}
        autoFocus
        onChange={({ target }) => setDraft({ ...draft, name: target.value })}
      />
      <TextField
        label={t('building.areas.world')}
        value={draft.world}
        maxLength={128}
        onChange={({ target }) => setDraft({ ...draft, world: target.value })}
      />
      {corners.map((corner) => (
        <fieldset key={corner} className="building-corner">
          <legend id={`${id}${corner}`}>{t(`building.areas.${corner}`)}</legend>
          {axes.map((axis) => (
            <TextField
              key={axis}
              label={axis}
              inputMode="numeric"
              value={draft[corner][axis]}
              onChange={({ target }) => setDraft({ ...draft, [corner]: { ...draft[corner], [axis]: target.value } })}
            />
          ))}
          {own.isLinked && (
            <Button size="s" disabled={own.busy} aria-describedby={`${id}${corner}`} onClick={() => void stand(corner)}>
              {t('building.areas.stand')}
            </Button>
          )}
        </fieldset>
      ))}
      {own.isMissing && <p role="status">{t('building.areas.notOnline')}</p>}
      {(error ?? own.error) && <ErrorNote error={(error ?? own.error) as NonNullable<typeof error>} />}
      <div className="building-buttons">
        <Button size="s" onClick={onClose}>
          {t('building.cancel')}
        </Button>
        <Button size="s" tone="go" type="submit" disabled={busy || !isWhole}>
          {t('building.areas.save')}
        </Button>
      </div>
    </form>
  )
}

const corner = ({ x, y, z }: Place): string => [x, y, z].join(' ').replaceAll('-', '−')

export const BuildAreas = ({ server }: { readonly server: Server }) => {
  const { t } = useTranslation()
  const list = useCallback(() => attempt('areas:list', { server: server.id }), [server.id])
  const { value, error: unread, read } = usePolled(list, undefined)
  const { busy, error, send } = useRequest()
  const [adding, setAdding] = useState(false)
  const remove = async (name: string) => {
    await send(attempt('areas:remove', { server: server.id, name }))
    await read()
  }
  const done = () => {
    setAdding(false)
    void read()
  }
  return (
    <section className="server-section building-section" aria-label={t('building.areas.title')}>
      <div className="building-head">
        <h2>{t('building.areas.title')}</h2>
        {!adding && (
          <Button size="s" icon="plus" onClick={() => setAdding(true)}>
            {t('building.areas.add')}
          </Button>
        )}
      </div>
      <p>{t(value && value.length > 0 ? 'building.areas.text' : 'building.areas.none')}</p>
      {(error ?? unread) && <ErrorNote error={(error ?? unread) as NonNullable<typeof error>} />}
      {adding && <AreaForm server={server} onDone={done} onClose={() => setAdding(false)} />}
      {value && value.length > 0 && (
        <ul>
          {value.map(({ name, world, from, to }) => (
            <li key={name} className="building-row">
              <div>
                <b>
                  <Name text={name} />
                </b>
                <p>
                  <span>{visibleText(world)}</span>
                  <span>{t('building.areas.box', { from: corner(from), to: corner(to) })}</span>
                </p>
              </div>
              <Button
                size="s"
                icon="trash"
                disabled={busy}
                aria-label={t('building.areas.removeOf', { name: visibleText(name) })}
                onClick={() => void remove(name)}
              >
                {t('building.remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
