/** Typed subject: what a person types before a critical action counts as approved. */
import { useTranslation } from 'react-i18next'
import { isSubjectRedacted } from '../../../ui/text/subject-match.js'
import { visibleText } from '../../../ui/text/visible-text.js'
import { Icon } from '../../../ui/theme/icon.js'

export interface TypedSubjectProps {
  /** What must be typed. */
  readonly subject: string
  readonly value: string
  readonly matches: boolean
  readonly onChange: (typed: string) => void
}

export const TypedSubject = ({ subject, value, matches, onChange }: TypedSubjectProps) => {
  const { t } = useTranslation()
  const [before = '', after = ''] = t('popUp.mustType', { skipInterpolation: true }).split('{{name}}')
  return (
    <label className={`pop-up-typed ${matches ? 'matches' : ''}`}>
      <span className="pop-up-typed-label">
        {before}
        <bdi>{visibleText(subject)}</bdi>
        {after}
      </span>
      <span className="pop-up-typed-field">
        <input
          type={isSubjectRedacted(subject) ? 'password' : 'text'}
          value={value}
          maxLength={256}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => onChange(target.value)}
        />
        {matches && <Icon name="done" />}
      </span>
    </label>
  )
}
