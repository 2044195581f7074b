/**
 * Server log: how much of a Java server's log is understood, and a warning when it reports nothing about its players.
 *
 * Sample lines contain names, so none are shown in stream-safe mode.
 */
import type { LogReading, LogWarning } from '@shared/servers/log-reading.js'
import type { Server } from '@shared/servers/server.js'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { usePreferences } from '../../state/preferences.js'
import { CopyButton } from '../../ui/buttons/copy-button.js'
import { ErrorNote } from '../../ui/messages/error-note.js'
import { Gap } from '../../ui/text/gap.js'
import { useNumbers } from '../../ui/text/use-numbers.js'
import { visibleText } from '../../ui/text/visible-text.js'
import { Icon } from '../../ui/theme/icon.js'
import './server-log.css'

/** Whether there is something to show. */
export const hasLog = ({ log, folderProblem }: Server): boolean => log !== undefined || folderProblem !== undefined

export const ServerLog = ({ server: { id, state, log, folderProblem } }: { readonly server: Server }) => {
  const { t } = useTranslation()
  const isThere = state === 'online' || state === 'degraded'
  return (
    <div className="server-log">
      {folderProblem ? (
        <>
          <ErrorNote error={folderProblem} title={t('serverLog.folder')} quiet />
          <p>{t('serverLog.folderRetry')}</p>
        </>
      ) : (
        log && <Figures log={log} />
      )}
      {isThere && !folderProblem && log?.warning && <Warning id={id} warning={log.warning} />}
    </div>
  )
}

const Figures = ({ log: { lines, understood, eventsPerHour, encoding, problem } }: { readonly log: LogReading }) => {
  const { t } = useTranslation()
  const number = useNumbers()
  const percent = useNumbers({ style: 'percent', maximumFractionDigits: 0 })
  if (problem) return <p>{t(`serverLog.problem.${problem}`)}</p>
  return (
    <p className="server-log-figures">
      <span>
        {lines === 0
          ? t('serverLog.noLines')
          : // Rounded down: 100 % means all of them.
            t('serverLog.understood', {
              percent: percent(Math.floor((understood / lines) * 100) / 100),
              lines: number(lines),
            })}
      </span>
      <span>{t('serverLog.events', { count: eventsPerHour })}</span>
      {encoding !== undefined && <span>{t('serverLog.encoding', { encoding: visibleText(encoding) })}</span>}
    </p>
  )
}

const Warning = ({
  id,
  warning: { kind, minutes, samples },
}: {
  readonly id: string
  readonly warning: LogWarning
}) => {
  const { t } = useTranslation()
  const streamSafe = usePreferences(({ settings }) => settings.streamSafe)
  return (
    <div className="server-log-warning" role="note">
      <Icon name="warning" size={14} />
      <div>
        <p>
          <b>{t(`serverLog.warning.${kind}.short`)}</b>
          <Gap />
          {t(`serverLog.warning.${kind}.text`, { count: minutes })}
        </p>
        {streamSafe ? (
          <p>{t('serverLog.hidden')}</p>
        ) : (
          samples.length > 0 && (
            <ol className="mono" aria-label={t('serverLog.samples')}>
              {samples.map((sample) => (
                <li key={sample}>{visibleText(sample)}</li>
              ))}
            </ol>
          )
        )}
        <CopyButton
          label={t('serverLog.report')}
          onCopy={async () => (await attempt('java:copy-log-report', { id })).ok}
        />
      </div>
    </div>
  )
}
