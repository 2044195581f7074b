/** Orders for reports of a stream. */
import { object, oneOf, text } from './payload-schema.js'
import { type OrderTable, of } from './row.js'

const instant = text({ format: 'date-time', maxLength: 64 })

export const reportsOrders = {
  /** Asks the person for a file and writes it, in the language of the window; null when they chose none. */
  'reports:create': {
    by: ['window'],
    takes: object({ format: oneOf(['html', 'md']), since: instant, until: instant }),
    returns: of<{ readonly file: string } | null>(),
  },
} satisfies OrderTable
