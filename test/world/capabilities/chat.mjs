/** Chat: one line to everybody. */
import { record, text } from '../parameters.mjs'

export const chat = {
  'chat.broadcast': {
    parameters: record({ message: text({ least: 1, most: 256 }) }),
    perform: (world, { message }) => ({ recipients: world.broadcast(message) }),
  },
}
