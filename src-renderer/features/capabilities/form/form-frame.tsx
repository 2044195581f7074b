/** Form frame: the label, description and error around a field or a group of fields. */
import { useTranslation } from 'react-i18next'
import { useTranslate } from '../../../i18n/use-translate.js'
import { LongText } from '../../../ui/text/long-text.js'
import { shortened, visibleText } from '../../../ui/text/visible-text.js'
import { useMeaning } from '../meaning.js'
import type { Draft } from './draft.js'
import type { Field } from './field.js'
import { type ProblemsByField, problemText } from './problems.js'

export interface SchemaFormProps {
  readonly field: Field
  readonly draft: Draft
  readonly problems: ProblemsByField
  readonly onChange: (draft: Draft) => void
}

export interface FieldProps {
  readonly path: string
  readonly label: string
  readonly required: boolean
}

export type PartProps = SchemaFormProps & FieldProps

const labelLimit = 64

/** The error text of a field. */
export const useProblem = (problems: ProblemsByField, path: string): string | undefined => {
  const t = useTranslate()
  const here = problems.get(path)
  return here?.map((problem) => visibleText(problemText(problem, t))).join(' ')
}

interface FrameProps extends FieldProps {
  readonly id: string
  readonly meaning?: string | undefined
  readonly problem: string | undefined
  readonly children: React.ReactNode
}

const Label = ({ label, required }: Pick<FieldProps, 'label' | 'required'>) => {
  const { t } = useTranslation()
  return (
    <>
      <LongText text={visibleText(label)} limit={labelLimit} className="mono" />
      {required ? (
        <span className="schema-required">
          <span aria-hidden="true">*</span>
          <span className="visually-hidden"> {t('manifests.required')}</span>
        </span>
      ) : (
        <span className="form-optional"> {t('manifests.optional')}</span>
      )}
    </>
  )
}

export const Frame = ({ id, label, required, meaning, problem, children }: FrameProps) => {
  const meaningOf = useMeaning()
  return (
    <div className={`form-field ${problem ? 'wrong' : ''}`}>
      <label htmlFor={id}>
        <Label label={label} required={required} />
      </label>
      {children}
      {problem && (
        <p className="form-problem" id={`${id}-problem`}>
          {problem}
        </p>
      )}
      {meaning && (
        <p className="form-meaning" id={`${id}-meaning`}>
          {shortened(meaningOf(meaning), 240)}
        </p>
      )}
    </div>
  )
}

interface GroupProps extends FieldProps {
  readonly meaning?: string | undefined
  readonly problem: string | undefined
  readonly action?: React.ReactNode
  readonly children: React.ReactNode
}

export const Group = ({ label, required, meaning, problem, action, children }: GroupProps) => {
  const meaningOf = useMeaning()
  return (
    <fieldset className={`form-group ${problem ? 'wrong' : ''}`}>
      <legend>
        <Label label={label} required={required} />
      </legend>
      {meaning && <p className="form-meaning">{shortened(meaningOf(meaning), 240)}</p>}
      {problem && <p className="form-problem">{problem}</p>}
      {children}
      {action}
    </fieldset>
  )
}
