/** Caller name: what a caller is called; who is no client, in our own words. */
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { ownCaller } from '../../src-main/contract/own-callers.js'
import { Name } from './name.js'
import { personName } from './person-name.js'

export interface NamedCaller {
  readonly type?: string | undefined
  readonly id?: string | undefined
  readonly name?: string | undefined
}

/** Still to be cleaned where it is a stranger's. A program may call itself anything, and is no person by that. */
export const callerName = (caller: NamedCaller, t: TFunction): string => {
  const own = ownCaller(caller)
  if (own !== undefined) return t(`caller.${own}.name`)
  const { type, id, name = '' } = caller
  return type === 'user' && id !== undefined ? personName(id, t, name) : name
}

export interface CallerNameProps {
  readonly caller: NamedCaller
  readonly className?: string
  /** Said below the name on hover. */
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
