/** Server orders: the orders about servers with the parts that a test gives; every other part is unused. */
import { type ServerOrdersDependencies, serverOrders } from '../../src-main/owner/orders/servers.js'
import { checkedOrders } from './checked-orders.js'

export const checkedServerOrders = (
  parts: Pick<ServerOrdersDependencies, 'registry'> & {
    readonly servers?: Partial<ServerOrdersDependencies['servers']>
    readonly trust?: ServerOrdersDependencies['trust']
    readonly ownerCommands?: ServerOrdersDependencies['ownerCommands']
    readonly remoteSetUps?: ServerOrdersDependencies['remoteSetUps']
    readonly orderPower?: ServerOrdersDependencies['orderPower']
  },
) => checkedOrders(serverOrders(parts as unknown as ServerOrdersDependencies))
