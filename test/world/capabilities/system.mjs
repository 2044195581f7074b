/** The server itself: copies of the world. */
import { ContractError } from '../contract-error.mjs'
import { optional, record, text } from '../parameters.mjs'
import { reason } from './shared-parameters.mjs'

export const system = {
  'system.backup': {
    parameters: record({ name: optional(text({ least: 1, most: 64, pattern: /^[A-Za-z0-9 _.-]+$/u })), reason }),
    perform: (world, { name }) => {
      const { createdAt, ...copy } = world.makeCopy(name)
      return { ...copy, createdAt: createdAt.toISOString() }
    },
  },

  'system.restore': {
    parameters: record({ backupId: text({ least: 1, most: 128 }), reason }),
    perform: async (world, { backupId }) => {
      if (!world.hasCopy(backupId))
        throw new ContractError('BUSINESS.OPERATION_FAILED', `There is no backup ${backupId}`, { backupId })
      await world.restoreCopy(backupId)
      return { success: true, backupId }
    },
  },
}
