/** Port setting: the port of a door on this computer, checked as it is typed. */
import { useTranslation } from 'react-i18next'
import { TypedSetting } from './typed-setting.js'

const ports = { least: 1_024, most: 65_535 }
const isPort = (typed: string) =>
  /^[1-9]\d{3,4}$/u.test(typed) && Number(typed) >= ports.least && Number(typed) <= ports.most

interface PortSettingProps {
  readonly title: string
  readonly text: string
  readonly port: number
  /** Why the saved port cannot be used. */
  readonly problem: string | undefined
  readonly onSave: (port: number) => void
}

export const PortSetting = ({ title, text, port, problem, onSave }: PortSettingProps) => {
  const { t } = useTranslation()
  return (
    <TypedSetting
      numeric
      title={title}
      text={text}
      value={String(port)}
      problemOf={(typed) => {
        if (!isPort(typed)) return t('settings.numberProblem', ports)
        return typed === String(port) ? problem : undefined
      }}
      onSave={(typed) => onSave(Number(typed))}
    />
  )
}
