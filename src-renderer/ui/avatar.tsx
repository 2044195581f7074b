/** Avatar: the first character of a caller's name, or a mark of its own. */
import { useTranslation } from 'react-i18next'
import type { Caller } from '../../src-main/contract/call.js'
import { callerName } from './caller-name.js'
import './avatar.css'

export interface AvatarProps {
  readonly caller: Caller
  readonly size?: 'm' | 's'
  readonly alarm?: boolean
  /** In place of the first letter; two at most. */
  readonly mark?: string
}

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

const firstLetter = (text: string): string => {
  const [first] = letters.segment(text.trim().slice(0, 32))
  return (first?.segment ?? '?').toUpperCase()
}

export const Avatar = ({ caller, size = 'm', alarm = false, mark }: AvatarProps) => {
  const { t } = useTranslation()
  return (
    <span className={`avatar ${size} ${alarm ? 'alarm' : caller.type}`} aria-hidden="true">
      {mark ?? firstLetter(callerName(caller, t))}
    </span>
  )
}
