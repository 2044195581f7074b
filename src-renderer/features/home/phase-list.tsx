/** Phase list: the progress of a call, and the duration of each phase. */
import { useTranslation } from 'react-i18next'
import { tenths, useNumbers } from '../../ui/text/use-numbers.js'
import { Icon } from '../../ui/theme/icon.js'
import type { CallPhase } from './call-phases.js'
import './phase-list.css'

const Mark = ({ state }: Pick<CallPhase, 'state'>) => {
  if (state === 'done') return <Icon name="done" size={12} className="tone-go" />
  if (state === 'stopped') return <Icon name="refused" size={12} className="tone-redstone" />
  return <span className={`phase-ring ${state}`} />
}

export const PhaseList = ({ phases }: { readonly phases: readonly CallPhase[] }) => {
  const { t } = useTranslation()
  const seconds = useNumbers(tenths)
  const short = useNumbers({ maximumFractionDigits: 1 })
  const time = (milliseconds: number) =>
    milliseconds >= 1_000
      ? t('time.shortSeconds', { seconds: seconds(milliseconds / 1_000) })
      : t('timeline.ms', { milliseconds: milliseconds < 10 ? short(milliseconds) : Math.round(milliseconds) })
  return (
    <ol className="phases">
      {phases.map(({ name, state, milliseconds }) => (
        <li key={name} className={`phase ${state}`}>
          <Mark state={state} />
          <span>{t(`timeline.phases.${name}.${state}`)}</span>
          {milliseconds > 0 && <span className="phase-note mono">{time(milliseconds)}</span>}
        </li>
      ))}
    </ol>
  )
}
