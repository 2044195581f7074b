/**
 * Game name text: the name of a block, item, entity or effect. Only a known id of the game has a name, and no two have the
 * same one, so that the id is in the tooltip and under *Details*.
 */

import { useTranslation } from 'react-i18next'
import { LongText } from '../ui/text/long-text.js'
import { visibleText } from '../ui/text/visible-text.js'
import type { GameKind } from './names/game-kind.js'
import { gameName } from './names/game-name.js'
import './game-name-text.css'

export interface GameNameTextProps {
  readonly of: GameKind
  readonly id: string
}

export const GameNameText = ({ of, id }: GameNameTextProps) => {
  const { t } = useTranslation()
  const known = gameName(of, id, t('names.language') === 'zh' ? 'zh' : 'en')
  if (known === undefined) return <LongText className="game-id" text={visibleText(id)} limit={120} expandable />
  return (
    <span className="game-name" title={id}>
      {known}
    </span>
  )
}
