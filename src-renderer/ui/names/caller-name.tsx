/** Caller name: the name of a caller; built-in callers have translated names. */

import { programNames, programOf } from '@shared/clients/connection.js'
import { ownCaller } from '@shared/clients/own-callers.js'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { Name } from '../text/name.js'
import { personName } from './person-name.js'

export interface NamedCaller {
  readonly type?: string | undefined
  readonly id?: string | undefined
  readonly name?: string | undefined
}

/** Not sanitized for third parties. A program may claim any name; a name never makes it a person. */
export const callerName = (caller: NamedCaller, t: TFunction): string => {
  const own = ownCaller(caller)
  if (own !== undefined) return t(`caller.${own}.name`)
  const { type, id, name = '' } = caller
  if (type === 'user') return id === undefined ? name : personName(id, t, name)
  const program = technicalName.test(name) ? programOf(name) : 'other'
  return program === 'other' ? name : programNames[program]
}

/** What programs call themselves in the protocol, such as `claude-ai`. */
const technicalName = /^[a-z]{1,32}(?:-[a-z]{1,32}){0,4}$/u

export interface CallerNameProps {
  readonly caller: NamedCaller
  readonly className?: string
  /** Shown below the name on hover. */
  readonly note?: string | undefined
}

export const CallerName = ({ caller, className = '', note }: CallerNameProps) => {
  const { t } = useTranslation()
  if (ownCaller(caller) === undefined) return <Name text={callerName(caller, t)} className={className} note={note} />
  return (
    <span className={`ellipsis ${className}`} title={note}>
      {callerName(caller, t)}
    </span>
  )
}
