/** Schema table: what goes in or comes out, a line each, members below what holds them. Its texts come from a server. */
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { LongText } from '../../ui/text/long-text.js'
import { visibleText } from '../../ui/text/visible-text.js'
import { useMeaning } from './meaning.js'
import { type SchemaRow, tableOf } from './schema-rows.js'
import { useTypeText } from './type-text.js'
import './schema-table.css'

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
