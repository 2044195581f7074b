/** Capability link: the name or id of an action, linked to its page; plain text when no server offers it any more. */

import { isOffered } from '../../state/capability-name.js'
import { servers } from '../../state/feeds.js'
import { goTo } from '../../state/navigation.js'
import { Name } from '../text/name.js'
import './capability-link.css'

export interface CapabilityLinkProps {
  readonly id: string
  /** The id, when left out. */
  readonly text?: string
  readonly className?: string
}

export const CapabilityLink = ({ id, text = id, className = '' }: CapabilityLinkProps) => {
  const isKnown = servers.use(({ stableServers }) => isOffered(stableServers, id))
  if (!isKnown) return <Name text={text} className={className} />
  return (
    <button type="button" className="name-link" onClick={() => goTo({ screen: 'capabilities', about: id })}>
      <Name text={text} className={className} />
    </button>
  )
}
