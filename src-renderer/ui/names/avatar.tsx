/** Avatar: the initials of a caller, or its own symbol. */

import type { Caller } from '@contract/call.js'
import { useTranslation } from 'react-i18next'
import { callerName } from './caller-name.js'
import './avatar.css'

export interface AvatarProps {
  readonly caller: Caller
  readonly size?: 'm' | 's'
  readonly alarm?: boolean
  /** In place of the initials; two characters at most. */
  readonly mark?: string
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

const firstOf = (word: string): string => [...graphemes.segment(word)][0]?.segment ?? ''

/** Two letters of a name in an alphabet (`Claude Desktop`: CD, `Cursor`: Cu), one character of any other. */
export function initialsOf(name: string): string {
  const [word = '?', next = ''] = name.trim().slice(0, 64).split(/\s+/u)
  const first = firstOf(word) || '?'
  if (!/^\p{Alphabetic}/u.test(first) || /^\p{Ideographic}/u.test(first)) return first
  const second = firstOf(next)
  if (/^[\p{Alphabetic}\d]/u.test(second)) return `${first}${second}`.toUpperCase()
  return `${first.toUpperCase()}${firstOf(word.slice(first.length)).toLowerCase()}`
}

export const Avatar = ({ caller, size = 'm', alarm = false, mark }: AvatarProps) => {
  const { t } = useTranslation()
  return (
    <span className={`avatar ${size} ${alarm ? 'alarm' : caller.type}`} aria-hidden="true">
      {mark ?? initialsOf(callerName(caller, t))}
    </span>
  )
}
