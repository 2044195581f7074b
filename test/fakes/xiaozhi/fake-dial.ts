/** Dials the model of an endpoint server in memory: the test decides when a link is cut, and how. */
import type { Clock } from '../../../src-main/gateway/ports/runtime.js'
import type { OpenTextSocket, TextSocket, TextSocketEvents } from '../../../src-main/network/text-socket.js'
import type { EndpointConnection, EndpointModel } from './endpoint-model.js'

export interface DialedConnection {
  readonly wire: EndpointConnection
  readonly address: string
  /** Both sides have it open. */
  isOpen: boolean
  /** The link is lost silently; our side notices by a reset at once, or by its silence. */
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

export function fakeDial(model: () => EndpointModel | undefined, clock: Clock): FakeDial {
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
      const { link, socket, open } = createLink(address, events, model, clock)
      links.push(link)
      if (fake.fails) queueMicrotask(() => events.closed(1006, 'ECONNREFUSED'))
      else queueMicrotask(open)
      return socket
    },
  }
  return fake
}

/** Milliseconds until a text socket drops a silent link, and one that does not finish a close. */
const silenceMs = 40_000
const closingMs = 2_000

function createLink(address: string, events: TextSocketEvents, model: () => EndpointModel | undefined, clock: Clock) {
  let isDead = false
  let hasEnded = false
  let cancelSilence = (): void => {}
  /** Our side of the link is notified once that it ended. */
  const end = (code: number, reason: string): void => {
    if (hasEnded) return
    hasEnded = true
    cancelSilence()
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
    wire,
    address,
    isOpen: false,
    cut(noticedByUs) {
      if (hasEnded) return
      isDead = true
      link.isOpen = false
      model()?.lose(wire)
      if (noticedByUs) end(1006, 'ECONNRESET')
      else cancelSilence = clock.after(silenceMs, () => end(1006, 'ETIMEDOUT'))
    },
    closeByEndpoint(code, reason = '') {
      model()?.closed(wire)
      wire.close(code, reason)
    },
  }
  const socket: TextSocket = {
    send: (text) => {
      if (!isDead && !hasEnded) model()?.receive(wire, text)
    },
    close() {
      if (!isDead) {
        if (link.isOpen) model()?.closed(wire)
        else model()?.lose(wire)
        return end(link.isOpen ? 1000 : 1006, '1000')
      }
      cancelSilence()
      cancelSilence = clock.after(closingMs, () => end(1006, '1006'))
    },
  }
  const open = (): void => {
    if (hasEnded) return
    link.isOpen = true
    events.open(false)
    model()?.accept(wire, new URL(address).searchParams.get('token'))
  }
  return { link, socket, open }
}
