/** Schema table: what goes in or comes out, a line each, members below what holds them. Its texts come from a server. */
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { LongText } from '../../ui/text/long-text.js'
import { visibleText } from '../../ui/text/visible-text.js'
import { useMeaning } from './meaning.js'
import { type Range, type SchemaRow, tableOf } from './schema-rows.js'
import './schema-table.css'
import { exact, numberIn } from '@shared/text/numbers.js'
import { useTranslate } from '../../i18n/use-translate.js'
import type { Translate } from '../../sentences/sentence.js'

const known: ReadonlySet<string> = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'])

const typeName = (type: string, t: Translate): string => {
  const [list, of] = type.split('array of ')
  if (list === '' && of !== undefined) return t('manifests.types.listOf', { type: typeName(of, t) })
  return known.has(type) ? t(`manifests.types.${type}`) : visibleText(type).slice(0, 32)
}

const rangeText = ({ of, least, most }: Range, t: Translate): string => {
  const number = numberIn(t('names.language'), exact)
  const [low, high] = [least, most].map((bound) => (bound === undefined ? undefined : number(bound)))
  const bounds = low === undefined ? `≤ ${high ?? ''}` : high === undefined ? `≥ ${low}` : `${low}–${high}`
  return of === 'value' ? bounds : t(`manifests.range.${of}`, { bounds })
}

type Typed = Pick<SchemaRow, 'types' | 'range' | 'unit' | 'format'>

/** A type with its bounds, for people: `whole number, 0–24,000`. */
const typeText = ({ types, range, unit, format }: Typed, t: Translate): string => {
  const named =
    types.length === 0 ? t('manifests.types.any') : types.map((type) => typeName(type, t)).join(t('manifests.or'))
  const facts = [range && rangeText(range, t), unit && visibleText(unit), format && visibleText(format)]
  return [named, ...facts.filter((fact) => fact !== undefined && fact !== '')].join(t('manifests.comma'))
}

const useTypeText = (): ((typed: Typed) => string) => {
  const t = useTranslate()
  return useCallback((typed) => typeText(typed, t), [t])
}

export interface SchemaTableProps {
  readonly schema: unknown
  readonly label: string
  /** Said where there is nothing in it. */
  readonly none: string
}

const shownChoices = 12

const Type = ({ row }: { readonly row: SchemaRow }) => {
  const { t } = useTranslation()
  const words = useTypeText()
  const { choices = [], fallback, pattern } = row
  return (
    <>
      {words(row)}
      {choices.length > 0 && (
        <div className="schema-choices">
          {choices.slice(0, shownChoices).map((choice, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a list that is replaced whole, where a value may occur twice
            <LongText key={at} text={visibleText(choice)} limit={48} className="mono schema-choice" />
          ))}
          {choices.length > shownChoices && t('manifests.moreChoices', { count: choices.length - shownChoices })}
        </div>
      )}
      {pattern && (
        <div className="schema-note">
          {t('manifests.pattern')} <LongText text={visibleText(pattern)} limit={60} expandable className="mono" />
        </div>
      )}
      {fallback !== undefined && (
        <div className="schema-note">
          {t('manifests.default')} <LongText text={visibleText(fallback)} limit={60} expandable className="mono" />
        </div>
      )}
    </>
  )
}

export const SchemaTable = ({ schema, label, none }: SchemaTableProps) => {
  const { t } = useTranslation()
  const meaningOf = useMeaning()
  const { rows, cut } = useMemo(() => tableOf(schema), [schema])
  if (rows.length === 0) return <p className="capability-nothing">{none}</p>
  return (
    <>
      <table className="schema-table" aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{t('manifests.column.name')}</th>
            <th scope="col">{t('manifests.column.type')}</th>
            <th scope="col">{t('manifests.column.meaning')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.path}>
              <th scope="row" className={`schema-depth-${Math.min(row.depth, 7)}`}>
                {row.name === undefined ? (
                  <span className="schema-either">{t('manifests.either', { number: row.variant })}</span>
                ) : (
                  <LongText text={visibleText(row.name)} limit={64} className="mono" />
                )}
                {row.required && (
                  <span className="schema-required" title={t('manifests.required')}>
                    <span aria-hidden="true">*</span>
                    <span className="visually-hidden">{t('manifests.required')}</span>
                  </span>
                )}
              </th>
              <td className="schema-type">
                <Type row={row} />
              </td>
              <td>{row.meaning && <LongText text={meaningOf(row.meaning)} limit={280} expandable />}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {cut && <p className="capability-nothing">{t('manifests.cut')}</p>}
    </>
  )
}
