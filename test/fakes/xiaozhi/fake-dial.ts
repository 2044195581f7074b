/** Dials the model of an endpoint server in memory: the test decides when a link is cut, and how. */
import type { OpenTextSocket, TextSocket, TextSocketEvents } from '../../../src-main/network/text-socket.js'
import type { EndpointConnection, EndpointModel } from './endpoint-model.js'

export interface DialedConnection {
  readonly wire: EndpointConnection
  readonly address: string
  /** Both sides have it open. */
  isOpen: boolean
  pings: number
  /** The link is lost silently; our side notices by a reset at once, or by a missing pong. */
  cut(noticedByUs: boolean): void
  /** The endpoint closes it with a close frame. */
  closeByEndpoint(code: number, reason?: string): void
}

export interface FakeDial {
  readonly dial: OpenTextSocket
  readonly links: DialedConnection[]
  readonly last: () => DialedConnection
  /** The next dials fail before they open. */
  fails: boolean
}

export function fakeDial(model: () => EndpointModel | undefined): FakeDial {
  const links: DialedConnection[] = []
  const fake: FakeDial = {
    links,
    fails: false,
    last: () => {
      const link = links.at(-1)
      if (!link) throw new Error('nothing was dialled')
      return link
    },
    dial(address, events) {
      const { link, socket, open } = createLink(address, events, model)
      links.push(link)
      if (fake.fails) queueMicrotask(() => events.closed(1006, 'ECONNREFUSED'))
      else queueMicrotask(open)
      return socket
    },
  }
  return fake
}

function createLink(address: string, events: TextSocketEvents, model: () => EndpointModel | undefined) {
  let isDead = false
  let hasEnded = false
  /** Our side of the link is notified once that it ended. */
  const end = (code: number, reason: string): void => {
    if (hasEnded) return
    hasEnded = true
    link.isOpen = false
    queueMicrotask(() => events.closed(code, reason))
  }
  const wire: EndpointConnection = {
    send: (text) => {
      if (!isDead && !hasEnded) queueMicrotask(() => hasEnded || events.text(text))
    },
    close(code, reason) {
      if (isDead) return
      end(code, reason.includes('replaced') ? 'replaced' : `${code}`)
    },
  }
  const link: DialedConnection = {
    ...{ wire, address, isOpen: false, pings: 0 },
    cut(noticedByUs) {
      if (hasEnded) return
      isDead = true
      link.isOpen = false
      model()?.lose(wire)
      if (noticedByUs) end(1006, 'ECONNRESET')
    },
    closeByEndpoint(code, reason = '') {
      model()?.closed(wire)
      wire.close(code, reason)
    },
  }
  const socket: TextSocket = {
    pause() {},
    resume() {},
    send: (text) => {
      if (!isDead && !hasEnded) model()?.receive(wire, text)
    },
    ping() {
      link.pings += 1
      if (!isDead && !hasEnded) queueMicrotask(() => hasEnded || events.alive())
    },
    close(code) {
      if (isDead) return
      model()?.closed(wire)
      end(code, `${code}`)
    },
    terminate() {
      if (!isDead) model()?.lose(wire)
      isDead = true
      end(1006, 'terminated')
    },
  }
  const open = (): void => {
    if (hasEnded) return
    link.isOpen = true
    events.open()
    model()?.accept(wire, new URL(address).searchParams.get('token'))
  }
  return { link, socket, open }
}
