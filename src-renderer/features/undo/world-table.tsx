/** World table: each member of the state as it was before the action, as the action left it, and now. */
import { useTranslation } from 'react-i18next'
import type { UndoPreview } from '../../../src-main/contract/undo.js'
import { timeOfDay } from '../../sentences/time-of-day.js'
import { LongText } from '../../ui/long-text.js'
import { useNumbers } from '../../ui/use-numbers.js'
import { visibleJson } from '../../ui/visible-text.js'

const sameness = (value: unknown): string => JSON.stringify(value) ?? ''

const Cell = ({ path, value }: { readonly path: string; readonly value: unknown }) => {
  const { t } = useTranslation()
  const number = useNumbers()
  if (value === undefined) return <>{t('undo.unknown')}</>
  if (path === 'time' && typeof value === 'number' && value >= 0) {
    return (
      <>
        {t(`time.${timeOfDay(value % 24_000)}`)} <small className="mono">{number(value % 24_000)}</small>
      </>
    )
  }
  if (typeof value === 'number') return <>{number(value)}</>
  return <LongText text={typeof value === 'string' ? value : visibleJson(value)} limit={120} expandable />
}

/** Members of which at least two are known and differ. */
const changedMembers = ({ entry, now, differences }: UndoPreview): readonly string[] => {
  const states = [entry.before, entry.after, now].filter((state) => state !== undefined)
  const names = new Set(states.flatMap((state) => Object.keys(state)))
  const far = new Set(differences.map(({ path }) => path.split('.')[0]))
  return [...names].filter((name) => far.has(name) || new Set(states.map((state) => sameness(state[name]))).size > 1)
}

export const WorldTable = ({ preview }: { readonly preview: UndoPreview }) => {
  const { t } = useTranslation()
  const { entry, now, differences } = preview
  const members = changedMembers(preview)
  if (members.length === 0) return null
  const far = new Set(differences.map(({ path }) => path.split('.')[0]))
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
        {members.map((member) => (
          <tr key={member} className={far.has(member) ? 'far' : ''}>
            <th scope="row" className="mono">
              <bdi className="untrusted">{member}</bdi>
            </th>
            <td>
              <Cell path={member} value={entry.before?.[member]} />
            </td>
            <td>
              <Cell path={member} value={entry.after?.[member]} />
            </td>
            <td>
              <Cell path={member} value={now?.[member]} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
