/** Type words: a type with its bounds, for people: `whole number, 0–24,000`. */

import { exact, numberIn } from '@shared/text/numbers.js'
import { useCallback } from 'react'
import { useTranslate } from '../../i18n/use-translate.js'
import type { Translate } from '../../sentences/sentence.js'
import { visibleText } from '../../ui/text/visible-text.js'
import type { Range, SchemaRow } from './schema-rows.js'

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

export const typeText = ({ types, range, unit, format }: Typed, t: Translate): string => {
  const named =
    types.length === 0 ? t('manifests.types.any') : types.map((type) => typeName(type, t)).join(t('manifests.or'))
  const facts = [range && rangeText(range, t), unit && visibleText(unit), format && visibleText(format)]
  return [named, ...facts.filter((fact) => fact !== undefined && fact !== '')].join(t('manifests.comma'))
}

export const useTypeText = (): ((typed: Typed) => string) => {
  const t = useTranslate()
  return useCallback((typed) => typeText(typed, t), [t])
}
