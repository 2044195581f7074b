/** XiaoZhi options: which tools a device gets, how long results are, and in which language Gatehouse speaks to it. */

import { type XiaozhiChange, type XiaozhiState, xiaozhiLimits } from '@shared/features/xiaozhi.js'
import { useTranslation } from 'react-i18next'
import { SelectField } from '../../ui/fields/select-field.js'
import { useNumbers } from '../../ui/text/use-numbers.js'
import { ToolChoice } from './tool-choice.js'

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
      {resultBytes > warnAbove && <p className="voice-warning">{t('xiaozhi.longResults')}</p>}
      <ToolChoice
        choices={choices}
        tools={tools}
        dropsTools={dropsTools}
        text={t('xiaozhi.toolsText', { most: xiaozhiLimits.tools - 1 })}
        label={t('xiaozhi.toolList')}
        onChoose={(chosen) => onChange({ tools: chosen })}
      />
    </>
  )
}
