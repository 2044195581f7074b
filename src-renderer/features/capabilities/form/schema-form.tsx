/** Schema form: a field for each property of a schema, with its error. Texts come from a server. */
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/buttons/button.js'
import { SelectField } from '../../../ui/fields/select-field.js'
import { shortened, visibleText } from '../../../ui/text/visible-text.js'
import { pointerOf } from '../schema.js'
import { type Draft, draftOf } from './draft.js'
import { itemLimit, type Member } from './field.js'
import { type FieldProps, Group, type PartProps, type SchemaFormProps, useProblem } from './form-frame.js'
import { choiceLimit, Typed } from './typed-field.js'
import './schema-form.css'

const Members = ({ field, draft, problems, path, onChange }: SchemaFormProps & Pick<FieldProps, 'path'>) => {
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
          draft.items.length < Math.min(field.most, itemLimit) && (
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
          // biome-ignore lint/suspicious/noArrayIndexKey: an item has no key but its index
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
