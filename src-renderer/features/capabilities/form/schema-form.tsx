/** Schema form: a field for each thing that a schema asks for. Its texts come from a server; what is wrong stands at its field. */
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useTranslate } from '../../../i18n/use-translate.js'
import { Button } from '../../../ui/button.js'
import { LongText } from '../../../ui/long-text.js'
import { SelectField } from '../../../ui/select-field.js'
import { shortened, visibleText } from '../../../ui/visible-text.js'
import { useMeaning } from '../meaning.js'
import { pointerOf } from '../schema.js'
import { type Draft, draftOf } from './draft.js'
import { type Field, type Member, mostItems } from './field.js'
import { type Placed, problemWords } from './problems.js'
import './schema-form.css'

export interface SchemaFormProps {
  readonly field: Field
  readonly draft: Draft
  readonly problems: Placed
  readonly onChange: (draft: Draft) => void
}

interface PlaceProps {
  readonly path: string
  readonly label: string
  readonly required: boolean
}

type PartProps = SchemaFormProps & PlaceProps

const labelLimit = 64
const choiceLimit = 60

const useProblem = (problems: Placed, path: string): string | undefined => {
  const t = useTranslate()
  const here = problems.get(path)
  return here?.map((problem) => visibleText(problemWords(problem, t))).join(' ')
}

interface FrameProps extends PlaceProps {
  readonly id: string
  readonly meaning?: string | undefined
  readonly problem: string | undefined
  readonly children: React.ReactNode
}

const Label = ({ label, required }: Pick<PlaceProps, 'label' | 'required'>) => {
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

const Frame = ({ id, label, required, meaning, problem, children }: FrameProps) => {
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

const Typed = ({ field, draft, problems, path, label, required, onChange }: PartProps) => {
  const { t } = useTranslation()
  const id = useId()
  const problem = useProblem(problems, path)
  if (draft.kind !== 'typed') return null
  const typed = (text: string) => onChange({ kind: 'typed', text })
  const said = [problem && `${id}-problem`, field.meaning && `${id}-meaning`].filter(Boolean).join(' ') || undefined
  const about = { id, 'aria-invalid': problem !== undefined, 'aria-describedby': said }
  const frame = { id, path, label, required, meaning: field.meaning, problem }
  const left = { value: '', label: t(required ? 'manifests.choose' : 'manifests.leftOut') }
  if (field.kind === 'boolean' || field.kind === 'choice') {
    const options =
      field.kind !== 'choice'
        ? ['true', 'false'].map((value) => ({ value, label: t(`manifests.yesNo.${value}`) }))
        : field.choices.map((choice, at) => ({
            value: String(at),
            label: shortened(visibleText(typeof choice === 'string' ? choice : JSON.stringify(choice)), choiceLimit),
          }))
    return (
      <Frame {...frame}>
        <select {...about} value={draft.text} onChange={(event) => typed(event.target.value)}>
          {[left, ...options].map(({ value, label: words }) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      </Frame>
    )
  }
  if (field.kind === 'json') {
    return (
      <Frame {...frame}>
        <textarea
          {...about}
          className="mono"
          rows={Math.min(10, Math.max(2, draft.text.split('\n').length))}
          spellCheck={false}
          placeholder={t('manifests.asJson')}
          value={draft.text}
          onChange={(event) => typed(event.target.value)}
        />
      </Frame>
    )
  }
  return (
    <Frame {...frame}>
      <input
        {...about}
        type="text"
        inputMode={field.kind === 'number' ? 'decimal' : 'text'}
        autoComplete="off"
        spellCheck={false}
        placeholder={field.kind === 'number' ? boundsOf(field) : undefined}
        value={draft.text}
        onChange={(event) => typed(event.target.value)}
      />
    </Frame>
  )
}

const boundsOf = ({ least, most }: Extract<Field, { kind: 'number' }>): string | undefined =>
  least !== undefined && most !== undefined ? `${least}–${most}` : undefined

interface GroupProps extends PlaceProps {
  readonly meaning?: string | undefined
  readonly problem: string | undefined
  readonly action?: React.ReactNode
  readonly children: React.ReactNode
}

const Group = ({ label, required, meaning, problem, action, children }: GroupProps) => {
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

const Members = ({ field, draft, problems, path, onChange }: SchemaFormProps & Pick<PlaceProps, 'path'>) => {
  const { t } = useTranslation()
  if (field.kind !== 'object' || draft.kind !== 'object') return null
  const put = (member: Member, inside: Draft) =>
    onChange({ ...draft, members: { ...draft.members, [member.name]: inside } })
  return (
    <>
      {field.members.map((member) => {
        const inside = draft.members[member.name]
        return (
          inside && (
            <Part
              key={member.name}
              field={member.field}
              draft={inside}
              problems={problems}
              path={pointerOf(path, member.name)}
              label={member.name}
              required={member.required}
              onChange={(changed) => put(member, changed)}
            />
          )
        )
      })}
      {draft.rest !== '' && (
        <Typed
          field={{ kind: 'json', meaning: t('manifests.restText') }}
          draft={{ kind: 'typed', text: draft.rest }}
          problems={new Map()}
          path={`${path}#rest`}
          label={t('manifests.rest')}
          required={false}
          onChange={(changed) => changed.kind === 'typed' && onChange({ ...draft, rest: changed.text })}
        />
      )}
    </>
  )
}

const Part = (props: PartProps) => {
  const { field, draft, problems, path, label, required, onChange } = props
  const { t } = useTranslation()
  const problem = useProblem(problems, path)
  const words = { path, label, required, meaning: field.meaning, problem }
  if (field.kind === 'object' && draft.kind === 'object') {
    const turn = (
      <Button
        size="s"
        tone="quiet"
        icon={draft.on ? 'trash' : 'plus'}
        onClick={() => onChange({ ...draft, on: !draft.on })}
        aria-label={t(draft.on ? 'manifests.leaveOutNamed' : 'manifests.addNamed', {
          name: visibleText(label).slice(0, 80),
        })}
      >
        {t(draft.on ? 'manifests.leaveOut' : 'manifests.add')}
      </Button>
    )
    return (
      <Group {...words} action={!required && turn}>
        {draft.on && <Members {...props} />}
      </Group>
    )
  }
  if (field.kind === 'list' && draft.kind === 'list') {
    const put = (items: readonly Draft[]) => onChange({ kind: 'list', items })
    return (
      <Group
        {...words}
        action={
          draft.items.length < Math.min(field.most, mostItems) && (
            <Button
              size="s"
              tone="quiet"
              icon="plus"
              aria-label={t('manifests.addNamed', { name: visibleText(label).slice(0, 80) })}
              onClick={() => put([...draft.items, draftOf(field.item, undefined, true)])}
            >
              {t('manifests.add')}
            </Button>
          )
        }
      >
        {draft.items.map((item, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an item has no name but its place
          <div key={at} className="form-item">
            <Part
              field={field.item}
              draft={item}
              problems={problems}
              path={pointerOf(path, at)}
              label={`${label} ${at + 1}`}
              required
              onChange={(changed) => put(draft.items.map((one, index) => (index === at ? changed : one)))}
            />
            <Button
              size="s"
              tone="quiet"
              icon="trash"
              aria-label={t('manifests.leaveOutNamed', { name: `${visibleText(label).slice(0, 80)} ${at + 1}` })}
              onClick={() => put(draft.items.filter((_one, index) => index !== at))}
            />
          </div>
        ))}
      </Group>
    )
  }
  if (field.kind === 'variants' && draft.kind === 'variants') {
    const [variant, inside] = [field.variants[draft.at], draft.drafts[draft.at]]
    const isPlain = variant && variant.field.kind !== 'object' && variant.field.kind !== 'list'
    return (
      <Group {...words} problem={isPlain ? undefined : problem}>
        <SelectField
          label={t('manifests.kindOfValue')}
          value={String(draft.at)}
          options={field.variants.map((one, at) => ({
            value: String(at),
            label: shortened(visibleText(one.label), choiceLimit),
          }))}
          onChoose={(at) => onChange({ ...draft, at: Number(at) })}
        />
        {variant && inside && (
          <Part
            {...props}
            field={variant.field}
            draft={inside}
            required={required}
            onChange={(changed) =>
              onChange({ ...draft, drafts: draft.drafts.map((one, at) => (at === draft.at ? changed : one)) })
            }
          />
        )}
      </Group>
    )
  }
  return <Typed {...props} />
}

/** The whole: members without a frame around them, or one field for what has no members. */
export const SchemaForm = ({ field, draft, problems, onChange }: SchemaFormProps) => {
  const { t } = useTranslation()
  const problem = useProblem(problems, '')
  const shared = { field, draft, problems, path: '', onChange }
  return (
    <div className="schema-form">
      {problem && <p className="form-problem">{problem}</p>}
      {field.kind === 'object' ? (
        <Members {...shared} />
      ) : (
        <Part {...shared} label={t('manifests.parameters')} required />
      )}
    </div>
  )
}
