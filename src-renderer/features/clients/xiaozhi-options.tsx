/** XiaoZhi options: which tools a device gets, how long results are, and in which language Gatehouse speaks to it. */

import { type XiaozhiChange, type XiaozhiState, xiaozhiLimits } from '@shared/features/xiaozhi.js'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/buttons/button.js'
import { SelectField } from '../../ui/fields/select-field.js'
import { useNumbers } from '../../ui/text/use-numbers.js'

export interface XiaozhiOptionsProps {
  readonly endpoint: XiaozhiState
  readonly onChange: (change: XiaozhiChange) => void
}

/** The languages that Gatehouse speaks to a device. */
export const languages = [
  { value: 'zh', label: '简体中文' },
  { value: 'en', label: 'English' },
] as const

const { least, normal, most, warnAbove } = xiaozhiLimits.resultBytes
const sizes = [least, 512, normal, 2_048, 4_096, warnAbove, most]

export const XiaozhiOptions = ({ endpoint, onChange }: XiaozhiOptionsProps) => {
  const { t } = useTranslation()
  const numbers = useNumbers()
  const { choices, dropsTools, language, resultBytes, tools } = endpoint
  const offered = choices.filter(({ isOffered }) => isOffered).map(({ name }) => name)
  // The choice is shown until main sends the new state.
  const [wanted, setWanted] = useState<readonly string[]>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new list ends the wait.
  useEffect(() => setWanted(undefined), [tools])
  const chosen = wanted ?? tools ?? offered
  const toggle = (name: string) => {
    const next = chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name]
    setWanted(next)
    onChange({ tools: next })
  }
  const shownSizes = sizes.includes(resultBytes) ? sizes : [...sizes, resultBytes].sort((a, b) => a - b)
  return (
    <>
      <div className="client-card-fields">
        <SelectField
          label={t('xiaozhi.resultBytes')}
          value={String(resultBytes)}
          options={shownSizes.map((size) => ({
            value: String(size),
            label: t('xiaozhi.bytes', { size: numbers(size) }),
          }))}
          onChoose={(size) => onChange({ resultBytes: Number(size) })}
        />
        <SelectField
          label={t('xiaozhi.language')}
          value={language}
          options={languages}
          onChoose={(chosen) => onChange({ language: chosen })}
        />
      </div>
      {resultBytes > warnAbove && <p className="xiaozhi-warning">{t('xiaozhi.longResults')}</p>}
      <details className="xiaozhi-tools">
        <summary>{t('xiaozhi.tools', { count: offered.length })}</summary>
        <p>{t('xiaozhi.toolsText', { most: xiaozhiLimits.tools - 1 })}</p>
        {dropsTools && <p className="xiaozhi-warning">{t('xiaozhi.dropsTools')}</p>}
        <ul aria-label={t('xiaozhi.toolList')}>
          {choices.map(({ name, title, isRead }) => (
            <li key={name}>
              <label>
                <input type="checkbox" checked={chosen.includes(name)} onChange={() => toggle(name)} />
                <span>{title}</span>
                <span className="mono">{name}</span>
                {!isRead && <span className="xiaozhi-changes">{t('xiaozhi.changes')}</span>}
              </label>
            </li>
          ))}
        </ul>
        {tools && (
          <Button size="s" onClick={() => onChange({ tools: null })}>
            {t('xiaozhi.usualTools')}
          </Button>
        )}
      </details>
    </>
  )
}
