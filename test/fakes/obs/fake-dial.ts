/** Dials the model of obs-websocket in memory, for tests with a clock that stands still. */
import type { OpenTextSocket, TextSocketEvents } from '../../../src-main/network/text-socket.js'
import type { ObsClient, ObsModel } from './obs-model.js'

export interface FakeObsDial {
  readonly dial: OpenTextSocket
  /** Addresses that were dialled. */
  readonly dialled: string[]
  /** The next dials fail for this reason, before they open. */
  fails: string | undefined
  /** OBS runs on this computer. */
  isHere: boolean
  /** The connection is lost without a close frame. */
  cut(): void
  /** Sends a text of a hostile OBS. */
  inject(text: string): void
}

export function fakeObsDial(model: ObsModel): FakeObsDial {
  let current: { readonly client: ObsClient; readonly events: TextSocketEvents } | undefined
  const end = (client: ObsClient, code: number, reason = `${code}`): void => {
    if (current?.client !== client) return
    const { events } = current
    current = undefined
    model.gone(client)
    queueMicrotask(() => events.closed(code, reason))
  }
  const fake: FakeObsDial = {
    dialled: [],
    fails: undefined,
    isHere: true,
    dial(address, events) {
      fake.dialled.push(address)
      const client: ObsClient = {
        send: (text) => queueMicrotask(() => current?.client === client && events.text(text)),
        close: (code) => end(client, code),
      }
      current = { client, events }
      queueMicrotask(() => {
        if (current?.client !== client) return
        if (fake.fails) return end(client, 1_006, fake.fails)
        events.open(fake.isHere)
        model.accept(client)
      })
      return {
        send: (text) => queueMicrotask(() => current?.client === client && model.receive(client, text)),
        close: () => end(client, 1_006),
      }
    },
    cut() {
      if (current) end(current.client, 1_006)
    },
    inject: (text) => current?.events.text(text),
  }
  return fake
}
