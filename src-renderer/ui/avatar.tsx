/** Avatar: the first character of a caller's name. */
import { useTranslation } from 'react-i18next'
import type { Caller } from '../../src-main/contract/call.js'
import { callerName } from './caller-name.js'
import './avatar.css'

export interface AvatarProps {
  readonly caller: Caller
  readonly size?: 'm' | 's'
  readonly alarm?: boolean
}

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

const firstLetter = (text: string): string => {
  const [first] = letters.segment(text.trim().slice(0, 32))
  return (first?.segment ?? '?').toUpperCase()
}

export const Avatar = ({ caller, size = 'm', alarm = false }: AvatarProps) => {
  const { t } = useTranslation()
  return (
    <span className={`avatar ${size} ${alarm ? 'alarm' : caller.type}`} aria-hidden="true">
      {firstLetter(callerName(caller, t))}
    </span>
  )
}
