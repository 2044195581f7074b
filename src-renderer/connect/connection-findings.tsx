/** Connection findings: the reasons why a client can't connect, the most certain first, each with a remedy. */

import type { ConnectionFinding, FindingAct, ProgramId } from '@shared/clients/connection.js'
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../bridge.js'
import { useRequest } from '../state/use-request.js'
import { Button } from '../ui/buttons/button.js'
import { visibleText } from '../ui/text/visible-text.js'
import { Icon } from '../ui/theme/icon.js'
import { agoOf } from '../ui/time/relative-time.js'
import { ConnectProblem } from './connect-problem.js'
import './connect.css'

/** Done here; all other acts belong to the page. */
type Repair = 'repair-endpoint' | 'repair-key' | 'repair-file'

export interface ConnectionFindingsProps {
  readonly about: { readonly program: ProgramId } | { readonly client: string }
  readonly connected: boolean
  readonly onAct: (act: Exclude<FindingAct, Repair>) => void
  /** The client whose key is written again. */
  readonly client?: string | undefined
}

const idOf = (about: ConnectionFindingsProps['about']): string => JSON.stringify(about)

export const ConnectionFindings = ({ about, connected, onAct, client }: ConnectionFindingsProps) => {
  const { t } = useTranslation()
  const [findings, setFindings] = useState<readonly ConnectionFinding[]>()
  const { error, send } = useRequest()
  const id = idOf(about)
  const look = useCallback(async () => {
    const result = await send(attempt('connect:findings', JSON.parse(id) as ConnectionFindingsProps['about']))
    if (result.ok) setFindings(result.value)
  }, [id, send])
  // biome-ignore lint/correctness/useExhaustiveDependencies: connecting and disconnecting changes the findings
  useEffect(() => void look(), [look, connected])
  const repair = (what: Repair, { details = {} }: ConnectionFinding) => {
    if (what === 'repair-endpoint') return send(attempt('connect:repair-endpoint'))
    if (what === 'repair-file') return send(attempt('connect:repair-file', { file: String(details.file) }))
    return send(attempt('connect:repair-key', { client: client ?? '' }))
  }
  const act = async (what: FindingAct, finding: ConnectionFinding) => {
    if (what !== 'repair-endpoint' && what !== 'repair-key' && what !== 'repair-file') return onAct(what)
    if (what === 'repair-key' && client === undefined) return
    const result = await repair(what, finding)
    if (result.ok) await look()
  }
  return (
    <section className="why-not" aria-labelledby="why-not">
      <div className="config-card-head">
        <h2 id="why-not">{t(connected ? 'whyNot.titleConnected' : 'whyNot.title')}</h2>
        <Button size="s" onClick={() => void look()}>
          {t('connect.look')}
        </Button>
      </div>
      {error && <ConnectProblem error={error} />}
      {findings?.length === 0 && <p role="status">{t(connected ? 'whyNot.well' : 'whyNot.nothing')}</p>}
      <ul>
        {findings?.map((finding) => (
          <FindingRow key={JSON.stringify(finding)} finding={finding} onAct={(what) => void act(what, finding)} />
        ))}
      </ul>
    </section>
  )
}

interface FindingRowProps {
  readonly finding: ConnectionFinding
  readonly onAct: (act: FindingAct) => void
}

const FindingRow = ({ finding: { kind, weight, at, times = 1, details = {}, act }, onAct }: FindingRowProps) => {
  const { t, i18n } = useTranslation()
  const named = Object.entries(details).map(([name, value]) => [name, visibleText(String(value))])
  const ago = at === undefined ? '' : agoOf(at, Date.now(), i18n.language)
  const words: Readonly<Record<string, string>> = { ...Object.fromEntries(named), ago }
  const paths = ['file', 'command', 'profile', 'from', 'address'].flatMap((name) => words[name] ?? [])
  return (
    <li className={`finding ${weight}`}>
      <Icon name={weight === 'cause' ? 'warning' : 'ask'} />
      <div>
        <h3>
          <span className="visually-hidden">{t(`whyNot.weights.${weight}`)} </span>
          {t(`whyNot.${kind}.what`, words)}
        </h3>
        {kind === 'config-refused' && <p>{t(`connect.problem.${String(details.why)}.what`, words)}</p>}
        {paths.map((path) => (
          <p key={path} className="mono config-card-path">
            {path}
          </p>
        ))}
        <p>{t(`whyNot.${kind}.next`, words)}</p>
        {times > 1 && <p className="finding-times">{t('whyNot.times', { count: times, ago })}</p>}
      </div>
      {act && (
        <Button size="s" onClick={() => onAct(act)}>
          {t(`whyNot.acts.${act}`)}
        </Button>
      )}
    </li>
  )
}
