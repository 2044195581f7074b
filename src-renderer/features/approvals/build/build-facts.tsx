/** Build facts: the picture of a requested build, what it is made of, what it destroys, and who is in its way. */

import type { BuildUnknown, BuildFacts as Facts } from '@shared/build/build-preview.js'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { GameNameText } from '../../../sentences/game-name-text.js'
import { name } from '../../../sentences/sentence.js'
import { SentenceText } from '../../../sentences/sentence-text.js'
import { BuildPicture, playersIn } from '../../../story/build-picture.js'
import { roughTime } from '../../../story/rough-time.js'
import { Tooltip } from '../../../ui/layout/tooltip.js'
import { ErrorNote } from '../../../ui/messages/error-note.js'
import { useNumbers } from '../../../ui/text/use-numbers.js'
import { Icon } from '../../../ui/theme/icon.js'
import type { IconName } from '../../../ui/theme/icon-paths.js'
import type { RequestedBuild } from './use-build.js'
import './build-facts.css'

const mostKinds = 5
const air = 'minecraft:air'
/** Letters of the keys that turn the picture. */
const turnKeys: Readonly<Record<string, 1 | -1>> = { KeyQ: -1, KeyE: 1 }

const Turns = ({ build }: { readonly build: RequestedBuild }) => {
  const { t } = useTranslation()
  const { onTurn, isDrawing } = build
  useEffect(() => {
    const onKey = ({ code, ctrlKey, metaKey, altKey, repeat, target }: KeyboardEvent) => {
      const by = turnKeys[code]
      const isTyping = target instanceof HTMLInputElement && target.type !== 'range'
      if (by !== undefined && !ctrlKey && !metaKey && !altKey && !repeat && !isTyping) onTurn(by)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [onTurn])
  return (
    <div className="build-turns" aria-busy={isDrawing}>
      {([-1, 1] as const).map((by) => {
        const name = t(by === 1 ? 'building.turnRight' : 'building.turnLeft')
        return (
          <Tooltip key={by} text={name} keys={by === 1 ? 'E' : 'Q'}>
            <button type="button" aria-label={name} aria-keyshortcuts={by === 1 ? 'E' : 'Q'} onClick={() => onTurn(by)}>
              <Icon name="undo" size={14} className={by === 1 ? 'mirrored' : ''} />
            </button>
          </Tooltip>
        )
      })}
    </div>
  )
}

const Picture = ({ build, isLow }: { readonly build: RequestedBuild; readonly isLow: boolean }) => {
  const { t } = useTranslation()
  const { view, images, error, isBroken, isDrawing, turn } = build
  if (view && images) {
    return (
      <BuildPicture
        key={`${turn} ${build.key}`}
        images={images}
        outline={view.frame.outline}
        players={playersIn(view)}
        isLow={isLow}
        onShown={build.onShown}
        onFailed={build.onBroken}
      >
        <Turns build={build} />
      </BuildPicture>
    )
  }
  if (error || isBroken) {
    return (
      <div className="build-placeholder failed">
        <b>{t('building.noPicture')}</b>
        <p>{t(view ? 'building.noPictureText' : build.isRefused ? 'building.refusedText' : 'building.noFactsText')}</p>
        {error && <ErrorNote error={error} quiet />}
      </div>
    )
  }
  return (
    <div className="build-placeholder" aria-busy={isDrawing} role="status">
      <Icon name="event" size={24} />
      {t('building.drawing')}
    </div>
  )
}

const Colour = ({ of }: { readonly of: string | undefined }) => (
  <svg className="build-colour" viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
    <rect x="0.5" y="0.5" width="11" height="11" rx="2" fill={of ?? 'none'} />
  </svg>
)

const Kinds = ({ facts, colours }: { readonly facts: Facts; readonly colours: readonly string[] }) => {
  const { t } = useTranslation()
  const number = useNumbers()
  const placed = facts.kinds.map((kind, at) => ({ ...kind, colour: colours[at] })).filter(({ block }) => block !== air)
  const others = placed.slice(mostKinds).reduce((sum, { count }) => sum + count, 0)
  const cleared = facts.kinds.find(({ block }) => block === air)?.count ?? 0
  return (
    <ul className="build-kinds">
      {placed.slice(0, mostKinds).map(({ block, count, colour }) => (
        <li key={block}>
          <Colour of={colour} />
          <GameNameText of="thing" id={block} />
          <span>{number(count)}</span>
        </li>
      ))}
      {others > 0 && (
        <li>
          <Colour of={undefined} />
          <span>{t('building.otherKinds')}</span>
          <span>{number(others)}</span>
        </li>
      )}
      {cleared > 0 && (
        <li>
          <Colour of={undefined} />
          <span>{t('building.cleared')}</span>
          <span>{number(cleared)}</span>
        </li>
      )}
    </ul>
  )
}

const Line = ({ icon, tone = '', children }: { icon: IconName; tone?: string; children: ReactNode }) => (
  <li className={`build-line-of ${tone}`}>
    <Icon name={icon} size={14} />
    <div>{children}</div>
  </li>
)

/** A remark says that what stands there is not known: then nobody knows that nothing is replaced. */
const hidesBlocks = (what: BuildUnknown): boolean =>
  what === 'unreadable' || what === 'blocks' || what === 'not-generated'

/** What is destroyed: opens to containers with their contents, then to the blocks. */
const Replaced = ({ facts }: { readonly facts: Facts }) => {
  const { t } = useTranslation()
  const number = useNumbers()
  const { replaced, containers, containerCount, unknown } = facts
  const blocks = replaced.reduce((sum, { count }) => sum + count, 0)
  if (blocks + containerCount === 0)
    return unknown.some(hidesBlocks) ? undefined : <Line icon="done">{t('building.replacesNothing')}</Line>
  const held = containerCount > 0 ? t('building.containers', { count: containerCount }) : ''
  return (
    <Line icon="warning" tone="tone-gold">
      <details>
        <summary>
          {containerCount > 0
            ? t('building.replacesContainers', { blocks: t('building.blocks', { count: blocks }), containers: held })
            : t('building.replaces', { blocks: t('building.blocks', { count: blocks }) })}
        </summary>
        <ul>
          {containers.map(({ block, items }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: their places may be hidden, and the list does not change
            <li key={at}>
              <GameNameText of="thing" id={block} />
              {': '}
              {items.map(({ id, count }, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: an item may be there twice, and the list does not change
                <span key={place}>
                  {place > 0 && ', '}
                  {number(count)} × <GameNameText of="thing" id={id} />
                </span>
              ))}
            </li>
          ))}
          {containerCount > containers.length && (
            <li>{t('building.moreContainers', { count: containerCount - containers.length })}</li>
          )}
          {replaced.map(({ block, count }) => (
            <li key={block}>
              {number(count)} × <GameNameText of="thing" id={block} />
            </li>
          ))}
        </ul>
      </details>
    </Line>
  )
}

const Inside = ({ facts }: { readonly facts: Facts }) => {
  const { t } = useTranslation()
  const names = facts.players.map((player) => player.name)
  const mobs = facts.entities?.reduce((sum, { count }) => sum + count, 0) ?? 0
  const key = names.length === 1 ? 'building.inside' : 'building.insideMany'
  return (
    <>
      {names.length > 0 && (
        <Line icon="person">
          <SentenceText
            sentence={{ key, values: { players: name(names.join(t('coverage.list'))) }, complete: true }}
            expandable
          />
        </Line>
      )}
      {mobs > 0 && <Line icon="note">{t('building.entities', { count: mobs })}</Line>}
    </>
  )
}

const Remarks = ({ facts }: { readonly facts: Facts }) => {
  const { t } = useTranslation()
  const { floating, water, lava, unknown } = facts
  return (
    <>
      {lava > 0 && <Line icon="warning">{t('building.lava')}</Line>}
      {water > 0 && <Line icon="note">{t('building.water')}</Line>}
      {floating.length > 0 && (
        <Line icon="note">
          <SentenceText
            sentence={{
              key: 'building.floating',
              values: { parts: name(floating.join(t('coverage.list'))) },
              complete: true,
            }}
            expandable
          />
        </Line>
      )}
      {unknown.map((what) => (
        <Line key={what} icon="warning" tone="tone-gold">
          {t(`building.unknown.${what}`)}
        </Line>
      ))}
    </>
  )
}

export interface BuildFactsProps {
  readonly build: RequestedBuild
  /** Whether there is less room. */
  readonly isLow: boolean
  /** The caller's words, the undo and the exact plan. */
  readonly children: ReactNode
}

export const BuildFacts = ({ build, isLow, children }: BuildFactsProps) => {
  const { t } = useTranslation()
  const { view, error } = build
  return (
    <div className="build-facts">
      <Picture build={build} isLow={isLow} />
      {view && error && <ErrorNote error={error} quiet />}
      <div className={view ? 'build-columns' : ''}>
        {view && (
          <div>
            <p className="build-count">
              <b>
                {t(view.facts.unknown.includes('unreadable') ? 'building.blocks' : 'building.changes', {
                  count: view.facts.changes,
                })}
              </b>
              <span>{t('building.size', view.size)}</span>
            </p>
            <Kinds facts={view.facts} colours={view.colours} />
          </div>
        )}
        <div className="build-words">
          {view && (
            <ul className="build-lines">
              <Replaced facts={view.facts} />
              <Inside facts={view.facts} />
              <Remarks facts={view.facts} />
              <Line icon="history">{t('building.takes', { time: t(...roughTime(view.facts.seconds)) })}</Line>
            </ul>
          )}
          {children}
        </div>
      </div>
    </div>
  )
}
