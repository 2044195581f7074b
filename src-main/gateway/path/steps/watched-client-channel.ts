/** Watched client channel: treats messages of a service during a call as progress. */
import type { ClientChannel } from '@contract/client-channel.js'
import type { ProgressSignal } from './deadline.js'

/** Any message of a service is progress, and the timeout is suspended while the client answers a request. */
export const watched = (clientChannel: ClientChannel, { alive, suspend }: ProgressSignal): ClientChannel => ({
  ...clientChannel,
  notify(method, params) {
    alive()
    clientChannel.notify(method, params)
  },
  async request(request) {
    const release = suspend()
    try {
      return await clientChannel.request(request)
    } finally {
      release()
    }
  },
})
