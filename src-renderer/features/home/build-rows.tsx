/**
 * Build rows: what AI builds at this moment, and what it has just built. The owner pauses, stops and undoes it here.
 *
 * To undo a build that runs stops it first; what is undone is shown before, as for every action.
 */
import type { BuildPhase, BuildState, BuildWait } from '@shared/build/build-state.js'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { name, type Sentence } from '../../sentences/sentence.js'
import { SentenceText } from '../../sentences/sentence-text.js'
import { builds, servers } from '../../state/feeds.js'
import { useMayOrder } from '../../state/gateway.js'
import { openUndoDialog, useUndoable } from '../../state/undos.js'
import { useRequest } from '../../state/use-request.js'
import { roughTime } from '../../story/rough-time.js'
import { Button } from '../../ui/buttons/button.js'
import { Dialog } from '../../ui/layout/dialog.js'
import { ErrorNote } from '../../ui/messages/error-note.js'
import { Avatar } from '../../ui/names/avatar.js'
import { ServerName } from '../../ui/names/server-name.js'
import { useNumbers } from '../../ui/text/use-numbers.js'
import { secondsSince, useNow } from '../../ui/time/clock.js'
import { minuteTime } from '../../ui/time/clock-time.js'
import './build-rows.css'

/** Seconds for which an ended build stays; what went well is in the list below too. */
const endedFor: Partial<Readonly<Record<BuildPhase, number>>> = { done: 60, undone: 60, stopped: 600, failed: 600 }

const isUnderWay = (build: BuildState): boolean => isActive(build) || build.phase === 'undoing'

const isActive = ({ phase }: BuildState): boolean => phase === 'running' || phase === 'paused' || phase === 'waiting'

/** Of the bar; what went well has none. */
const tones: Partial<Readonly<Record<BuildPhase, string>>> = {
  running: 'go',
  paused: 'gold',
  waiting: 'gold',
  undoing: 'gold',
  stopped: 'redstone',
  failed: 'redstone',
}

const titleOf = ({ phase, name: called }: BuildState): Sentence => ({
  key: `building.phase.${phase}`,
  values: { build: name(called) },
  complete: true,
})

/** Key of the words for what a build waits for. */
const waitKeyOf = (wait: BuildWait): BuildWait['why'] | 'players' | 'unlisted' => {
  if (wait.why !== 'player' || wait.names.length === 1) return wait.why
  return wait.names.length === 0 ? 'unlisted' : 'players'
}

const reasonOf = (wait: BuildWait, comma: string): Sentence => {
  const values: Sentence['values'] = wait.why === 'player' ? { players: name(wait.names.join(comma)) } : {}
  return { key: `building.waitsFor.${waitKeyOf(wait)}`, values, complete: true }
}

/** "412 of 640 blocks · Survival · about 2 min left"; what waits begins with the reason. */
const Facts = ({ build }: { readonly build: BuildState }) => {
  const { t } = useTranslation()
  const number = useNumbers()
  const { phase, waitsFor, done, total, secondsLeft, startedAt, changedAt, serverId } = build
  const server = servers.use((feed) => feed.value.find(({ id }) => id === serverId))
  const time = minuteTime(changedAt)
  const took = secondsSince(startedAt, Date.parse(changedAt))
  const progress = {
    done: t('building.doneIn', { blocks: t('building.blocks', { count: done }), time: t(...roughTime(took)) }),
    undone: undefined,
    stopped: t('building.placed', { done: number(done), count: total }),
    failed: t('building.placed', { done: number(done), count: total }),
  }
  const first =
    phase in progress
      ? progress[phase as keyof typeof progress]
      : t('building.progress', { done: number(done), count: total })
  const last = {
    running: secondsLeft === undefined ? undefined : t('building.left', { time: t(...roughTime(secondsLeft)) }),
    paused: t('building.pausedAt', { time }),
    waiting:
      waitsFor &&
      t(`building.continues.${waitKeyOf(waitsFor)}`, waitsFor.why === 'elsewhere' ? { address: waitsFor.address } : {}),
    stopped: time,
    failed: time,
    done: time,
    undoing: waitsFor && t(`building.continues.${waitKeyOf(waitsFor)}`),
    undone: time,
  }[phase]
  return (
    <p className="build-row-facts">
      {waitsFor && (
        <span>
          <SentenceText sentence={reasonOf(waitsFor, t('coverage.list'))} limit={80} />
        </span>
      )}
      {first !== undefined && <span>{first}</span>}
      {server && <ServerName server={server} />}
      {last !== undefined && <span>{last}</span>}
    </p>
  )
}

interface StopProps {
  readonly busy: boolean
  readonly onKeep: () => void
  readonly onUndo: () => void
  readonly onClose: () => void
}

const StopDialog = ({ busy, onKeep, onUndo, onClose }: StopProps) => {
  const { t } = useTranslation()
  return (
    <Dialog title={t('building.stopQuestion')} onClose={onClose}>
      <p>{t('building.stopText')}</p>
      <div className="dialog-buttons">
        <Button autoFocus onClick={onClose}>
          {t('building.keepBuilding')}
        </Button>
        <Button icon="undo" disabled={busy} onClick={onUndo}>
          {t('building.stopAndUndo')}
        </Button>
        <Button tone="danger" disabled={busy} onClick={onKeep}>
          {t('building.stopAndKeep')}
        </Button>
      </div>
    </Dialog>
  )
}

const Row = ({ build }: { readonly build: BuildState }) => {
  const { t } = useTranslation()
  const { id, phase, done, total, caller, problem } = build
  const active = isActive(build)
  const { busy, error, send } = useRequest()
  const isUndoable = useUndoable(id)
  const [wants, setWants] = useState<'stop' | 'undo'>()
  const mayStop = useMayOrder('builds:stop')
  const mayResume = useMayOrder('builds:resume')
  const mayUndo = useMayOrder('undo:run')
  const isOver = phase === 'done' || phase === 'undone'
  const percent = Math.min(100, (done / Math.max(1, total)) * 100)

  // The undo of a build that was stopped for it is known a moment later.
  useEffect(() => {
    if (wants !== 'undo' || active || !isUndoable) return
    setWants(undefined)
    openUndoDialog(id)
  }, [wants, active, isUndoable, id])

  const stop = async (next: 'undo' | undefined) => {
    setWants(next)
    const stopped = active ? await send(attempt('builds:stop', { id })) : undefined
    if (stopped?.ok === false) setWants(undefined)
  }
  return (
    <li className={`build-row ${isOver ? 'over' : ''}`}>
      <Avatar caller={{ ...caller, type: 'model' }} />
      <div className="build-row-words">
        <p>
          <SentenceText sentence={titleOf(build)} limit={80} />
        </p>
        {!isOver && (
          <progress className={`build-bar ${tones[phase]}`} max={100} value={percent} aria-label={t('building.bar')} />
        )}
        <Facts build={build} />
      </div>
      <div className="build-row-buttons">
        {mayResume && phase === 'paused' && (
          <Button tone="go" disabled={busy} onClick={() => void send(attempt('builds:resume', { id }))}>
            {t('building.resume')}
          </Button>
        )}
        {mayStop && (phase === 'running' || phase === 'waiting') && (
          <Button icon="pause" disabled={busy} onClick={() => void send(attempt('builds:pause', { id }))}>
            {t('building.pause')}
          </Button>
        )}
        {mayStop && active && (
          <Button icon="stop" className="build-stop" disabled={busy} onClick={() => setWants('stop')}>
            {t('building.stop')}
          </Button>
        )}
        {mayUndo && (active || (isUndoable && !isOver && phase !== 'undoing')) && (
          <Button icon="undo" disabled={busy || wants === 'undo'} onClick={() => void stop('undo')}>
            {t('undo.undo')}
          </Button>
        )}
        {phase === 'done' && (
          <span className="tone-go">
            <span className="feed-row-outcome">{t('note.done')}</span>
          </span>
        )}
      </div>
      {(error ?? problem) && <ErrorNote error={(error ?? problem) as NonNullable<typeof error>} quiet />}
      {wants === 'stop' && (
        <StopDialog
          busy={busy}
          onKeep={() => void stop(undefined)}
          onUndo={() => void stop('undo')}
          onClose={() => setWants(undefined)}
        />
      )}
    </li>
  )
}

export const BuildRows = () => {
  const all = builds.use((feed) => feed.value)
  return all.length === 0 ? null : <Rows all={all} />
}

const Rows = ({ all }: { readonly all: readonly BuildState[] }) => {
  const { t } = useTranslation()
  const now = useNow()
  const newestFirst = [...all].sort((one, other) => Date.parse(other.changedAt) - Date.parse(one.changedAt))
  const active = all.filter(isUnderWay)
  const ended = newestFirst.filter(({ phase, changedAt }) => secondsSince(changedAt, now) < (endedFor[phase] ?? 0))
  const shown = [...active, ...ended]
  if (shown.length === 0) return null
  return (
    <section className="waiting-requests" aria-labelledby="home-builds">
      <h2 id="home-builds" className="build-rows-head">
        {t(active.length > 0 ? 'building.running' : 'building.ended')} <small>{shown.length}</small>
      </h2>
      <ul className="build-rows">
        {shown.map((build) => (
          <Row key={build.id} build={build} />
        ))}
      </ul>
    </section>
  )
}
