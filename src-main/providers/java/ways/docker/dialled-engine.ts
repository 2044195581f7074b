/**
 * Dialled engine: the way to a Docker engine through a computer with SSH, one channel for each request.
 *
 * Only one command runs there, which is fixed here. No request shares a channel, so a stream that never ends blocks none.
 */
import { Duplex } from 'node:stream'
import type { SshConnection } from '../ssh/ssh-connection.js'
import { DockerUnavailable } from './docker-failure.js'

const command = 'docker system dial-stdio'
/** Characters of what the command complains about. */
const maxComplaint = 500

/** A connection to the engine. @throws GatewayError */
export async function dialEngine(ssh: Pick<SshConnection, 'session'>): Promise<Duplex> {
  let complaint = ''
  const channel = await (await ssh.session()).run(command, (text) => {
    complaint = (complaint + text).slice(0, maxComplaint)
  })
  return socketOf(channel, () => new DockerUnavailable('engine-over-ssh', { text: complaint.trim() }))
}

/** Ends at once when it is destroyed: the channel itself ends only when the other computer agrees. */
function socketOf(channel: Duplex, silent: () => Error): Duplex {
  let hasAnswered = false
  let isAtEnd = false
  const socket = new Duplex({
    read: () => void channel.resume(),
    write: (piece, _encoding, done) => void channel.write(piece, done),
    final: (done) => {
      channel.end()
      done()
    },
    destroy: (error, done) => {
      channel.destroy()
      done(error)
    },
  })
  channel.on('data', (piece: Buffer) => {
    hasAnswered = true
    if (!socket.push(piece)) channel.pause()
  })
  channel.on('end', () => {
    isAtEnd = hasAnswered
    if (isAtEnd && !socket.destroyed) socket.push(null)
  })
  channel.on('error', (error) => socket.destroy(error))
  channel.on('close', () => {
    if (!hasAnswered) socket.destroy(silent())
    else if (!isAtEnd) socket.destroy(new DockerUnavailable('engine-lost'))
  })
  return socket
}
