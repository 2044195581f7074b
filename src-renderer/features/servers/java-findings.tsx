/** Java findings: why a Java server can't be reached, each with what to do, and a button where one can do it. */
import type { JavaFinding } from '@shared/servers/java-finding.js'
import { useTranslation } from 'react-i18next'
import { javaFindingText } from '../../sentences/java-finding.js'
import { Button } from '../../ui/buttons/button.js'
import { visibleText } from '../../ui/text/visible-text.js'
import { Icon } from '../../ui/theme/icon.js'
import './java-check.css'

export interface JavaFindingsProps {
  readonly findings: readonly JavaFinding[]
  readonly busy: boolean
  /** Without it there are no buttons. */
  readonly onAct?: (finding: JavaFinding) => void
}

export const JavaFindings = ({ findings, busy, onAct }: JavaFindingsProps) => {
  const { t } = useTranslation()
  return (
    <ul>
      {findings.map((finding) => {
        const { what, next, act } = javaFindingText(finding, t)
        return (
          <li key={`${finding.kind} ${finding.details?.port ?? ''}`} className={finding.weight}>
            <Icon name={finding.weight === 'cause' ? 'warning' : 'ask'} size={14} />
            <div>
              <b>{visibleText(what)}</b>
              <p>{visibleText(next)}</p>
            </div>
            {act !== undefined && onAct && (
              <Button size="s" disabled={busy} onClick={() => onAct(finding)}>
                {act}
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
