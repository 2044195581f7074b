/**
 * Relay in a network namespace: what comes to a socket in the file system leaves from an address of this network.
 *
 * Arguments: a folder, the target as HOST:PORT, then the addresses; `<folder>/<address>.sock` leaves from that address.
 */
'use strict'
const { connect, createServer } = require('node:net')
const path = require('node:path')

const [folder, target, ...addresses] = process.argv.slice(2)
const [host, port] = target.split(':')

const servers = addresses.map((localAddress) =>
  createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ host, port: Number(port), localAddress, allowHalfOpen: true })
    near.pipe(far)
    far.pipe(near)
    const end = () => {
      near.destroy()
      far.destroy()
    }
    for (const socket of [near, far]) socket.on('error', end).on('close', end)
  }).listen(path.join(folder, `${localAddress}.sock`)),
)
Promise.all(servers.map((server) => new Promise((resolve) => server.once('listening', resolve)))).then(() =>
  process.send('ready'),
)
process.on('disconnect', () => process.exit())
