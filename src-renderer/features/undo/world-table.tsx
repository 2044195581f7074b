/** World table: each member of the state as it was before the action, as the action left it, and now. */

import type { UndoPreview } from '@shared/trail/undo.js'
import { clockOf, timeOfDay } from '@shared/words/time-of-day.js'
import { useTranslation } from 'react-i18next'
import { FactText } from '../../sentences/fact-list.js'
import { type WorldValue, worldMembers } from './world-members.js'

const Cell = ({ value }: { readonly value: WorldValue }) => {
  const { t } = useTranslation()
  switch (value.kind) {
    case 'unknown':
      return <>{t('undo.unknown')}</>
    case 'weather':
      return <>{t(`weather.${value.weather}`)}</>
    case 'time':
      return (
        <>
          {t(`time.${timeOfDay(value.ticks)}`)} <small className="mono">{clockOf(value.ticks)}</small>
        </>
      )
    default:
      return <FactText value={value} />
  }
}

export const WorldTable = ({ preview }: { readonly preview: UndoPreview }) => {
  const { t } = useTranslation()
  const members = worldMembers(preview)
  if (members.length === 0) return null
  return (
    <table className="world-table">
      <thead>
        <tr>
          <th scope="col">{t('undo.member')}</th>
          <th scope="col">{t('undo.before')}</th>
          <th scope="col">{t('undo.after')}</th>
          <th scope="col">{t('undo.now')}</th>
        </tr>
      </thead>
      <tbody>
        {members.map(({ name, key, before, after, now, isFar }) => (
          <tr key={name} className={isFar ? 'far' : ''}>
            <th scope="row">{key ? t(key) : <bdi className="untrusted mono">{name}</bdi>}</th>
            <td>
              <Cell value={before} />
            </td>
            <td>
              <Cell value={after} />
            </td>
            <td>
              <Cell value={now} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
