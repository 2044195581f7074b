/**
 * Pretend network: makes loopback look like a home network to the program, with 127.0.0.2 as a LAN peer.
 *
 * Only the addresses that the system reports are replaced, nothing of the program.
 */
import type { ElectronApplication } from '@playwright/test'

export async function pretendNetwork(electron: ElectronApplication): Promise<void> {
  await electron.evaluate(() => {
    const [ours, theirs] = ['192.168.77.1', '192.168.77.2']
    const os = process.getBuiltinModule('node:os')
    const net = process.getBuiltinModule('node:net')
    os.networkInterfaces = () => ({
      wlan0: [
        { address: ours, netmask: '255.255.255.0', family: 'IPv4', mac: '', internal: false, cidr: `${ours}/24` },
      ],
    })
    interface Ends {
      _getpeername(): { address?: string }
      _getsockname(): { address?: string }
    }
    const socket = net.Socket.prototype as unknown as Ends
    const { _getpeername: peer, _getsockname: own } = socket
    const isNeighbour = (one: Ends) => peer.call(one).address === '127.0.0.2'
    socket._getpeername = function () {
      return isNeighbour(this) ? { ...peer.call(this), address: theirs } : peer.call(this)
    }
    socket._getsockname = function () {
      return isNeighbour(this) ? { ...own.call(this), address: ours } : own.call(this)
    }
    const server = net.Server.prototype as unknown as { listen(...args: unknown[]): unknown }
    const { listen } = server
    server.listen = function (...args) {
      return listen.apply(
        this,
        args.map((value) => (value === ours ? '127.0.0.1' : value)),
      )
    }
  })
}
