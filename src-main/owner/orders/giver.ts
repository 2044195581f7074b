/** Giver: who gives an order, as named in the audit trail. */
import type { Person } from '@shared/approvals/approval.js'
import type { Giver, LocalGiver } from '../table/table.js'

/** The person at this computer. */
export const desktop: Person = { id: 'desktop', name: 'desktop', kind: 'desktop' }

/** The parent process of a headless program. */
export const parentProcess: Person = { id: 'control:stdin', name: 'control:stdin', kind: 'control' }

const local: Readonly<Record<LocalGiver, Person>> = {
  window: desktop,
  'pop-up': desktop,
  stdin: parentProcess,
  'command-line': { id: 'command-line', name: 'command-line', kind: 'control' },
}

export const personOf = (giver: Giver): Person => (typeof giver === 'string' ? local[giver] : giver.person)
